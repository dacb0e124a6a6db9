"""Mistral Vibe: its sessions (`~/.vibe/logs/session/*/messages.jsonl`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "vibe",
    "Mistral Vibe",
    "steno.agents.vibe.table:FORMAT",
    summary="reads messages.jsonl with the meta.json beside it; writes back the messages",
    places=Stored(".vibe", r"(?P<id>[^/]+)/messages\.jsonl", ("logs/session",), "VIBE_HOME", depth=1),
    usage="steno.agents.vibe.usage:POLICY",
    tools="steno.agents.vibe.tools:TOOLBOX",
    idiom="steno.agents.vibe.idiom:IDIOM",
    pairing="id",
    holds=(b'"message_id"',),
    verified=1,
    cannot=("times of messages", "tokens of each answer"),
    about="Messages have neither times nor models: `meta.json` says when the session began and ended, which model it "
    "used and how many tokens it took in all. Sessions of version 3 are stored in another way, which is not read.",
)
