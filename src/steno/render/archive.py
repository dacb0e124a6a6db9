"""The archive as people read it: what is in it, what is new, and what a rewrite took away.  Prints nothing."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from steno.api.archive import Archived, ArchivedFile, ArchivedSession, ArchiveProof
from steno.api.rewritten import Mention, Rewrite, Rewritten
from steno.render.card import amount
from steno.render.table import Column, table
from steno.render.terminal import Paint, number_of, one_line
from steno.render.times import when, zone

_COLUMNS = (
    Column("ID"), Column("AGENT", rank=3), Column("VERSIONS", right=True, rank=1),
    Column("REWRITTEN", right=True, rank=4),
    Column("FILES", right=True, rank=6), Column("SIZE", right=True, rank=5), Column("STATE", rank=0),
    Column("FILE", end=True, rank=2),
)  # fmt: skip
_SAID = {"message": "message", "thought": "thought", "tool_call": "call", "tool_result": "result"}
"""The kinds of events that say something; the others are bookkeeping of the agent's."""


def listed(rows: Sequence[ArchivedSession], paint: Paint) -> list[str]:
    """The sessions in the archive."""
    columns = [*_COLUMNS[:6], Column(f"LAST ({zone()})", least=16, rank=2), *_COLUMNS[6:]]
    cells = [
        [
            each.id, each.agent, str(each.versions), str(each.rewritten) if each.rewritten else "", str(each.files),
            amount(each.bytes), when(each.last), "deleted" if each.deleted else "", each.path,
        ]
        for each in rows
    ]  # fmt: skip
    return table(columns, cells, paint)


def new(each: ArchivedFile) -> str:
    """One file that is new, as a line."""
    size = f"  {amount(each.bytes)}" if isinstance(each.bytes, int) else ""
    return one_line(f"{each.change:<9}  {each.agent}:{each.id}  version {each.version}  {each.path}{size}")


def summary(done: Archived, folder: str) -> str:
    """What one run came to."""
    changes = Counter(each.change for each in done.new)
    said = [f"{changes[name]} {name}" for name in ("new", "grown", "rewritten", "back", "gone") if changes[name]]
    files = ": " + ", ".join(said) if said else ", nothing new"
    return f"{number_of(done.sessions, 'session')} in {folder}{files}"


def proved(proof: ArchiveProof) -> str:
    """What was verified."""
    what = f"{number_of(proof.objects, 'object')} and {number_of(proof.versions, 'version')} of files"
    return f"{what}: {number_of(len(proof.damage), 'problem') if proof.damage else 'all as they were archived'}"


def rewrites(found: Rewritten, paint: Paint) -> Iterator[str]:
    """What vanished, changed and came, rewrite by rewrite."""
    for each in found.rewrites:
        head = f"{each.path}  version {each.before} → {each.after}, seen {when(each.time)}"
        yield paint(one_line(head), "bold")
        if isinstance(each.unread, str):
            yield f"  not compared: {one_line(each.unread)}"
            continue
        yield from _mentions("- vanished", each.vanished, paint, "red")
        for pair in each.changed:
            if pair.after.kind in _SAID:
                yield paint.styled(f"  ~ changed   {_mention(pair.before)}", "yellow")
                yield f"    now       {_mention(pair.after)}"
        yield from _mentions("+ added   ", each.added, paint, "green")
        yield f"  {_rest(each)}"


def _mentions(word: str, mentions: Iterable[Mention], paint: Paint, style: str) -> Iterator[str]:
    for each in mentions:
        if each.kind in _SAID:
            yield paint.styled(f"  {word}  {_mention(each)}", style)


def _mention(each: Mention) -> str:
    return one_line(f"#{each.number} {_SAID[each.kind]}: {each.text}")


def _rest(each: Rewrite) -> str:
    """What is the same, and what is bookkeeping."""
    every = [*each.vanished, *(pair.after for pair in each.changed), *each.added]
    quiet = sum(one.kind not in _SAID for one in every)
    more = f"; {number_of(quiet, 'record')} of bookkeeping differ" if quiet > 1 else ""
    more = "; 1 record of bookkeeping differs" if quiet == 1 else more
    return f"{number_of(each.same, 'event')} unchanged{more}"


def timer(command: Sequence[str]) -> list[str]:
    """How to archive every ten minutes: a timer of systemd, or a line for cron."""
    words = shlex.join(command)
    return [
        "# ~/.config/systemd/user/steno-archive.service",
        "[Unit]",
        "Description=Archive the sessions of AI agents",
        "",
        "[Service]",
        "Type=oneshot",
        f"ExecStart={words.replace('%', '%%')}",
        "",
        "# ~/.config/systemd/user/steno-archive.timer",
        "[Unit]",
        "Description=Archive the sessions of AI agents every ten minutes",
        "",
        "[Timer]",
        "OnBootSec=2min",
        "OnUnitActiveSec=10min",
        "",
        "[Install]",
        "WantedBy=timers.target",
        "",
        "# then: systemctl --user daemon-reload && systemctl --user enable --now steno-archive.timer",
        "",
        "# or with cron (crontab -e):",
        f"*/10 * * * * {words.replace('%', chr(92) + '%')} 2>>$HOME/.steno-archive.log",
    ]
