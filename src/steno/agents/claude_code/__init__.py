"""Claude Code session files (`~/.claude/projects/*/*.jsonl`)."""

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

__all__ = ["FORMAT"]
