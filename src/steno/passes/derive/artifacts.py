"""Says which files the calls of a trace made, changed and deleted, as far as the log proves that they did.

Reads what edit tools and the program report.  What a command of the shell did to files counts only where it holds the
text of the file and its exit code proves that it was written.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from steno.base.exact import JSON
from steno.base.ids import sha256
from steno.base.patterns import deferred
from steno.edits import diffs
from steno.edits.calls import Delete, Move
from steno.model import Event, Lifecycle, Note, Trace
from steno.model.steps import ARTIFACTS, derived
from steno.passes.derive.act import Act, code
from steno.passes.derive.anchors import Found
from steno.passes.derive.files import Made, of_report

MADE = code(
    "100", "artifacts",
    "The files that calls created, changed or deleted, one artifact for each path as the agent spelled it. Edit tools "
    "and patches count if the log says that the call worked, and its report or arguments say what it did to which "
    "file. A patch that the program reports counts by that report, whatever became of the call around it; if no call "
    "accounts for it, the artifact names no step. A shell command counts only if it writes a file word for word, from "
    "a quoted here-document, and its exit code 0 proves that: there is nothing else in the command, or only `&&` "
    "between its parts, or `set -e` in its first line. Other changes by shell commands are not included.\n\n"
    "`type` is `deleted` if the last change removed "
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

    def add(self, by: Act | Event, made: Made) -> None:
        self.rests_on(by)
        self.content = made.after()
        self._gone = any(isinstance(step, Delete) for step in made.steps)
        diff = made.diff()
        self._diffs.append(None if diff is None else diffs.spelled(self.path, diff, new=made.new, gone=self._gone))
        edited = self._existed is True or bool(self.said)
        self.said.append("deleted" if self._gone else "created" if made.new else "changed" if edited else "written")

    def rests_on(self, by: Act | Event) -> None:
        if isinstance(by, Event):  # a report of the program's own, which belongs to no step
            self.evidence[by.uid] = None
            return
        self.steps[by.event.uid] = None
        reports = [event.uid for event in by.about if isinstance(event.body, Lifecycle)]
        result = [] if by.result is None else [by.result.uid]
        self.evidence |= dict.fromkeys((by.event.uid, *result, *reports))

    def moved(self, by: Act | Event, to: str) -> None:
        self.rests_on(by)
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


def notes(trace: Trace, found: Found) -> Iterator[Note]:
    files: dict[str, _File] = {}
    for act in found.acts:
        for made in act.made:
            _put(files, act, made)
    for event in found.loose:
        for made in of_report(event):
            _put(files, event, made)
    if files:
        sensitivity = "redacted" if "redacted" in trace.facts else "private"
        evidence = dict.fromkeys(uid for file in files.values() for uid in file.evidence)
        listed: list[JSON] = [file.artifact(sensitivity) for file in files.values()]
        yield derived(MADE.name, ARTIFACTS, listed, of=tuple(evidence))


def _put(files: dict[str, _File], by: Act | Event, made: Made) -> None:
    path, steps = made.path, made.steps
    move = steps[-1] if steps and isinstance(steps[-1], Move) else None
    file = files.get(path)
    if file is None:
        file = files[path] = _File(path, existed=made.existed())
    if move is None or len(steps) > 1:
        file.add(by, made)
    if move is not None:
        file.moved(by, move.to)
        there = files.setdefault(move.to, _File(move.to, existed=True))
        there.rests_on(by)
        there.said.append(f"moved here from {path}")


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
