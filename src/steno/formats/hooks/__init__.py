"""Logs of Steno's hook program (`<user data>/steno/hooks/<agent>/<session>.jsonl`)."""

from steno.contracts import Format
from steno.formats.hooks import reader, writer
from steno.formats.hooks.counts import count
from steno.formats.hooks.kept import KEPT
from steno.formats.hooks.rules import RULES, load
from steno.formats.losses import CODE, FOREIGN, NOTES, RESPELLED

FORMAT = Format(
    name="hooks",
    title="Steno hook log",
    reader=reader,
    writer=writer.make,
    load=load,
    rules=RULES,
    count=count,
    losses=(FOREIGN, NOTES, CODE, RESPELLED),
    summary="reads what agents and git told Steno's hook program; writes back what was read from such a log",
    kept=KEPT,
)

__all__ = ["FORMAT"]
