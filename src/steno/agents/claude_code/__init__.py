"""Claude Code: its session files (`~/.claude/projects/*/*.jsonl`), and all else that is known of it."""

from steno.agents.contract import Agent, lazy
from steno.contracts import Format, Parts

FORMAT = Format(
    name="claude-code",
    title="Claude Code session",
    parts=Parts(
        sniff="steno.agents.claude_code.sniff:sniff",
        reader="steno.agents.claude_code.reader",
        writer="steno.agents.claude_code.writer:make",
        losses="steno.formats.losses:NATIVE",
        load="steno.agents.claude_code.rules:load",
        rules="steno.agents.claude_code.rules:RULES",
        count="steno.agents.claude_code.counts:count",
        kept="steno.agents.claude_code.kept:KEPT",
    ),
    summary="reads every record of versions 1.0 to 2.1; writes back what was read from such a file",
    letters="CLC",
)

AGENT = Agent(
    name=FORMAT.name,
    title="Claude Code",
    format=FORMAT,
    places=lazy("steno.agents.claude_code.places:PLACES"),
    usage=lazy("steno.agents.claude_code.usage:POLICY"),
    ticks=lazy("steno.agents.claude_code.ticks:ticks"),
    hooks=lazy("steno.agents.claude_code.hooks:HOOKS"),
    tools=lazy("steno.agents.claude_code.tools:TOOLBOX"),
    idiom=lazy("steno.agents.claude_code.idiom:IDIOM"),
    keeps=lazy("steno.agents.claude_code.keeps:keeps"),
)

__all__ = ["AGENT", "FORMAT"]
