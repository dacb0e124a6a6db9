"""Claude Code: its session files (`~/.claude/projects/*/*.jsonl`), and all else that is known of it."""

from steno.agents.contract import Agent, GoesOn, Own, Pairing, Skills, lazy
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
        lined="steno.agents.claude_code.lined:LINED",
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
    pairing=Pairing.ID,
    verified=66,
    about="An answer of several blocks is several records that repeat its tokens: the last one counts. A session is a "
    "tree of records; two prompts after the same record are branches. Records copied from another session name it, and "
    "count there. Sessions are deleted after 30 days, unless `cleanupPeriodDays` says otherwise.",
    goes_on=GoesOn(("custom-title", "ai-title")),
    keeps=lazy("steno.agents.claude_code.keeps:keeps"),
    own=Own(
        variables=("CLAUDE_CODE_SESSION_ID",), mark="CLAUDECODE", transcript="transcript_path", session="session_id"
    ),
    resume="claude --resume {id}",
    skills=Skills(".claude/skills", ".claude/skills", "CLAUDE_CONFIG_DIR"),
    plugin=lazy("steno.agents.claude_code.plugin:files"),
)
