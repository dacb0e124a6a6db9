"""No value in any field of any format makes a reader, a writer, a rule or a view raise."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from steno import pipeline, prices
from steno.api.card import card, counts
from steno.contracts import Ambient, Strictness, UsageError
from steno.diagnostics import Diagnostic, Place
from steno.model import Trace
from steno.registry import formats
from steno.render import card as cards
from steno.render import cost
from steno.render.explain import Explained
from steno.render.terminal import Paint
from steno.render.transcript import View, transcript
from steno.session import Input, enriched, overview
from steno.spending import Spending
from steno.stats import By
from steno.testing.battery import WRONG, dumped, pointers, replaced, without
from steno.verify import verify
from tests.given.agents import ALIKE
from tests.given.effort import share

FIXTURES = Path(__file__).parents[1] / "fixtures"
SPELLED = (b"1e400", b"-0", b"9" * 5000, b'"\\ud800"', b'"\\u001b]0;x\\u0007\\u009b31m"', b'"0001-01-01T00:00:00Z"')
"""Values that only their bytes can say."""
TARGETS = [name for name in formats.names() if name not in ALIKE]
WHOLE = {"open-token": "rich.json", "forsy": "clean.json", "opentraces": "v0_7.jsonl"}
"""Formats whose documents are one record: each wrong value is a file of its own."""
AMBIENT = Ambient(lambda: datetime(2026, 1, 31, tzinfo=UTC), bytes)
PLAIN = Paint(colour=False)
PRICES = prices.table([])


def kinds(records: list[Any]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """One place for every kind of field: a record, and a path in it."""
    seen = set()
    for number, record in enumerate(records):
        inner = record.get("payload")
        tag = record.get("type"), inner.get("type") if isinstance(inner, dict) else None
        for path in pointers(record):
            kind = tag, tuple("*" if isinstance(key, int) else key for key in path)
            if kind not in seen:
                seen.add(kind)
                yield number, path


def spoiled(record: Any, path: tuple[Any, ...]) -> list[bytes]:
    """The record with each wrong value at the path, and without it."""
    marked = dumped(replaced(record, path, "@spelled@"))
    return [
        *(dumped(replaced(record, path, value)) for value in WRONG),
        *(marked.replace(b'"@spelled@"', value) for value in SPELLED),
        dumped(without(record, path)),
    ]


def files(name: str) -> Iterator[bytes]:
    """Of a log, files with a share of the wrong values of each field; of a document, a file for each, with one."""
    folder = FIXTURES / name.replace("-", "_")
    if name in WHOLE:
        (document, *_) = _records(folder / WHOLE[name])
        for turn, (_, path) in enumerate(kinds([document])):
            wrong = spoiled(document, path)
            yield wrong[turn % len(wrong)]
        return
    logs = [path for path in sorted(folder.glob("*.jsonl")) if path.stem != "odd"]  # whose lines are no JSON already
    records = [record for path in logs for record in _records(path)]
    spoils = [line for number, path in kinds(records) for line in share(spoiled(records[number], path), str(path))]
    # A log is read line by line; a few hundred wrong lines among good ones show what a thousand files would.
    good = [dumped(record) for record in records[:3]]
    yield from (b"\n".join([*good, *spoils[start : start + 300]]) for start in range(0, len(spoils), 300))


def _records(path: Path) -> list[Any]:
    data = path.read_bytes()
    texts = [data] if path.suffix == ".json" else data.splitlines()
    return [record for text in texts if text.strip() and isinstance(record := json.loads(text), dict)]


def views(trace: Trace) -> str:
    """What the commands would print of a trace."""
    spending = Spending(By.TOOL, PRICES)
    spending.add(trace, "hostile")
    spending.finish()
    explained = Explained(enriched(trace))
    overview(trace)
    return "\n".join(
        [
            *transcript(trace, PLAIN, View(thoughts=True, fold=True, everything=True)),
            *explained.overview(PLAIN),
            *explained.listing(PLAIN),
            *cost.lines(spending.groups, spending.total, By.TOOL, PLAIN),
            *cards.lines(card(trace, PRICES, "hostile"), "hostile", 0, None, PLAIN),
        ]
    )


@pytest.mark.parametrize("name", TARGETS)
def test_a_wrong_value_in_any_field_is_read_checked_shown_and_converted(name: str) -> None:
    found: list[Diagnostic] = []
    for turn, data in enumerate(files(name)):
        pipeline.check(io.BytesIO(data), Place("hostile"), found.append, name, Strictness.ALL)
        assert list(counts(Input("hostile", None), io.BytesIO(data), found.append, name))
        traces = list(pipeline.read(io.BytesIO(data), Place("hostile"), found.append, name))
        for trace in traces:
            verify(trace, Place("hostile"), found.append)
            assert "\x1b" not in views(trace)
        for target in (TARGETS[turn % len(TARGETS)], TARGETS[(turn + 3) % len(TARGETS)]):  # each meets them all
            convert(traces, target, found)
    assert found


def convert(traces: list[Trace], target: str, found: list[Diagnostic]) -> None:
    format = formats[target]
    try:
        pipeline.convert(traces[:1], format, ["redact=none"], io.BytesIO(), found.append, AMBIENT)
    except UsageError as error:
        assert str(error)  # a trace that the format cannot hold at all, said in a sentence
