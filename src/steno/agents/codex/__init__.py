"""Codex: its rollout files (`~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`), and all else that is known of it."""

from steno.agents.contract import Agent, lazy
from steno.contracts import Format, Parts

FORMAT = Format(
    name="codex",
    title="Codex rollout",
    parts=Parts(
        sniff="steno.agents.codex.sniff:sniff",
        reader="steno.agents.codex.reader",
        writer="steno.agents.codex.reader:make",
        losses="steno.formats.losses:NATIVE",
        load="steno.agents.codex.rules:load",
        rules="steno.agents.codex.rules:RULES",
        count="steno.agents.codex.counts:count",
        kept="steno.agents.codex.kept:KEPT",
        streams="steno.agents.codex.kept:STREAMS",
    ),
    summary="reads bare, wrapped and paginated rollouts up to 0.154; writes back what was read from such a file",
    letters="CDX",
)

AGENT = Agent(
    name=FORMAT.name,
    title="Codex",
    format=FORMAT,
    places=lazy("steno.agents.codex.places:PLACES"),
    usage=lazy("steno.agents.codex.usage:POLICY"),
    hooks=lazy("steno.agents.codex.hooks:HOOKS"),
    tools=lazy("steno.agents.codex.tools:TOOLBOX"),
    idiom=lazy("steno.agents.codex.idiom:IDIOM"),
    keeps=lazy("steno.agents.codex.keeps:keeps"),
)

__all__ = ["AGENT", "FORMAT"]
