"""Says where a session ran, as its log recorded it.  Asks nothing of the machine that reads the log."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno.base.exact import JSON
from steno.model import Injected, Note, Text
from steno.model.order import firsts
from steno.model.steps import derived
from steno.passes.enrich.seen import Seen, code, stated

ENVIRONMENT = code(
    "020", "environment",
    "The operating system, the shell and the state of version control, as the log recorded them while the session "
    "ran.  `vcs` is the branch and commit that the agent wrote down when it began; a branch named `HEAD` does not "
    "count. The shell is the one that the agent told its model about. The operating system is what the "
    "agent told its model (a tag, or a line `Platform: ...` of its instructions), or what `uname` printed, if the "
    "session ran it; a working directory that begins with a drive, as in `C:\\work`, is Windows. Other paths prove "
    "nothing, and nothing is taken from the machine that reads the log.",
)  # fmt: skip
CODES = (ENVIRONMENT,)

_TAG = re.compile(r"<(shell|operating_system|os)>([^<>\n]{1,100})</\1>")
_UNAME = re.compile(r"\s*uname(?:\s+-(?:s|a|sr|srm|sm|o))?\s*", re.ASCII)
_SYSTEMS = {"Darwin": "darwin", "Linux": "linux", "GNU/Linux": "linux", "FreeBSD": "freebsd"}
_WORD = re.compile(r"(?:GNU/)?[A-Za-z]+")
_KNOWN = {"macos": "darwin", "mac os": "darwin", "darwin": "darwin", "linux": "linux", "windows": "windows"}
_PLATFORM = re.compile(r"^[ \t]*(?:- )?Platform: (darwin|linux|win32)[ \t]*$", re.MULTILINE)
_PLATFORMS = {"darwin": "darwin", "linux": "linux", "win32": "windows"}
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_DETACHED = "HEAD"


def notes(seen: Seen) -> Iterator[Note]:
    values: dict[str, JSON] = {}
    of: dict[str, None] = {}
    for key, value, uid in (*_told(seen), *_instructed(seen), *_asked(seen), *_placed(seen)):
        if key not in values:
            values[key] = value
            of[uid] = None
    if (vcs := _vcs(seen)) is not None:
        values["vcs"] = vcs
        of |= dict.fromkeys(_stating(seen, vcs.get("branch")) or firsts(seen.trace))
    if values:
        yield derived(ENVIRONMENT.name, "environment", values, of=tuple(of))


def _vcs(seen: Seen) -> dict[str, JSON] | None:
    environment = seen.trace.header.environment
    branch = next((each for each in stated(environment.get("git_branch")) if each != _DETACHED), None)
    commit = next(stated(environment.get("git_commit")), None)
    if branch is None and commit is None and not environment.get("git_branch"):
        return None
    if not any(stated(environment.get("git_branch"))) and commit is None:
        return None
    known = {"base_commit": commit, "branch": branch}
    return {"type": "git", **{key: value for key, value in known.items() if value is not None}}


def _stating(seen: Seen, branch: JSON) -> tuple[str, ...]:
    """The first record that names the branch, where every record names one."""
    for event in seen.trace.events:
        if branch is not None and event.signs.branch == branch:
            return (event.uid,)
    return ()


def _told(seen: Seen) -> Iterator[tuple[str, str, str]]:
    """What the agent told its model of the machine."""
    for event in seen.trace.events:
        body = event.body
        if type(body) is Text and event.signs.injected is Injected.ENVIRONMENT:
            for name, value in _TAG.findall(body.text):
                if name == "shell":
                    yield "shell", value.strip(), event.uid
                elif (system := _KNOWN.get(value.strip().lower())) is not None:
                    yield "os", system, event.uid


def _instructed(seen: Seen) -> Iterator[tuple[str, str, str]]:
    """What the model's instructions say of the platform."""
    for prompt in seen.trace.header.system_prompts.values():
        if isinstance(prompt, str) and (found := _PLATFORM.search(prompt)):
            yield from (("os", _PLATFORMS[found[1]], uid) for uid in firsts(seen.trace)[:1])


def _placed(seen: Seen) -> Iterator[tuple[str, str, str]]:
    """A working directory on a drive, which only one system has."""
    places = list(stated(seen.trace.header.environment.get("cwd")))
    if places and all(map(_DRIVE.match, places)):
        yield from (("os", "windows", uid) for uid in firsts(seen.trace)[:1])


def _asked(seen: Seen) -> Iterator[tuple[str, str, str]]:
    """What `uname` printed."""
    for command, done in seen.commands:
        if "uname" in command and _UNAME.fullmatch(command) and not done.failed and done.result is not None:
            last = done.output.rpartition("Output:\n")[2].lstrip()
            word = _WORD.match(last)
            if word and (system := _SYSTEMS.get(word[0])) is not None:
                yield "os", system, done.result.uid
