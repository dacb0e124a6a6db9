"""Says which files the calls of a trace made, changed and deleted, as far as the log proves that they did.

Reads what edit tools and the program report.  What a command of the shell did to files, no log says, and so neither
does this.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import Any

from steno import idioms, tools
from steno.base.exact import JSON
from steno.base.ids import sha256
from steno.base.patterns import deferred
from steno.edits import calls, diffs
from steno.edits.calls import Delete, FileAction, Move, Replace, Seen, Tried, Whole
from steno.idioms import FileReport
from steno.model import Lifecycle, Note, Trace
from steno.model.steps import ARTIFACTS, derived
from steno.passes.derive.act import Act, code

MADE = code(
    "100", "artifacts",
    "The files that calls created, changed or deleted, one artifact for each path as the agent spelled it. Only edit "
    "tools and patches count, if the log says that the call worked, and its report or arguments say what it did to "
    "which file. Changes made by shell commands are not included.\n\n`type` is `deleted` if the last change removed "
    "the file, `created` if the log says that the file did not exist before, `modified` if it says that it did, and "
    "otherwise `generated`: it was written, and nobody knows whether it existed before.\n\n`content` is the whole "
    "file after the last change, if the log has it: a file that a call wrote whole, or the file before an edit with "
    "the edit applied. `diff` has the changes one after the other, as the program reports them or made from the lines "
    "in the call; a hunk whose place is not known has no line numbers. A new file whose content is known has no "
    "diff.\n\n`hash` is the SHA-256 of `content` as it is in this trace, after redaction. It proves that the content "
    "is the one that was written here. If something was masked, it is not the hash of the original file, because that "
    "would let anyone test a guess at the secret. Without content there is no hash.\n\n`role` depends on the path: "
    "`test`, `config` and `log` by name and folder, `intermediate` for temporary files and files made and deleted "
    "again, and otherwise `deliverable`, which means that the file stays, not that somebody asked for it. "
    "`release_sensitivity` is `redacted` if the trace was redacted, and otherwise `private`: nobody has cleared it.",
)  # fmt: skip
CODES = (MADE,)

_HASH = "sha256:"
_TEST = deferred(r"(?:^|/)(?:tests?|__tests__|specs?)/|(?:^|/)(?:test_[^/]*|[^/]*(?:_test|\.test|_spec|\.spec)\.\w+)$")
_CONFIG = deferred(
    r"(?:^|/)(?:\.[^/]+|[^/]*\.(?:toml|ini|cfg|conf|ya?ml|env|properties|lock)|package(?:-lock)?\.json|"
    r"tsconfig[^/]*\.json|[^/]*\.config\.\w+|Makefile|Dockerfile[^/]*|requirements[^/]*\.txt|go\.(?:mod|sum))$"
)
_LOG = deferred(r"\.log$")
_TEMPORARY = deferred(r"^(?:/private)?(?:/var)?/tmp/|^/var/folders/|/(?:Temp|tmp)/")


class _File:
    """What became of one path."""

    def __init__(self, path: str, *, existed: bool | None) -> None:
        self.path, self._existed = path, existed
        self._diffs: list[str | None] = []
        self._gone = False
        self.content: str | None = None
        self.said: list[str] = []
        """What happened to it, in order."""
        self.steps: dict[str, None] = {}
        self.evidence: dict[str, None] = {}

    def add(self, act: Act, steps: tuple[FileAction, ...], known: Mapping[str, Any], diff: str | None) -> None:
        self.rests_on(act)
        self.content = _after(act, steps, known)
        self._gone = isinstance(steps[-1], Delete)
        new = bool(known.get("new"))
        self._diffs.append(None if diff is None else diffs.spelled(self.path, diff, new=new, gone=self._gone))
        edited = self._existed is True or bool(self.said)
        self.said.append("deleted" if self._gone else "created" if new else "changed" if edited else "written")

    def rests_on(self, act: Act) -> None:
        self.steps[act.event.uid] = None
        reports = [event.uid for event in act.about if isinstance(event.body, Lifecycle)]
        result = [] if act.result is None else [act.result.uid]
        self.evidence |= dict.fromkeys((act.event.uid, *result, *reports))

    def moved(self, act: Act, to: str) -> None:
        self.rests_on(act)
        self._gone, self.content = True, None
        self.said.append(f"moved to {to}")

    @property
    def type(self) -> str:
        if self._gone:
            return "deleted"
        if self._existed is None:
            return "generated"
        return "modified" if self._existed else "created"

    def artifact(self, sensitivity: str) -> dict[str, JSON]:
        content = self.content
        return {
            "path": self.path,
            "type": self.type,
            "role": self._role(),
            "related_steps": list(self.steps),
            "description": _described(self.path, content),
            "state": _sentence(self.said),
            "hash": None if content is None else _HASH + sha256(content.encode("utf-8", "surrogatepass")),
            "content": content,
            "diff": self._diff(),
            "release_sensitivity": sensitivity,
        }

    def _diff(self) -> str | None:
        """All changes or none: a part of them is not what happened to the file."""
        if self.type in ("created", "generated") and self.content is not None:
            return None
        known = [each for each in self._diffs if each is not None]
        return "".join(known) if known and len(known) == len(self._diffs) else None

    def _role(self) -> str:
        path = self.path.replace("\\", "/")
        if _TEMPORARY().search(path) or (self._gone and self._existed is False):
            return "intermediate"
        named = ((_TEST(), "test"), (_LOG(), "log"), (_CONFIG(), "config"))
        return next((role for pattern, role in named if pattern.search(path)), "deliverable")


def notes(trace: Trace, acts: list[Act]) -> Iterator[Note]:
    table = tools.known(trace.header.agent)
    files: dict[str, _File] = {}
    for act in acts:
        if act.call is None or not _worked(act):
            continue
        for path, steps, known in calls.done(act.event, act.result, act.about, table):
            if steps and known.get("method") != "shell" and not isinstance(steps[0], Seen | Tried):
                _put(files, act, path, steps, known)
    if files:
        sensitivity = "redacted" if "redacted" in trace.facts else "private"
        evidence = dict.fromkeys(uid for file in files.values() for uid in file.evidence)
        listed: list[JSON] = [file.artifact(sensitivity) for file in files.values()]
        yield derived(MADE.name, ARTIFACTS, listed, of=tuple(evidence))


def _worked(act: Act) -> bool:
    """Whether it did what it says of files; a script that ended did, whatever came of the other calls in it."""
    if act.inside is not None and act.result is not None and act.result.signs.completed:
        return True
    return act.verdict is not None and act.verdict.success


def _put(files: dict[str, _File], act: Act, path: str, steps: tuple[FileAction, ...], known: Mapping[str, Any]) -> None:
    move = steps[-1] if isinstance(steps[-1], Move) else None
    file = files.get(path)
    if file is None:
        file = files[path] = _File(path, existed=_existed(steps, known))
    rest = steps if move is None else steps[:-1]
    if rest:
        file.add(act, rest, known, _diff(act, path, rest, known))
    if move is not None:
        file.moved(act, move.to)
        there = files.setdefault(move.to, _File(move.to, existed=True))
        there.rests_on(act)
        there.said.append(f"moved here from {path}")


def _existed(steps: tuple[FileAction, ...], known: Mapping[str, Any]) -> bool | None:
    """Whether there was a file before; None where the log does not say."""
    if known.get("new"):
        return False
    whole = isinstance(steps[0], Whole) and known.get("before") is None
    return None if whole else True


def _diff(act: Act, path: str, steps: tuple[FileAction, ...], known: Mapping[str, Any]) -> str | None:
    """As the program reports it, or else of the lines that the call names."""
    for report in _reports(act):
        text = (diffs.of_hunks(report.hunks or ()) or report.diff) if report.path == path else None
        if text:
            return text if text.endswith("\n") else text + "\n"
    return None if known.get("mixed") else diffs.of_steps(steps, known)


def _reports(act: Act) -> list[FileReport]:
    """What the program says of the files that a call changed."""
    told = [event.body.data for event in act.about if isinstance(event.body, Lifecycle)]
    back = [] if act.returned is None else [act.returned.detail]
    return [report for value in (*back, *told) for report in idioms.file_reports(value)]


def _after(act: Act, steps: tuple[FileAction, ...], known: Mapping[str, Any]) -> str | None:
    """The whole file after a call; None where the log does not have it."""
    if len(steps) > 1:
        return None  # to do many edits of one long file is not linear
    step, before = steps[0], known.get("before")
    back = [] if act.returned is None else idioms.file_reports(act.returned.detail)
    if isinstance(step, Whole) and back and back[0].after is not None:
        return back[0].after
    if known.get("mixed"):
        return None  # the user changed what the call names
    if isinstance(step, Whole):
        return step.text
    if isinstance(step, Replace) and isinstance(before, str) and step.old in before:
        return before.replace(step.old, step.new, -1 if step.every else 1)
    return None


def _described(path: str, content: str | None) -> str:
    name = posixpath.basename(path.replace("\\", "/")) or path
    if content is None:
        return f"The file {name}."
    count = content.count("\n") + (not content.endswith("\n") and content != "")
    return f"The file {name}, {count} {'line' if count == 1 else 'lines'}."


def _sentence(said: list[str]) -> str:
    """What happened, with repetitions counted: `Created, then changed 2 times.`"""
    told: list[tuple[str, int]] = []
    for each in said:
        if told and told[-1][0] == each:
            told[-1] = (each, told[-1][1] + 1)
        else:
            told.append((each, 1))
    parts = [each if count == 1 else f"{each} {count} times" for each, count in told]
    text = ", then ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."
