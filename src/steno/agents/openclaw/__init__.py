"""OpenClaw and QClaw: their sessions (`~/.openclaw/agents/*/sessions/*.jsonl`), and all else that is known of them."""

from steno.kit.agent import agent
from steno.kit.places import Stored
from steno.kit.twin import twin

_SESSION = r"[^/]+/sessions/(?P<id>[^/.]+)\.jsonl"
"""Beside a session lie copies of it and other logs: their names have more dots (`.checkpoint.*`, `.trajectory.jsonl`,
`.jsonl.reset.*`, `.jsonl.bak-*`, `.jsonl.deleted.*`)."""
_HOMES = (".openclaw/agents", ".clawdbot/agents", ".moltbot/agents", ".kimi_openclaw/agents")

_HOMES_ALL = tuple(home.removesuffix("/agents") for home in _HOMES)

AGENT = agent(
    "openclaw",
    "OpenClaw",
    "steno.agents.openclaw.table:FORMAT",
    summary="reads sessions, apart from their copies; writes back what was read from such a file",
    places=Stored(_HOMES, _SESSION, depth=2),
    usage="steno.agents.openclaw.usage:POLICY",
    tools="steno.agents.openclaw.tools:TOOLBOX",
    idiom="steno.agents.openclaw.idiom:IDIOM",
    pairing="id",
    holds=(b"openclaw", b"model-snapshot"),
    verified=5,
    about="After a turn that ended with a yield, the last answer is appended once more, with the tokens of the whole "
    "run: it is kept as an echo and not counted. Copies of a session (checkpoints, resets, backups) are not listed.",
)
TELEMETRY = agent(
    "openclaw-telemetry",
    "OpenClaw telemetry",
    "steno.agents.openclaw.telemetry:FORMAT",
    summary="reads the event log of the telemetry plug-in; writes back what was read from such a file",
    places=Stored(_HOMES_ALL, r"(?P<id>telemetry[^/]*)\.jsonl", ("logs",), depth=0),
    usage="none",
    tools="steno.agents.openclaw.tools:TOOLBOX",
    idiom="steno.agents.openclaw.idiom:IDIOM",
    pairing="positional",
    holds=(b'"tool.start"', b'"agent.start"', b'"agent.end"', b'"message.in"'),
    verified=1,
    cannot=("results", "tokens"),
    about="One log of all sessions: it says which tools ran for how long, and not what they returned. What it repeats "
    "of a conversation when an agent ends is kept, and not counted: the session itself is the record of it.",
)
QCLAW = twin(AGENT, "qclaw", "QClaw", Stored(".qclaw/agents", _SESSION, depth=2))
