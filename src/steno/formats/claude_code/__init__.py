"""Claude Code session files (`~/.claude/projects/*/*.jsonl`)."""

from steno.contracts import Format
from steno.formats.claude_code import counts, reader, rules, writer
from steno.formats.claude_code.kept import KEPT
from steno.formats.losses import CODE, FOREIGN, NOTES, RESPELLED

FORMAT = Format(
    name="claude-code",
    title="Claude Code session",
    reader=reader,
    writer=writer.make,
    load=rules.load,
    rules=rules.RULES,
    count=counts.count,
    losses=(FOREIGN, NOTES, CODE, RESPELLED),
    summary="reads every record of versions 1.0 to 2.1; writes back what was read from such a file",
    kept=KEPT,
)

__all__ = ["FORMAT"]
