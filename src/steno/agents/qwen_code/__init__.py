"""Qwen Code: its sessions (`~/.qwen/projects/*/chats/*.jsonl`), and all else that is known of it."""

from steno.kit.agent import agent

AGENT = agent(
    "qwen-code",
    "Qwen Code",
    "steno.agents.qwen_code.table:FORMAT",
    summary="reads sessions and the transcripts of sub-agents; writes back what was read from such a file",
    places="steno.agents.qwen_code.places:PLACES",
    usage="steno.agents.qwen_code.usage:POLICY",
    tools="steno.agents.qwen_code.tools:TOOLBOX",
    idiom="steno.agents.qwen_code.idiom:IDIOM",
    pairing="id",
    holds=(b'"parentUuid"',),
    verified=0,
    about="A session is a tree: each record names the one that it follows, and after a rewind a branch begins. A "
    "session that was branched off holds copies of its parent's records, whose tokens count once. What the program "
    "reports of itself (`ui_telemetry`) states the same tokens again and does not count.",
)
