"""Look at what a session did to files, and which commits it led to, as `steno link` has found them."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from steno.api.linked import Linked
from steno.api.mask import Mask
from steno.api.view import Desk
from steno.base.time import of_epoch
from steno.errors import NotFound, Unreadable, UsageError
from steno.viewer.diff import Diff, Hunk, diffs_of
from steno.viewer.masked import Pending
from steno.viewer.texts import Hidden
from steno.viewer.view import View

if TYPE_CHECKING:
    from steno.vcs.log import File
    from steno.vcs.remembered import Line, Link

_LINES: Final = 4000
"""So many lines of a commit are given."""
_SUBJECT: Final = 300


class Touched(Struct, kw_only=True, omit_defaults=True):
    """A file that the session changed."""

    path: str
    edits: list[int]
    """The events that did it."""
    plus: int | None = None
    minus: int | None = None
    """None where the log does not say."""
    state: str | None = None


class Made(Struct, kw_only=True):
    """A commit that the session led to."""

    commit: str
    subject: str | None
    time: str | None
    tier: str
    """How strong the evidence is."""
    lines: int
    """How many of its lines the session wrote."""
    reachable: bool
    unaccounted: list[str]
    """Files that it changed, and the session is not known to have edited."""


class Code(Struct, kw_only=True):
    state: str
    """`linked`; `not linked`: `hint` says what to run; `no repository`: it is not here."""
    folder: str | None
    """Where the session worked."""
    why: str | None
    hint: str | None
    commits: list[Made]
    files: list[Touched]
    asked: list[int]
    """The calls that asked git for a commit."""


class Lines(Struct, kw_only=True, omit_defaults=True):
    """A change of a file, and whose its lines are."""

    diff: Diff
    by: list[list[int | None]]
    """For each line of each hunk the event that wrote it; null where the session did not."""
    mine: int


class Commit(Struct, kw_only=True):
    commit: str
    files: list[Lines]
    hidden: int
    """How many lines are left out."""


def code(desk: Desk, key: str, level: str | None = None) -> Code | Pending:
    """What a session did to files, and the commits it led to; masked where a level is asked for."""
    view = desk.view(key, level)
    if isinstance(view, Pending):
        return view
    mask = Mask(desk.world, desk.level(level))
    folder, bare = _folder(view), _folder(desk.opened(key).view())
    found = Code(
        state="no repository", folder=folder, why=None, hint=None, commits=[], files=_touched(view),
        asked=sorted(view.index.at[row] + 1 for row in view.commits),
    )  # fmt: skip
    if bare is None:
        found.why, found.hint = "The log does not say in which folder the session worked.", None
        return found
    if not Path(bare).is_dir():
        found.why = "The folder in which the session worked is not on this machine."
        return found
    try:
        found.commits = _commits(desk, key, Path(bare), mask)
        found.state = "linked"
        if not found.commits:
            found.why = "No commit of this repository holds lines that this session is known to have written."
            found.hint = f"steno link --repo {folder}"
    except UsageError as error:
        found.why = str(mask.piece(str(error)))
        if "steno link" in found.why:
            found.state, found.hint = "not linked", f"steno link --repo {folder}"
    return found


def commit(desk: Desk, key: str, id: str, level: str | None = None) -> Commit | Pending:
    """What a commit changed, line by line, with the event that wrote each; raises `NotFound`."""
    view = desk.view(key, level)
    if isinstance(view, Pending):
        return view
    folder = _folder(desk.opened(key).view())
    if folder is None or not Path(folder).is_dir():
        raise NotFound("the repository of this session is not here", "open the session on the machine that has it")
    mask = Mask(desk.world, desk.level(level))
    with Linked(desk.world, Path(folder)) as here:
        from steno.vcs.commits import commits

        link = next((each for each in _links(desk, key, here) if each.commit == id), None)
        if link is None:
            raise NotFound("this session is not known to have led to this commit", "`steno link` looks for its commits")
        unread: list[str] = []
        found = next(iter(commits(here.repository, [link.commit], unread)), None)
        if found is None:
            raise Unreadable(f"git cannot show commit {link.commit[:12]}")
        lines = [each for each in here.known.lines if each.session == link.session and each.commit == link.commit]
    return _shown(view, link.commit, found.files, lines, mask)


def _folder(view: View) -> str | None:
    cwd = view.header.environment.get("cwd") if isinstance(view.header.environment, dict) else None
    first = cwd[0] if isinstance(cwd, list) and cwd else cwd
    return first if isinstance(first, str) else None


def _touched(view: View) -> list[Touched]:
    """The files that calls changed, those with most edits first."""
    found: dict[str, Touched] = {}
    for row in view.edited:
        event = view.event(row)
        for diff in diffs_of(view, event.uid):
            known = found.setdefault(diff.path, Touched(path=diff.path, edits=[], plus=0, minus=0, state=diff.state))
            known.edits.append(view.index.at[row] + 1)
            known.plus = None if known.plus is None or diff.plus is None else known.plus + diff.plus
            known.minus = None if known.minus is None or diff.minus is None else known.minus + diff.minus
    return sorted(found.values(), key=lambda each: (-len(each.edits), each.path))


def _links(desk: Desk, key: str, here: Linked) -> list[Link]:
    from steno.vcs.remembered import name_of

    path = desk.source(key).path
    name = "" if path is None else name_of(Path(os.path.realpath(path)))
    return [each for each in here.known.links if each.session == name]


def _commits(desk: Desk, key: str, folder: Path, mask: Mask) -> list[Made]:
    with Linked(desk.world, folder) as here:
        links = _links(desk, key, here)
        subjects = _subjects(here, [each.commit for each in links])
        reachable = here.repository.reachable(each.commit for each in links)
        counts = Counter(each.commit for each in here.known.lines if links and each.session == links[0].session)
    return [
        Made(
            commit=each.commit,
            subject=None if (text := subjects.get(each.commit)) is None else str(mask.piece(text)),
            time=of_epoch(each.time),
            tier=each.tier,
            lines=counts[each.commit],
            reachable=each.commit in reachable,
            unaccounted=[str(mask.piece(path)) for path in each.unaccounted],
        )
        for each in sorted(links, key=lambda each: each.time)
    ]


def _subjects(here: Linked, commits: list[str]) -> dict[str, str]:
    """The first line of each message."""
    if not commits:
        return {}
    given = "".join(f"{each}\n" for each in commits).encode()
    lines = here.repository.lines("log", "--no-walk=unsorted", "--stdin", "--format=%H %s", given=given)
    return {
        id: text[:_SUBJECT].encode("utf-8", "replace").decode()
        for id, _, text in (each.partition(" ") for each in lines)
    }


def _shown(view: View, id: str, files: list[File], lines: list[Line], mask: Mask) -> Commit:
    places = {event.uid: at for at, event in enumerate(view.events)}
    whose = {(each.path, each.line): places.get(each.event) for each in lines}
    found, left, hidden = list[Lines](), _LINES, 0
    for file in files:
        made = _file(file, whose, left)
        taken = sum(len(hunk.lines) for hunk in made.diff.hunks)
        hidden += 0 if made.diff.hidden is None else made.diff.hidden.lines
        left -= taken
        found.append(made)
    return Commit(commit=id, files=_masked(found, mask), hidden=hidden)


def _file(file: File, whose: dict[tuple[str, int], Any], room: int) -> Lines:
    hunks, by, plus, minus, mine, hidden = list[Hunk](), list[list[int | None]](), 0, 0, 0, 0
    for hunk in file.hunks:
        removed, added = [_text(each) for each in hunk.removed], [_text(each) for each in hunk.added]
        events = [whose.get((file.path, hunk.new + at)) for at in range(len(added))]
        numbers = [None if each is None else each + 1 for each in events]
        plus, minus = plus + len(added), minus + len(removed)
        mine += sum(each is not None for each in numbers)
        if len(removed) + len(added) > room:
            hidden += len(removed) + len(added)
            continue
        room -= len(removed) + len(added)
        hunks.append(Hunk(hunk.old, hunk.new, [*removed, *added]))
        by.append([*(None for _ in removed), *numbers])
    state = "binary" if file.binary else "new" if not file.old_blob.strip("0") and not minus else None
    diff = Diff(file.path, plus, minus, hunks, Hidden(hidden, 0) if hidden else None, state)
    return Lines(diff=diff, by=by, mine=mine)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace")


def _masked(found: list[Lines], mask: Mask) -> list[Lines]:
    """Each line as it would leave."""
    if mask.is_off:
        return found
    made = []
    for each in found:
        texts = [hunk.lines for hunk in each.diff.hunks]
        whole = [str(mask.piece("\n".join(line[1:] for line in lines))).split("\n") for lines in texts]
        hunks = [
            Hunk(hunk.from_, hunk.to, [line[0] + new for line, new in zip(lines, masked, strict=False)])
            for hunk, lines, masked in zip(each.diff.hunks, texts, whole, strict=True)
        ]
        diff = Diff(
            str(mask.piece(each.diff.path)), each.diff.plus, each.diff.minus, hunks, each.diff.hidden, each.diff.state
        )
        made.append(Lines(diff=diff, by=each.by, mine=each.mine))
    return made
