"""Judges steps by what came after them: edits that were taken back, edits that a check disproved, fixes that held.

Only what the log proves: the same lines, the same file and line, the same check run again.
"""

from __future__ import annotations

import posixpath
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from steno.base.counts import number_of
from steno.base.patterns import deferred
from steno.edits.calls import FileAction, Hunks, Replace, Whole
from steno.model.calls import text_of
from steno.passes.derive.act import Act, Judgement, code
from steno.passes.derive.files import Made
from steno.passes.derive.outcomes import failure, quote

UNDONE = code(
    "135", "edit-undone",
    "An edit has `eval` -1 if a later edit of the same agent takes out exactly the lines that it put in and puts "
    "others in their place, before the human asks for anything new. The later edit has `retry_of`, and the directive "
    "says what stands there instead. An edit that is only added to, moved, or taken out again (a print for a trial) is "
    "not judged.",
)  # fmt: skip
DISPROVED = code(
    "136", "edit-disproved",
    "An edit has `eval` -1 if a check failed on a line that it wrote: the output of the check names the file and the "
    "line, and the line numbers that the program reported for the edits lead to it. The directive quotes the error. If "
    "a later edit changes these lines, it has `retry_of`, and the directive says what stands there instead.",
)  # fmt: skip
CHECKED = code(
    "137", "check-found-fault",
    "A check that fails (a test, a linter, a build) did its work: its `eval` is 0, and what it proves is said of the "
    "edit. A command that fails and is run again unchanged after an edit is a check, whatever it runs.",
)  # fmt: skip
FIXED = code(
    "138", "fix-verified",
    "An edit has `eval` 1 if a check failed before it, the same check passed after it, and it is the only edit between "
    "the two, or the only one in a file that the failure names.",
)  # fmt: skip
CODES = (UNDONE, DISPROVED, CHECKED, FIXED)

_QUOTED_LINES = 4
_PLACES = 40
"""So many places of an output are looked at."""
_RECENT = 16
"""So many edits of a file are kept: an older one is not looked for."""
_Ranges = list[tuple[int, int]]
_SINCE = 200
"""After so many edits nobody can say which one helped."""
_PLACE = deferred(r"([\w.@+/\\-]{1,200}\.\w{1,8})(?::|\(|\", line )(\d{1,6})")


class _Edit:
    """What one step did to one file."""

    def __init__(
        self, act: Act, path: str, removed: tuple[str, ...], inserted: tuple[str, ...], ranges: _Ranges
    ) -> None:
        self.act, self.path, self.removed, self.inserted = act, path, removed, inserted
        self.ranges = ranges
        """Where its lines stand now, each range by its first and its last line; none where no number is known."""
        self.check: Act | None = None
        """The check that failed on one of its lines."""

    def stands_at(self, line: int) -> bool:
        return any(first <= line <= last for first, last in self.ranges)

    def shift(self, hunks: list[tuple[int, int, int]]) -> None:
        """A later edit of the file moves the lines behind its hunks."""
        for at, old, new in hunks:
            moved = (
                (first, last) if last < at else (first + new - old, last + new - old) for first, last in self.ranges
            )
            self.ranges = [(first, last) for first, last in moved if first > 0]


class _Failed(Struct, frozen=True):
    """A check that failed."""

    act: Act
    edits: int
    """How many edits there were by then."""


class Hindsight:
    """One walk over the steps, in the order in which they were taken."""

    def __init__(self, is_check: Callable[[Act], bool]) -> None:
        self._is_check = is_check
        self._inserted: dict[tuple[str, str, tuple[str, ...]], _Edit] = {}
        """Edits whose lines still stand, by agent, path and lines."""
        self._recent: dict[str, deque[_Edit]] = {}
        """The latest edits of each path, as it is spelled."""
        self._named: dict[str, set[str]] = {}
        """The paths of edits, by the last part of their names."""
        self._edits: list[_Edit] = []
        self._open: dict[str, _Failed] = {}
        """Checks that failed and have not passed since, by their uid."""

    def run(self, acts: list[Act]) -> None:
        for act in acts:
            if act.opens:
                self._asked(act)
            elif act.call is not None:
                self._called(act)

    def _asked(self, act: Act) -> None:
        """A new request may want something else than the one before: nothing is a mistake for that."""
        if act.reply is None or act.reply.role not in ("approval", "correction"):
            self._inserted.clear()
            self._open.clear()

    def _called(self, act: Act) -> None:
        verdict = act.verdict
        if verdict is None:
            return
        if verdict.success:
            self._passed(act)
            for edit, hunks in _edits(act):
                self._edited(edit, hunks)
        elif act.returned is not None and (self._is_check(act) or _is_repeated(act)):
            self._failed(act)

    # Edits

    def _edited(self, edit: _Edit, hunks: list[tuple[int, int, int]]) -> None:
        recent = self._recent.setdefault(edit.path, deque(maxlen=_RECENT))
        for earlier in recent:
            self._mends(edit, earlier)
            earlier.shift(hunks)
        recent.append(edit)
        before = self._inserted.pop((edit.act.actor, edit.path, edit.removed), None) if edit.removed else None
        if before is not None and before.act.judgement is None and _replaces(edit, before):
            of = (before.act.event.uid, edit.act.event.uid)
            reason = "A later edit put other lines in the place of this one's."
            before.act.judgement = Judgement(-1, reason, _instead(edit), UNDONE.name, of)
            edit.act.redoes, edit.act.redone_by = before.act, UNDONE.name
        if edit.inserted:
            self._inserted[edit.act.actor, edit.path, edit.inserted] = edit
        self._named.setdefault(posixpath.basename(edit.path), set()).add(edit.path)
        self._edits.append(edit)

    def _mends(self, edit: _Edit, earlier: _Edit) -> None:
        """An edit that changes the lines on which a check failed does them again."""
        check, judged = earlier.check, earlier.act.judgement
        if check is None or judged is None or judged.rule != DISPROVED.name or earlier.act is edit.act:
            return
        if not set(earlier.inserted).isdisjoint(edit.removed):
            earlier.act.judgement = _disproof(earlier, check, edit)
            earlier.check = None
            if edit.act.redoes is None:
                edit.act.redoes, edit.act.redone_by = earlier.act, DISPROVED.name

    # Checks

    def _failed(self, act: Act) -> None:
        before = self._again(act)
        if self._is_check(act) or before is not None:
            _neutral(act)
        for edit in self._disproved(act):
            if edit.act.judgement is None:
                edit.act.judgement, edit.check = _disproof(edit, act, None), act
        self._open[act.event.uid] = _Failed(act, len(self._edits))

    def _disproved(self, act: Act) -> Iterator[_Edit]:
        """For each file, the edit that wrote the first line of it which the output names."""
        seen: set[str] = set()
        for path, line in self._places(act):
            if path not in seen:
                seen.add(path)
                yield from [edit for edit in reversed(self._recent[path]) if edit.stands_at(line)][:1]

    def _places(self, act: Act) -> Iterator[tuple[str, int]]:
        """The files that agents edited and an output names, each with a line."""
        text = text_of(act.returned.content) if act.returned is not None else None
        found = _PLACE().finditer(text or "")
        for _, place in zip(range(_PLACES), found, strict=False):
            name = place[1].replace("\\", "/").removeprefix("./")
            ends = [path for path in self._named.get(posixpath.basename(name), ()) if _is_end(path, name)]
            if len(ends) == 1:
                yield ends[0], int(place[2])

    def _again(self, act: Act) -> _Failed | None:
        """The failed check that a call runs again after an edit.  What is run unchanged to see an edit work is one."""
        failed = self._open.pop(act.retry.event.uid, None) if act.retry is not None else None
        if failed is None or failed.edits == len(self._edits):
            return None
        _neutral(failed.act)
        return failed

    def _passed(self, act: Act) -> None:
        failed = self._again(act)
        since = [] if failed is None else self._edits[failed.edits : failed.edits + _SINCE]
        if failed is None or len(since) == _SINCE:
            return
        named = {path for path, _ in self._places(failed.act)}
        fix = _only(since) or _only([edit for edit in since if edit.path in named])
        if fix is None:
            return
        if fix.act.judgement is None:
            of = (failed.act.event.uid, fix.act.event.uid, act.event.uid)
            fix.act.judgement = Judgement(
                1, "The check that failed before this edit passed after it.", "", FIXED.name, of
            )


def _neutral(act: Act) -> None:
    act.judgement = Judgement(0, "The check found a fault.", "", CHECKED.name, (act.event.uid,))


def _is_repeated(act: Act) -> bool:
    """Whether a call is made again with the same arguments."""
    later = act.retried.call if act.retried is not None else None
    return later is not None and act.call is not None and later.arguments == act.call.arguments


def _only(edits: list[_Edit]) -> _Edit | None:
    """The edit that stands for all: they are one step's."""
    return edits[0] if edits and all(edit.act is edits[0].act for edit in edits) else None


def _disproof(edit: _Edit, check: Act, fix: _Edit | None) -> Judgement:
    how = failure(check)
    told = f"A check failed on a line of this edit{': ' + how if how else ''}."
    of = [edit.act.event.uid, check.event.uid, *((check.result.uid,) if check.result is not None else ())]
    if fix is not None:
        told, of = f"{told} {_instead(fix)}", [*of, fix.act.event.uid]
    return Judgement(-1, "A check failed on a line that this edit wrote.", told, DISPROVED.name, tuple(of))


def _instead(edit: _Edit) -> str:
    """What a later edit put in the place of an earlier one's lines."""
    if not edit.inserted:
        return "A later edit took lines out."
    if len(edit.inserted) > _QUOTED_LINES:
        return f"They were replaced by {number_of(len(edit.inserted), 'other line')}; see the later edit."
    return "Instead: " + " ".join(quote(line) for line in edit.inserted)


def _replaces(edit: _Edit, before: _Edit) -> bool:
    """Whether an edit puts other lines in the place of an earlier one's.

    What only takes them out may end a trial; what holds most of them adds to them or moves them.
    """
    if edit.act is before.act or not any(map(str.strip, edit.inserted)) or edit.inserted == before.removed:
        return False
    lines, others = ({" ".join(line.split()) for line in each.inserted} for each in (before, edit))
    return 2 * len(lines & others) < len(lines)


def _is_end(path: str, name: str) -> bool:
    path = path.replace("\\", "/")
    return path == name or path.endswith("/" + name) or name.endswith("/" + path)


def _edits(act: Act) -> Iterator[tuple[_Edit, list[tuple[int, int, int]]]]:
    """What a call did to files, with the place of each hunk: its line, and how many it has before and after."""
    for made in act.made if not any(each.mixed for each in act.made) else ():
        removed, inserted = _lines(made.steps)
        hunks, ranges = _numbers(made, len(inserted))
        if removed or inserted:
            yield _Edit(act, made.path, removed, inserted, ranges), hunks


def _lines(steps: Iterable[FileAction]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that edits took out and put in; those that stay are neither."""
    removed: list[str] = []
    inserted: list[str] = []
    for step in steps:
        pairs = [(step.old.split("\n"), step.new.split("\n"))] if isinstance(step, Replace) else []
        if isinstance(step, Hunks):
            pairs = [(list(hunk.old), list(hunk.new)) for hunk in step.hunks]
        elif isinstance(step, Whole):
            pairs = [([], step.text.split("\n"))]
        for old, new in pairs:
            start, end = _common(old, new)
            removed += old[start : len(old) - end]
            inserted += new[start : len(new) - end]
    return tuple(removed), tuple(inserted)


def _common(old: list[str], new: list[str]) -> tuple[int, int]:
    """How many lines stay at the beginning, and how many at the end."""
    most = min(len(old), len(new))
    start = next((index for index in range(most) if old[index] != new[index]), most)
    rest = most - start
    end = next((index for index in range(rest) if old[-1 - index] != new[-1 - index]), rest)
    return start, end


def _numbers(made: Made, lines: int) -> tuple[list[tuple[int, int, int]], _Ranges]:
    """The hunks of a change and where its new lines stand, as far as the program reports numbers."""
    if made.steps and isinstance(made.steps[-1], Whole):
        return [], [(1, lines)]
    hunks: list[tuple[int, int, int]] = []
    ranges: _Ranges = []
    for hunk in (made.report.hunks or ()) if made.report is not None else ():
        if hunk.new is None:
            return [], []
        old, new = (sum(not line.startswith(sign) for line in hunk.lines) for sign in "+-")
        hunks.append((hunk.new, old, new))
        line = hunk.new
        for text in hunk.lines:
            if text.startswith("+"):
                ranges.append((line, line))
            line += not text.startswith("-")
    return hunks, ranges
