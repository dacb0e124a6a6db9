"""The files of a session as a table, and as JSON.  Prints nothing."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import to_builtins

from steno.api.files import WRITES, File, Files, Result, Touch
from steno.base.exact import JSON
from steno.render.table import Column, table
from steno.render.terminal import Paint, number_of
from steno.render.times import when

_COLUMNS = (
    Column("FILE", most=200, end=True, least=24), Column("STATE", rank=1), Column("READ", right=True, rank=5),
    Column("WRITTEN", right=True, rank=4), Column("FAILED", right=True, rank=3), Column("LINES", right=True, rank=2),
    Column("LAST", rank=6),
)  # fmt: skip
_TOUCHES = (
    Column("FILE", most=200, end=True, least=24), Column("EVENT", right=True, rank=3), Column("TIME", rank=5),
    Column("TOOL", rank=4), Column("RESULT", rank=1), Column("LINES", right=True, rank=2),
)  # fmt: skip


def record(found: Files) -> dict[str, JSON]:
    """As JSON; what is not known is absent."""
    known: dict[str, JSON] = to_builtins(found)
    known["files"] = [{**to_builtins(file), **_sums(file)} for file in found.files]
    return known


def _sums(file: File) -> dict[str, JSON]:
    added, removed = file.lines
    return {
        "state": file.state.value,
        "read": file.count(Result.READ),
        "written": file.count(*WRITES),
        "failed": file.count(Result.FAILED),
        "added": added,
        "removed": removed,
        "lower_bound": file.is_floor,
    }


def lines(found: Files, paint: Paint, *, calls: bool = False) -> Iterator[str]:
    """A row for each file, or for each of the calls on it."""
    if not found.files:
        yield paint("No file was read or changed by a call that names it.", "dim")
        return
    if calls:
        yield from table(_TOUCHES, [_call(file, touch) for file in found.files for touch in file.touches], paint)
        return
    yield from table(_COLUMNS, [_row(file) for file in found.files], paint)
    changed = [file for file in found.files if file.count(*WRITES)]
    added, removed = (sum(file.lines[side] for file in changed) for side in (0, 1))
    more = " or more" if any(file.is_floor for file in changed) else ""
    yield ""
    yield paint(
        f"{number_of(len(found.files), 'file')}, {len(changed):,} changed: +{added:,} -{removed:,}{more}", "dim"
    )


def _row(file: File) -> list[str]:
    counts = (file.count(Result.READ), file.count(*WRITES), file.count(Result.FAILED))
    return [
        file.path,
        file.state.value,
        *(f"{count:,}" if count else "" for count in counts),
        _lines(*file.lines, floor=file.is_floor),
        when(file.touches[-1].time),
    ]


def _call(file: File, touch: Touch) -> list[str]:
    known = "" if touch.added is None or touch.removed is None else _lines(touch.added, touch.removed)
    result = f"{touch.result.value} to {touch.to}" if touch.to else touch.result.value
    return [file.path, f"{touch.number:,}", when(touch.time, seconds=True), touch.tool, result, known]


def _lines(added: int, removed: int, *, floor: bool = False) -> str:
    """`≥` where there were more."""
    known = f"+{added:,} -{removed:,}" if added or removed else ""
    return f"≥ {known}" if floor and known else "?" if floor else known
