"""Claude Code session files (`~/.claude/projects/*/*.jsonl`)."""

from steno.contracts import Format, later

FORMAT = Format(
    name="claude-code",
    title="Claude Code session",
    sniff=later("steno.agents.claude_code.sniff:sniff"),
    reader=later("steno.agents.claude_code.reader"),
    writer=later("steno.agents.claude_code.writer:make"),
    load=later("steno.agents.claude_code.rules:load"),
    rules=later("steno.agents.claude_code.rules:RULES"),
    count=later("steno.agents.claude_code.counts:count"),
    losses=later("steno.formats.losses:NATIVE"),
    summary="reads every record of versions 1.0 to 2.1; writes back what was read from such a file",
    kept=later("steno.agents.claude_code.kept:KEPT"),
)

__all__ = ["FORMAT"]
