"""Find events by their words for a page: in every session of the catalog, each hit with the key that opens it."""

from __future__ import annotations

import time
from contextlib import closing
from typing import Final

from msgspec import Struct

from steno.api.catalog import ready
from steno.api.mask import Mask
from steno.api.search import Found, search
from steno.api.search import Wanted as Query
from steno.api.sessions_table import TableFilter, session_table
from steno.api.shelf import Shelf
from steno.api.view import Desk
from steno.base.time import of_epoch
from steno.errors import Unreadable, UsageError
from steno.store.touched import Touch, of_path
from steno.viewer.masked import Pending

SCOPES: Final = ("all", "prompts", "commands", "files")
_MOST: Final = 200


class Hit(Struct, omit_defaults=True, kw_only=True):
    """An event that holds what was looked for."""

    key: str
    title: str | None = None
    project: str | None = None
    own: int
    """Its number in the session's own log: `s/KEY/own/N` gives the one that rows have."""
    kind: str
    tool: str | None = None
    before: str = ""
    match: str = ""
    after: str = ""
    time: str | None = None


class Hits(Struct, kw_only=True):
    total: int
    ms: int
    hits: list[Hit]


class _Keys:
    """Finds the key of a session by the path and the id that a hit has."""

    def __init__(self, desk: Desk, shelf: Shelf) -> None:
        table = session_table(desk.world, TableFilter(runs=True), fresh=False)
        self._shelf = shelf
        self._known = {(each.path, each.id): each for each in table.rows}
        self._paths = {each.path: each for each in table.rows}

    def of(self, path: str, id: str, agent: str) -> tuple[str, str | None, str | None]:
        row = self._known.get((path, id)) or self._paths.get(path)
        shared, archived = (False, False) if row is None else (row.sessions_in_file > 1, row.state == "deleted")
        key = self._shelf.key(path, agent, id, shared=shared, archived=archived)
        return key, None if row is None else row.title, None if row is None else row.project


def sought(
    desk: Desk, shelf: Shelf, text: str, scope: str = "all", count: int = 20, level: str | None = None
) -> Hits | Pending:
    """The hits of a search, the best first; masked where a level is asked for.  Raises `UsageError`."""
    if scope not in SCOPES:
        raise UsageError(f"scope is {scope[:40]!r}, expected {', '.join(SCOPES)}")
    started, mask = time.monotonic(), Mask(desk.world, desk.level(level))
    if not text.strip():
        return Hits(total=0, ms=0, hits=[])
    try:
        keys = _Keys(desk, shelf)
    except Unreadable:
        return Pending("indexing")
    count = min(max(1, count), _MOST)
    if scope == "files":
        with closing(ready(desk.world, fresh=False)) as base:
            touched = of_path(base, text)
        found, total = [_touched(each, keys) for each in touched[:count]], len(touched)
    else:
        wanted = Query(
            text=text, role="user" if scope == "prompts" else None, limit=_MOST if scope == "commands" else count
        )
        results = search(desk.world, wanted, fresh=False)
        hits = [each for each in results.found if scope != "commands" or each.kind == "tool_call"]
        found = [_hit(each, keys) for each in hits[:count]]
        total = len(hits) if scope == "commands" else results.total
    return Hits(
        total=total, ms=round((time.monotonic() - started) * 1000), hits=[_masked(each, mask) for each in found]
    )


def _hit(found: Found, keys: _Keys) -> Hit:
    key, title, project = keys.of(found.path, found.session, found.agent)
    said = found.snippet if isinstance(found.snippet, str) else ""
    start, end = found.marks[0] if found.marks else (len(said), len(said))
    return Hit(
        key=key,
        title=found.title if isinstance(found.title, str) else title,
        project=found.project if isinstance(found.project, str) else project,
        own=found.event,
        kind=found.kind,
        tool=found.tool if isinstance(found.tool, str) else None,
        before=("…" if found.more_before else "") + said[:start],
        match=said[start:end],
        after=said[end:] + ("…" if found.more_after else ""),
        time=found.time if isinstance(found.time, str) else None,
    )


def _touched(found: Touch, keys: _Keys) -> Hit:
    key, title, project = keys.of(found.source, found.session, found.agent)
    return Hit(
        key=key, title=title, project=project, own=found.event, kind=found.action, tool=found.tool, match=found.path,
        time=None if found.time is None else of_epoch(found.time / 1000),
    )  # fmt: skip


def _masked(hit: Hit, mask: Mask) -> Hit:
    """The hit as it would leave: a value that the match cuts in two is masked whole."""
    if mask.is_off:
        return hit
    whole = hit.before + hit.match + hit.after
    hidden = str(mask.piece(whole))
    before, match, after = (hit.before, hit.match, hit.after) if hidden == whole else (hidden, "", "")
    title, project = (None if each is None else str(mask.piece(each)) for each in (hit.title, hit.project))
    return Hit(
        key=hit.key, title=title, project=project, own=hit.own, kind=hit.kind, tool=hit.tool, before=before,
        match=match, after=after, time=hit.time,
    )  # fmt: skip
