"""Says what was asked for, and in which repository, as the log recorded it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno.base.exact import JSON
from steno.model import Lifecycle, LifecycleKind, Note
from steno.model.order import firsts
from steno.model.steps import derived, whole
from steno.passes.enrich.seen import Seen, code, stated
from steno.speech import joined, messages, request

TASK = code(
    "060", "task",
    "What was asked for, word for word, as the task of derived steps (DRV090). A trace that already has a task keeps "
    "it.",
)  # fmt: skip
SOURCE = code("061", "task-source", "Who asked: `user_prompt` if the task is a human's message.")
REPOSITORY = code(
    "062", "repository",
    "The repository by its remote, as the log recorded it: what the agent wrote down when the session began, or what "
    "`git remote` printed, or the repository of a pull request that the agent linked.  User names and passwords in "
    "an address are left out.  `base_commit` is the commit that the agent wrote down when it began.",
)  # fmt: skip
CODES = (TASK, SOURCE, REPOSITORY)

_HTTP = re.compile(r"(?:https?|ssh|git)://(?:[^@/\s]*@)?([^/\s:@]+)(?::\d+)?/([^\s?#]+)")
_SCP = re.compile(r"(?:[^@/\s:]+@)?([^@/\s:]+\.[^@/\s:]+):([^\s:?#/][^\s:?#]*)")
_LONGEST = 2000
_PULL_REQUEST = LifecycleKind.PULL_REQUEST  # an attribute of an Enum is slow, and this one is asked for every event
_REMOTE = re.compile(r"\s*(?:cd \S+ && )?git remote (?:-v|get-url (?:--push )?origin)\s*")
_LISTED = re.compile(r"^(?:origin\s+)?(\S+?)(?:\s+\(fetch\))?$", re.MULTILINE)


def notes(seen: Seen) -> Iterator[Note]:
    known = whole(seen.trace)
    header, events = seen.trace.header, seen.trace.events
    said = messages(header, events)
    if "task" in known:
        of = known["task"].evidence
    else:
        asked = request(header, events, said)
        of = tuple(each.uid for each in asked)
        if text := joined(asked):
            yield derived(TASK.name, "task", text, of=of)
    if of and not {*of}.isdisjoint(part.uid for each in said for part in each.parts):
        yield derived(SOURCE.name, "task_source", "user_prompt", of=of)
    yield from _repository(seen)


def _repository(seen: Seen) -> Iterator[Note]:
    url, of = next(_remotes(seen), (None, ()))
    values: dict[str, JSON] = {}
    if url is not None:
        values["repository_url"] = url
        name = url.split("://", 1)[1].partition("/")[2]
        if name.count("/") == 1:
            values["repository"] = name
    commit = next(stated(seen.trace.header.environment.get("git_commit")), None)
    if commit is not None:
        values["base_commit"] = commit
        of = (*of, *firsts(seen.trace))
    if values:
        yield derived(REPOSITORY.name, "repository", values, of=tuple(dict.fromkeys(of)))


def _remotes(seen: Seen) -> Iterator[tuple[str, tuple[str, ...]]]:
    for text in stated(seen.trace.header.environment.get("git_repository")):
        if (url := canonical(text)) is not None:
            yield url, firsts(seen.trace)
    for command, done in seen.commands:
        if "git remote" in command and _REMOTE.fullmatch(command) and not done.failed:
            for line in _LISTED.finditer(done.output.rpartition("Output:\n")[2]):
                if (url := canonical(line[1])) is not None:
                    yield url, done.uids
    for event in seen.trace.events:
        body = event.body
        if event.signs.lifecycle is _PULL_REQUEST and isinstance(body, Lifecycle) and body.data:
            link = body.data.get("prUrl")
            if isinstance(link, str) and (url := canonical(link.partition("/pull/")[0])) is not None:
                yield url, (event.uid,)


def canonical(remote: str) -> str | None:
    """`https://host/owner/name` of a remote, without user, password and `.git`; None where it is no such address."""
    found = _HTTP.fullmatch(remote) or _SCP.fullmatch(remote) if len(remote) <= _LONGEST else None
    if found is None:
        return None
    path = found[2].strip("/").removesuffix(".git")
    return f"https://{found[1].lower()}/{path}" if path else None
