"""A list of sessions as people read it: a table, and one line on what was found and cannot be read.  Prints nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from msgspec import UNSET

from steno.api.sessions import Elsewhere, Listed, Unlisted
from steno.base.time import parse
from steno.render.card import amount
from steno.render.cost import money
from steno.render.table import Column, table
from steno.render.terminal import Paint, number_of
from steno.render.times import when, zone

_MINUTE, _HOUR, _DAY, _YEAR = 60, 3600, 86400, 365 * 86400
_NAMED = 3
"""So many reasons are named; the others are counted."""


def lines(rows: Sequence[Sequence[str]], paint: Paint, *, asked: Sequence[str] = ()) -> list[str]:
    """The table of some `cells`.  `asked` are columns that stay on a narrow terminal."""
    columns = [
        Column("ID"),
        Column("AGENT", rank=3),
        Column("PROJECT", most=32, end=True, rank=8),
        Column("AGE", right=True, rank=5),
        Column(f"ACTIVE ({zone()})", least=17, rank=2),
        Column("COST", right=True, rank=1 if "cost" in asked else 4),
        Column("FAILED", right=True, rank=1 if "failures" in asked else 6),
        Column("SIZE", right=True, rank=7),
        Column("TITLE", least=20, rank=1),
    ]
    used = [
        index for index, column in enumerate(columns) if column.title not in _RARE or any(row[index] for row in rows)
    ]
    return table([columns[index] for index in used], [[row[index] for index in used] for row in rows], paint)


_RARE = ("COST", "FAILED")
"""Columns that are shown where something stands in them."""


def cells(row: Listed, short: dict[str, str], home: Path, now: datetime) -> list[str]:
    """What the table says of a session."""
    below = "↳ " if isinstance(row.parent, str) else ""
    runs = f"(+{number_of(row.subagents, 'sub-agent')})" if row.subagents else ""
    gone = "(deleted, archived)" if row.deleted is True else ""
    return [
        short.get(row.id, row.id),
        row.agent,
        short_path(row.project, home) if isinstance(row.project, str) else "",
        age(row.started if isinstance(row.started, str) else row.modified, now),
        when(row.modified),
        money(row.cost_usd, floor=row.cost_is_floor is True) if isinstance(row.cost_usd, float) else "",
        str(row.failures) if isinstance(row.failures, int) else "",
        amount(row.bytes) if row.sessions_in_file is UNSET else "",
        below + " ".join(filter(None, (row.title if isinstance(row.title, str) else "", runs, gone))),
    ]


def short_path(project: str, home: Path) -> str:
    """A path as people write it, from their own folder on."""
    top = f"{home}/"
    return "~/" + project.removeprefix(top) if project.startswith(top) else project


def age(moment: str, now: datetime) -> str:
    """`now`, `5m`, `3h`, `12d`, `2y`: how long ago it was."""
    then = parse(moment)
    if then is None:
        return ""
    seconds = (now - then).total_seconds()
    for unit, letter in ((_YEAR, "y"), (_DAY, "d"), (_HOUR, "h"), (_MINUTE, "m")):
        if seconds >= unit:
            return f"{seconds // unit:.0f}{letter}"
    return "now"


def also(unlisted: Sequence[Unlisted], elsewhere: Sequence[Elsewhere], home: Path) -> str:
    """What was found and is not listed, in one line; nothing where nothing is."""
    return "; ".join([*_closed(unlisted), *_strange(unlisted), *_unread(elsewhere, home)])


def _closed(unlisted: Sequence[Unlisted]) -> Iterator[str]:
    counts = Counter((each.agent, each.why) for each in unlisted if each.kind == "closed")
    for (agent, why), count in counts.most_common():
        yield f"{number_of(count, 'session')} of {agent}, not readable because {why}"


def _strange(unlisted: Sequence[Unlisted]) -> Iterator[str]:
    """Files that lie among sessions and are none."""
    agents: dict[str, list[Unlisted]] = {}
    for each in unlisted:
        if each.kind == "strange":
            agents.setdefault(each.agent, []).append(each)
    for agent, found in agents.items():
        reasons = Counter(each.why for each in found).most_common()
        words = [why if count == len(found) else f"{count} {why}" for why, count in reasons[:_NAMED]]
        more = [f"{sum(count for _, count in reasons[_NAMED:])} others"] if len(reasons) > _NAMED else []
        among = f"{number_of(len(found), 'file')} among the sessions of {agent}"
        yield f"{among}, {'no session' if len(found) == 1 else 'no sessions'}: {', '.join([*words, *more])}"


def _unread(elsewhere: Sequence[Elsewhere], home: Path) -> Iterator[str]:
    """Agents without a reader, each once."""
    agents: dict[str, list[Elsewhere]] = {}
    for each in elsewhere:
        agents.setdefault(each.title, []).append(each)
    for title, found in agents.items():
        count = sum(each.files for each in found)
        many = "over " if any(each.is_more for each in found) else ""
        where = short_path(found[0].path, home)
        files = f"{many}{number_of(count, 'file')} of {title} in {where}"
        yield f"{files}, not readable because Steno has no reader for them"
