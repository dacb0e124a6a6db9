"""Plays the edits of all sessions again, in time: what each file was after each of them, and whose its lines are.

Any difference between what a file was found to be and what it was left as is somebody else's doing: a human, a
formatter, a command.  Lines that it kept keep their owner, those that are new have none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from steno.edits.calls import Append, Delete, Edit, FileAction, Hunks, Move, Replace, Seen, Tried, Whole
from steno.edits.patchtext import Hunk
from steno.vcs.difference import middle
from steno.vcs.lines import Owner, State, blank, carried, fresh, kept, plain, split, unowned

Base = Callable[[str, float], str | None]
"""A file in git as it was at a time; None where it is not there."""


class Written(Struct, frozen=True, kw_only=True):
    """A patch: what one edit did at one place of a file."""

    edit: int
    """Index of the edit."""
    path: str
    first: int
    """The line, counted from 1, at which it begins in the file after the edit."""
    added: tuple[str, ...]
    removed: tuple[str, ...]
    hunk: int
    """Counted in the edit."""
    loose: bool
    """Whether the file around it is not known."""
    moved: str = ""
    """Where the file was before, if this is the move of a file."""
    gone: bool = False
    """Whether this is the end of the file."""


class Done(Struct, frozen=True, array_like=True):
    """An edit that was played, without its contents."""

    session: str
    uid: str
    time: float
    path: str
    """In the repository."""
    method: str
    mixed: bool
    hooked: bool = False
    """Whether a hook saw the file."""


class Replay:
    """The files as the sessions know them so far."""

    def __init__(self, base: Base) -> None:
        self._base = base
        self.edits: list[Done] = []
        self.latest = 0.0
        """When the last of them was."""
        self.active: dict[str, float] = {}
        """By session, when its last edit was, also one that only looked or failed."""
        self.patches: list[Written] = []
        self.files: dict[str, State] = {}
        """As the last edit left them, or as they were last seen."""
        self.committed: dict[str, State] = {}
        """As the last commit with lines of ours had them."""
        self.loose: dict[str, list[State]] = {}
        """Pieces of files whose place in the file is not known."""
        self.others: dict[str, set[str]] = {}
        """Lines of each file that no edit wrote."""

    def edit(self, edit: Edit, path: str, to: Callable[[str], str | None]) -> list[int]:
        """Plays one edit; the numbers of its patches.  `to` says where a path that the edit names lies."""
        number = len(self.edits)
        self.edits.append(Done(edit.session, edit.uid, edit.time, path, edit.method, edit.mixed, edit.saw is not None))
        self.latest = max(self.latest, edit.time)
        self.active[edit.session] = max(self.active.get(edit.session, 0.0), edit.time)
        made: list[int] = []
        state = self._before(edit, path)
        left = None if edit.saw is None else edit.saw.after
        fits, at = True, path
        for step in edit.steps:
            match step:
                case Tried():
                    pass
                case Seen():
                    self._found(path, step.text)
                case Delete():
                    had = () if state is None else state.lines if state.lines[-1] else state.lines[:-1]
                    self._patch(number, path, (0, (), had), made, loose=state is None, gone=True)
                    self.files.pop(path, None)
                case Move():
                    path = self._move(number, path, to(step.to), made)
                case _:
                    after = _apply(state, step) if state is not None else None
                    if after is None and not _known(edit) and (known := self._base(path, edit.time)) is not None:
                        # What we know of the file is not what the tool found; what is committed may be.
                        after = _apply(fresh(known), step)
                        state = state if after is None else self._found(path, known)
                    if after is not None:
                        state = self._play(number, path, state or fresh(""), after, made)
                    elif left is None:
                        made += self._loosely(number, path, step)
                    else:
                        fits = False
        if left is not None and path == at:
            if fits:
                self._found(path, left)  # whatever is not as the tool wrote it, something else did in that moment
            else:
                self._play(number, path, state or fresh(""), plain(left)[0], made)
        return made

    def _move(self, number: int, path: str, target: str | None, made: list[int]) -> str:
        """Where the file is afterwards."""
        if target is None or path not in self.files:
            return path
        self.files[target] = self.files.pop(path)
        self.others.setdefault(target, set()).update(self.others.get(path, ()))
        self._patch(number, target, (0, (), ()), made, loose=False, moved=path)
        return target

    def _before(self, edit: Edit, path: str) -> State | None:
        """The file as the tool found it; None where nobody knows."""
        before = edit.before if edit.saw is None or edit.saw.before is None else edit.saw.before
        if before is not None:
            return self._found(path, before)
        if isinstance(edit.steps[0], Seen | Tried):
            return None
        state = self.files.get(path)
        if edit.new or (edit.saw is not None and edit.saw.new):
            return fresh("")
        if state is None and (known := self._base(path, edit.time)) is not None:
            state = self._found(path, known)
        if state is None and isinstance(edit.steps[0], Whole):
            return fresh("")
        return state

    def _found(self, path: str, text: str) -> State:
        others = self.others.setdefault(path, set())
        state = carried(self.sources(path), text, others)
        if state.owners is not self.owners(path):
            others.update(unowned(state.lines, state.owners))
        self.files[path] = state
        return state

    def owners(self, path: str) -> Sequence[Owner | None]:
        """Of the lines of a file as it was last known."""
        return self.files[path].owners if path in self.files else ()

    def knows(self, path: str) -> bool:
        return path in self.files or path in self.committed or path in self.loose

    def sources(self, path: str) -> list[State]:
        """What is known of a file, best first."""
        known = (self.files.get(path), self.committed.get(path))
        return [*(each for each in known if each is not None), *reversed(self.loose.get(path, []))]

    def _play(self, number: int, path: str, before: State, after: str, made: list[int]) -> State:
        """The state after an edit, with a patch for each place that it changed."""
        start, removed, added = middle(before.plain, after)
        owners: list[Owner | None] = list(before.owners[:start])
        i = j = 0
        for k, h in [*kept(removed, added), (len(removed), len(added))]:
            if i < k or j < h:
                patch = self._patch(number, path, (start + j, added[j:h], removed[i:k]), made, loose=False)
                owners += (Owner(patch, offset) for offset in range(h - j))
            if k < len(removed):
                owners.append(before.owners[start + k])
            i, j = k + 1, h + 1
        owners += before.owners[start + len(removed) :]
        self.files[path] = State.of(after, owners, crlf=before.crlf)
        return self.files[path]

    def _patch(
        self, number: int, path: str, place: tuple[int, Sequence[str], Sequence[str]], made: list[int], *, loose: bool,
        moved: str = "", gone: bool = False,
    ) -> int:  # fmt: skip
        first, added, removed = place
        patch = Written(
            edit=number, path=path, first=first + 1, added=tuple(added), removed=tuple(removed), hunk=len(made),
            loose=loose, moved=moved, gone=gone,
        )  # fmt: skip
        self.patches.append(patch)
        made.append(len(self.patches) - 1)
        return made[-1]

    def _loosely(self, number: int, path: str, step: FileAction) -> list[int]:
        """Patches of an edit to a file that nobody knows: its own lines are known, and those around them."""
        made: list[int] = []
        for old, new in _pieces(step):
            staying = {j: i for i, j in kept(old, new)}
            added = [line for number, line in enumerate(new) if number not in staying]
            if all(map(blank, added)):
                continue
            patch = self._patch(number, path, (0, added, [line for line in old if line not in new]), made, loose=True)
            offsets = iter(range(len(added)))
            owners = [None if k in staying else Owner(patch, next(offsets)) for k in range(len(new))]
            self.loose.setdefault(path, []).append(State(new, owners))
        return made


def _known(edit: Edit) -> bool:
    """Whether the log or a hook says what the tool found."""
    return edit.before is not None or (edit.saw is not None and (edit.saw.before is not None or edit.saw.new))


def _pieces(step: FileAction) -> list[tuple[list[str], list[str]]]:
    match step:
        case Replace():
            return [(split(step.old), split(step.new))]
        case Hunks():
            return [(list(hunk.old), list(hunk.new)) for hunk in step.hunks]
        case Whole() | Append():
            return [([], split(step.text))]
        case _:
            return []


def _apply(state: State, step: FileAction) -> str | None:
    """The text after a step; None where it does not fit."""
    match step:
        case Whole():
            return plain(step.text)[0]
        case Append():
            return state.plain + step.text.replace("\r\n", "\n")
        case Replace():
            text, old, new = state.plain, step.old.replace("\r\n", "\n"), step.new.replace("\r\n", "\n")
            at = text.find(old) if old else -1
            if at < 0:
                return None
            # Not looked for once more: a file is long.
            return text[:at] + (text[at:].replace(old, new) if step.every else new + text[at + len(old) :])
        case Hunks():
            lines = _hunked(state.lines, step.hunks)
            return None if lines is None else "\n".join(lines)
        case _:
            return None


def _hunked(lines: Sequence[str], hunks: Sequence[Hunk]) -> list[str] | None:
    out: list[str] = []
    at = 0
    for hunk in hunks:
        place = _place(lines, hunk, at)
        if place is None:
            return None
        out += lines[at:place]
        # Lines that stay are the file's own, also where the patch spells their white space otherwise.
        found = lines[place : place + len(hunk.old)]
        staying = {j: i for i, j in kept(hunk.old, hunk.new)}
        out += [found[staying[k]] if k in staying else line for k, line in enumerate(hunk.new)]
        at = place + len(hunk.old)
    return [*out, *lines[at:]]


def _place(lines: Sequence[str], hunk: Hunk, at: int) -> int | None:
    """Where the old lines of a hunk stand: as they are, then without white space at their ends."""
    if not hunk.old and hunk.line:
        return min(hunk.line - 1, len(lines))
    if hunk.near:
        at = next((k + 1 for k in range(at, len(lines)) if lines[k].strip() == hunk.near), at)
    if not hunk.old:
        # A patch that only adds, without a place, adds at the end.
        return len(lines) - 1 if lines and not lines[-1] else len(lines)
    for clean in (str, str.rstrip, str.strip):
        old, here = [clean(line) for line in hunk.old], [clean(line) for line in lines]
        first = hunk.line - 1
        if hunk.line and first >= at and here[first : first + len(old)] == old:
            return first
        for k in range(at, len(here) - len(old) + 1):
            if here[k] == old[0] and here[k : k + len(old)] == old:
                return k
    return None
