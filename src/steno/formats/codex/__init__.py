"""Codex rollout files (`~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`)."""

from steno.contracts import Format
from steno.formats.codex import counts, reader, writer
from steno.formats.codex.kept import KEPT, STREAMS
from steno.formats.codex.rules import RULES, load
from steno.formats.losses import CODE, FOREIGN, NOTES, RESPELLED

FORMAT = Format(
    name="codex",
    title="Codex rollout",
    reader=reader,
    writer=writer.make,
    load=load,
    rules=RULES,
    count=counts.count,
    losses=(FOREIGN, NOTES, CODE, RESPELLED),
    summary="reads bare, wrapped and paginated rollouts up to 0.154; writes back what was read from such a file",
    kept=KEPT,
    streams=STREAMS,
)

__all__ = ["FORMAT"]
