"""OpenClaw and QClaw: their sessions (`~/.openclaw/agents/*/sessions/*.jsonl`), and all else that is known of them."""

from steno.agents.contract import Agent
from steno.kit.agent import agent
from steno.kit.places import Stored

_SESSION = r"[^/]+/sessions/(?P<id>[^/.]+)\.jsonl"
"""Beside a session lie copies of it and other logs: their names have more dots (`.checkpoint.*`, `.trajectory.jsonl`,
`.jsonl.reset.*`, `.jsonl.bak-*`, `.jsonl.deleted.*`)."""


def _claw(name: str, title: str, places: Stored, verified: int = 0) -> Agent:
    return agent(
        name,
        title,
        f"steno.agents.openclaw.table:{name.upper()}",
        summary=f"reads sessions of {title}; writes back what was read from such a file",
        places=places,
        usage="steno.agents.openclaw.usage:POLICY",
        tools="steno.agents.openclaw.tools:TOOLBOX",
        idiom="steno.agents.openclaw.table:IDIOM",
        pairing="id",
        verified=verified,
    )


_FOLDERS = (".openclaw/agents", ".clawdbot/agents", ".moltbot/agents", ".kimi_openclaw/agents")
AGENT = _claw("openclaw", "OpenClaw", Stored("", _SESSION, _FOLDERS), verified=5)
QCLAW = _claw("qclaw", "QClaw", Stored(".qclaw/agents", _SESSION))
