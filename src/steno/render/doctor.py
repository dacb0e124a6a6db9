"""What a look at the health of records has found, as people read it.  Prints nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from steno.api.doctor import AgentHealth, Health
from steno.render.card import amount
from steno.render.listing import also, short_path
from steno.render.table import Column, table
from steno.render.terminal import Paint, number_of, one_line, wrapped
from steno.render.times import when

_COLUMNS = (
    Column("AGENT"), Column("SESSIONS", right=True, rank=1), Column("SUB-AGENTS", right=True, rank=5),
    Column("SIZE", right=True, rank=4), Column("READ", right=True, rank=3), Column("BYTES", rank=2),
    Column("WHERE", end=True, rank=6),
)  # fmt: skip


def lines(health: Health, home: Path, paint: Paint) -> Iterator[str]:
    """The table of agents, what they do to their history, hooks, Steno's own state, and what to do."""
    if health.agents:
        yield from table(_COLUMNS, [_cells(each, home) for each in health.agents], paint)
    else:
        yield paint("no agent found")
    yield from _block("", [also([], health.elsewhere, home)], "also found: ", paint)
    yield from _block("History", _history(health), "", paint)
    yield from _block("Hooks", _hooks(health, home), "", paint)
    yield from _block("Steno", _own(health, home), "", paint)
    yield ""
    if not health.findings:
        yield paint(f"Healthy: {_proved(health)}.", "good")
        return
    yield paint(f"{number_of(len(health.findings), 'finding')}; {_proved(health)}.", "warning")
    for number, each in enumerate(health.findings, 1):
        yield from _wrapped(f"{number}. {each.about}: {each.what}", "", paint)
        yield from _wrapped(f"   → {each.advice}", "dim", paint)


def _cells(one: AgentHealth, home: Path) -> list[str]:
    folders = ", ".join(short_path(each, home) for each in one.folders)
    return [
        one.agent,
        str(one.sessions),
        str(one.subagents or ""),
        amount(one.bytes),
        f"{one.read} of {one.files}",
        _bytes(one),
        folders,
    ]


def _bytes(one: AgentHealth) -> str:
    if not one.read:
        return "nothing to read"
    return f"{one.unaccounted:,} missing" if one.unaccounted else "all accounted for"


def _proved(health: Health) -> str:
    """What was read to know it."""
    read, there = sum(each.read for each in health.agents), sum(each.files for each in health.agents)
    size = amount(sum(each.read_bytes for each in health.agents))
    more = "" if health.full or read == there else "; --full reads all"
    return f"read {read} of {number_of(there, 'file')}, {size}{more}"


def _block(title: str, said: Iterator[str] | list[str], before: str, paint: Paint) -> Iterator[str]:
    text = [each for each in said if each]
    if text:
        yield ""
    if text and title:
        yield paint(title, "bold")
    for each in text:
        yield from _wrapped(before + each, "", paint)


def _wrapped(text: str, style: str, paint: Paint) -> Iterator[str]:
    indent = text[: len(text) - len(text.lstrip())]
    return (paint.styled(line, style) for line in wrapped(indent + one_line(text), paint.columns))


def _history(health: Health) -> Iterator[str]:
    for one in health.agents:
        for each in one.keeps:
            stated = f" ({each.stated})" if isinstance(each.stated, str) else ""
            advice = f"; {each.advice}" if each.advice else ""
            yield f"{one.title} {each.what}{stated}{advice}"


def _hooks(health: Health, home: Path) -> Iterator[str]:
    for each in [*(status for one in health.agents for status in one.hooks), *health.hooks]:
        if each.is_absent:
            yield f"{each.agent}: not installed; `steno hook install {each.agent}` records it live"
            continue
        last = f", the last at {when(each.last)}" if isinstance(each.last, str) else ""
        where = ", ".join(short_path(path, home) for path in each.paths)
        recorded = f"{number_of(each.events, 'event')} recorded{last}" if each.events else "nothing recorded yet"
        yield f"{each.agent}: {each.state} in {where}; {recorded}"


def _own(health: Health, home: Path) -> Iterator[str]:
    own = health.steno
    kept = "no overviews are remembered (STENO_NO_CACHE, STENO_OVERVIEWS)"
    if isinstance(own.overviews, str):
        kept = f"{number_of(own.remembered, 'overview')} remembered in {short_path(own.overviews, home)}"
    yield f"version {own.version}; {kept}"
    compiled = number_of(own.detectors, "compiled set") + " of detectors"
    yield compiled if own.detectors else "detectors are not compiled yet: the first look for secrets takes longer"
    missing = [name for name, there in own.extras.items() if not there]
    yield f"extras: {', '.join(f'{name} {_word(there)}' for name, there in own.extras.items())}" if missing else ""


def _word(there: bool) -> str:
    return "installed" if there else "not installed"
