"""Counts what sessions cost and how often their tools failed.  Reads whole files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from steno import session
from steno.diagnostics import Diagnostic
from steno.errors import Unreadable
from steno.listing.entries import Entry, files, key
from steno.listing.memory import Memory
from steno.listing.seen import Figures
from steno.model import ToolCall, Trace
from steno.model.steps import steps
from steno.prices import Prices
from steno.usage import Ledger, Request, charge, requests


def counted(group: list[Entry], memory: Memory, prices: Prices, mark: str, *, failures: bool) -> Iterator[Path]:
    """Count a group and remember it; gives each file before it is read."""
    ledger: Ledger[Figures] = Ledger()
    failed: set[str] = set()
    found: dict[Path, list[Figures]] = {}
    for each in files(group):
        path = each.session.path
        yield path
        figures = found.setdefault(path, [])
        try:
            for trace in session.read(session.Input(str(path), path, each.session.agent), BytesIO(), _ignore):
                seen = session.overview(trace)
                one = Figures(turns=seen.turns, tools=seen.tools)
                if failures:
                    one.failures = _failures(trace, failed)
                figures.append(one)
                _add(one, ledger.add(one, requests(trace, nested=True)), prices)
        except Unreadable:
            found.pop(path)
    for one, own in ledger.rest():
        _add(one, own, prices)
    for each in files(group):
        file = memory.get(*key(each))
        if file is not None and each.session.path in found:
            file.figures, file.counted = found[each.session.path] or [Figures()], mark
            memory.put(str(each.session.path), file)


def _failures(trace: Trace, known: set[str]) -> int:
    """How many calls failed; one that failed in another log already, under the same id and time, is that one's."""
    count = 0
    names: Counter[str] = Counter()
    for step in steps(session.with_steps(trace)):
        call = step.anchor
        if isinstance(call.body, ToolCall) and step.get("success") is False:
            if isinstance(call.call, str):
                names[f"{call.time}\0{call.call}"] += 1
            else:
                count += 1
    count += sum(number for name, number in names.items() if name not in known)
    known.update(names)
    return count


def _add(figures: Figures, found: Iterable[Request], prices: Prices) -> None:
    for each in found:
        figures.requests += 1
        price = charge(each, prices)
        if isinstance(price, str):
            figures.is_floor = True
        else:
            figures.usd += price.usd
            figures.is_floor |= price.more is not None


def _ignore(each: Diagnostic) -> None:
    """`steno doctor` says what is wrong with a file."""
