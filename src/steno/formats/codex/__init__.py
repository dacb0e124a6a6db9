"""Codex rollout files (`~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`)."""

from steno.contracts import Format, later

FORMAT = Format(
    name="codex",
    title="Codex rollout",
    sniff=later("steno.formats.codex.sniff:sniff"),
    reader=later("steno.formats.codex.reader"),
    writer=later("steno.formats.codex.writer:make"),
    load=later("steno.formats.codex.rules:load"),
    rules=later("steno.formats.codex.rules:RULES"),
    count=later("steno.formats.codex.counts:count"),
    losses=later("steno.formats.losses:NATIVE"),
    summary="reads bare, wrapped and paginated rollouts up to 0.154; writes back what was read from such a file",
    kept=later("steno.formats.codex.kept:KEPT"),
    streams=later("steno.formats.codex.kept:STREAMS"),
)

__all__ = ["FORMAT"]
