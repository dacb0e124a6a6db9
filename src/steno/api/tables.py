"""Ask the catalog in SQL, and write what it answers as a table of some format."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO

from steno.api.catalog import Tell, ready
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.diagnostics import Report
from steno.errors import UsageError
from steno.store.asking import Answer as Answer
from steno.store.asking import ask, columns

FORMATS = ("table", "csv", "json", "parquet")


@contextmanager
def sql(
    world: World,
    question: str,
    *,
    fresh: bool = True,
    tell: Tell = lambda sentence: None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Iterator[Answer]:
    """What a question in SQL gives, while the block lasts.  It reads views alone, and changes nothing.

    Raises `UsageError` for what is no such question.
    """
    base = ready(world, fresh=fresh, tell=tell, report=report, progress=progress)
    try:
        yield ask(base, question)
    finally:
        base.close()


def views(world: World, *, fresh: bool = True) -> dict[str, list[str]]:
    """The views that can be asked, with their columns."""
    base: sqlite3.Connection = ready(world, fresh=fresh)
    try:
        return columns(base)
    finally:
        base.close()


def objects(answer: Answer) -> Iterator[dict[str, Any]]:
    """Each row as an object; raises `UsageError` where two columns have one name."""
    named(answer.columns)
    return (dict(zip(answer.columns, row, strict=True)) for row in answer.rows)


def named(found: Sequence[str]) -> None:
    twice = next((name for name in found if found.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"two columns are called {twice!r}: name one of them with AS")


def parquet(names: Sequence[str], rows: Sequence[Sequence[Any]], stream: BinaryIO) -> None:
    """Write rows as a Parquet file; raises `UsageError` where that cannot be."""
    named(names)
    try:
        import pyarrow
        from pyarrow import parquet as files
    except ImportError:
        raise UsageError("Parquet needs pyarrow: `pip install 'steno-trace[parquet]'`") from None
    cells = [list(each) for each in zip(*rows, strict=True)] if rows else [[] for _ in names]
    arrays = []
    for name, column in zip(names, cells, strict=True):
        try:
            arrays.append(pyarrow.array(column))
        except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError):
            raise UsageError(f"the column {name!r} holds values of several types: CAST it to one") from None
    files.write_table(pyarrow.table(arrays, names=list(names)), stream)
