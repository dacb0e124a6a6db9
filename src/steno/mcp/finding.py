"""Find sessions, and what was said and done in them."""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec import to_builtins

from steno.api import UsageError
from steno.api import search as searching
from steno.api.selection import day
from steno.api.sessions_table import TableFilter, session_table
from steno.mcp.arguments import ListSessions, Search
from steno.mcp.page import Asked, Page

_INNER = ("schema", "shape")


def offset(cursor: str | None) -> int:
    """Where a cursor points; raises `UsageError`."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 10):
        raise UsageError(f"cursor is {cursor!r}, expected `next` of the answer before")
    return int(cursor)


def list_sessions(asked: Asked) -> Page:
    args: ListSessions = asked.args
    start, world = offset(args.cursor), asked.world
    asked.fresh()
    wanted = TableFilter(
        agents=(args.agent,) if args.agent else (),
        projects=(args.project,) if args.project else (),
        words=args.words,
        since=day(world, args.since),
        until=day(world, args.until),
    )
    found = session_table(world, wanted, sort=args.sort, limit=args.limit, offset=start, fresh=False)
    about = {"sessions": found.total, "on_this_machine": found.found}
    return Page(about=about, rows=map(_row, found.rows), offset=start, total=found.total,
                more=start + len(found.rows) < found.total)  # fmt: skip


def _row(row: Any) -> dict[str, Any]:
    """Without what is not known, and without what only a page shows."""
    return {key: value for key, value in to_builtins(row).items() if value is not None and key not in _INNER}


def search(asked: Asked) -> Page:
    args: Search = asked.args
    start = offset(args.cursor)
    asked.fresh()
    wanted = searching.Wanted(
        text=args.text, regex=args.regex, agent=args.agent, project=args.project, tool=args.tool, role=args.role,
        since=args.since, file=args.file, failed=args.failed, limit=start + args.limit + 1, context=2,
    )  # fmt: skip
    found = searching.search(
        asked.world, wanted, fresh=False, mask=None if asked.safe.mask.is_off else asked.safe.mask,
        progress=asked.progress,
    )  # fmt: skip
    rows = [_hit(each) for each in found.found if _is_seen(each, asked)]
    rest = "get_events with session, event and text_from reads the whole text."
    return Page(rows=islice(rows, start, None), offset=start, most=args.limit, rest=rest)


def _is_seen(hit: searching.Found, asked: Asked) -> bool:
    """Whether what was looked for still stands there once all is masked: what is hidden cannot be found.

    An id is found without a text around it; there the words that were looked for must be no secret.
    """
    if hit.marks or asked.safe.mask.is_off:
        return True
    args: Search = asked.args
    return not hit.snippet and not args.regex and asked.safe.mask.piece(args.text) == args.text


def _hit(hit: searching.Found) -> dict[str, Any]:
    return {key: value for key, value in to_builtins(hit).items() if key not in ("schema", "marks", "path")}
