"""Codex rollout files (`~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`)."""

from steno.contracts import Format, later

FORMAT = Format(
    name="codex",
    title="Codex rollout",
    sniff=later("steno.agents.codex.sniff:sniff"),
    reader=later("steno.agents.codex.reader"),
    writer=later("steno.agents.codex.reader:make"),
    load=later("steno.agents.codex.rules:load"),
    rules=later("steno.agents.codex.rules:RULES"),
    count=later("steno.agents.codex.counts:count"),
    losses=later("steno.formats.losses:NATIVE"),
    summary="reads bare, wrapped and paginated rollouts up to 0.154; writes back what was read from such a file",
    kept=later("steno.agents.codex.kept:KEPT"),
    streams=later("steno.agents.codex.kept:STREAMS"),
)

__all__ = ["FORMAT"]
