"""Measure and compare sessions, and tell which of them wrote a line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from steno.api import By, UsageError
from steno.api.blame import blame as blamed
from steno.api.blame import masked_blame
from steno.api.compare import diff as compared
from steno.api.compare import record
from steno.api.figures import records
from steno.api.selection import period
from steno.api.stats import Chosen
from steno.api.stats import stats as counted
from steno.mcp.arguments import Blame, Diff, Stats
from steno.mcp.finding import offset
from steno.mcp.page import Asked, Page

_LISTS = ("changed", "outputs", "missing", "extra")


def stats(asked: Asked) -> Page:
    args: Stats = asked.args
    start, world = offset(args.cursor), asked.world
    if not args.sessions:
        asked.fresh()
    chosen = Chosen(
        by=By(args.by), period=period(world, args.since, args.until), agent=args.agent, project=args.project
    )
    found = counted(world, list(map(asked.session, args.sessions)), chosen, fresh=False, progress=asked.progress)
    rows = [{**row, **_title(row, found.titles)} for row in records(found)]
    for row in rows:
        row.pop("schema", None)
    about = {"sessions": found.done, "total": rows.pop()}
    return Page(about=about, rows=islice(rows, start, None), offset=start, total=len(rows))


def _title(row: dict[str, Any], titles: dict[str, str]) -> dict[str, str]:
    title = titles.get(str(row.get("name"))) if row.get("by") == By.SESSION.value else None
    return {"title": title} if title else {}


def diff(asked: Asked) -> Page:
    args: Diff = asked.args
    start = offset(args.cursor)
    found = record(
        compared(
            asked.world, asked.session(args.a), asked.session(args.b), mask=asked.safe.mask, progress=asked.progress
        )
    )
    rows = list(_differences(found))
    about = {key: value for key, value in found.items() if key not in _LISTS}
    rest = "get_events with the session and the number of an event reads a text whole."
    return Page(about=about, rows=islice(rows, start, None), offset=start, total=len(rows), rest=rest)


def _differences(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name in _LISTS:
        yield from ({"in": name, **each} for each in found[name])


def blame(asked: Asked) -> Page:
    args: Blame = asked.args
    start, path = offset(args.cursor), Path(args.file)
    if not path.is_absolute():
        raise UsageError(f"file is {args.file!r}, expected a whole path")
    if args.revision.startswith("-"):
        raise UsageError(f"revision is {args.revision!r}, expected a commit such as HEAD")
    asked.roots.check(args.file)
    found = blamed(asked.world, path, revision=args.revision)
    shown = found.blame if asked.safe.mask.is_off else masked_blame(found.blame)
    about = {"file": shown.file, "commit": shown.commit, "lines": shown.counts(), "unsearched": found.unsearched}
    rows = map(_line, islice(shown.lines, start, None))
    return Page(about=about, rows=rows, offset=start, total=len(shown.lines))


def _line(each: Any) -> dict[str, Any]:
    return {key: value for key, value in to_builtins(each).items() if value is not None}
