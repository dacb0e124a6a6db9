"""Codex: its rollout files (`~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`), and all else that is known of it."""

from steno.agents.contract import Agent, lazy
from steno.contracts import Format, later

FORMAT = Format(
    name="codex",
    title="Codex rollout",
    sniff=later("steno.agents.codex.sniff:sniff"),
    reader=later("steno.agents.codex.reader"),
    writer=later("steno.agents.codex.writer:make"),
    load=later("steno.agents.codex.rules:load"),
    rules=later("steno.agents.codex.rules:RULES"),
    count=later("steno.agents.codex.counts:count"),
    losses=later("steno.formats.losses:NATIVE"),
    summary="reads bare, wrapped and paginated rollouts up to 0.154; writes back what was read from such a file",
    kept=later("steno.agents.codex.kept:KEPT"),
    streams=later("steno.agents.codex.kept:STREAMS"),
)

AGENT = Agent(
    name=FORMAT.name,
    title="Codex",
    format=FORMAT,
    places=lazy("steno.agents.codex.places:PLACES"),
    usage=lazy("steno.agents.codex.usage:POLICY"),
    hooks=lazy("steno.agents.codex.hooks:HOOKS"),
)

__all__ = ["AGENT", "FORMAT"]
