"""Pi: its sessions (`~/.pi/agent/sessions/*/*.jsonl`), and all else that is known of it."""

from steno.agents.contract import GoesOn
from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "pi",
    "Pi",
    "steno.agents.pi.table:FORMAT",
    summary="reads entries of versions 1 to 3, with and without ids; writes back what was read from such a file",
    places=Stored(".pi/agent", r"(?:[^/]+/)?(?:[^/_]+_)?(?P<id>[^/]+)\.jsonl", ("sessions",), "PI_CODING_AGENT_DIR"),
    usage="exclusive",
    tools="steno.agents.pi.tools:TOOLBOX",
    idiom="steno.agents.pi.idiom:IDIOM",
    pairing="id",
    holds=(b'"session"', b'"parentId"'),
    verified=8,
    about="A session is a tree: each entry names the one that it follows, and the last one is the active leaf. A turn "
    "that was aborted leaves calls without results.",
    goes_on=GoesOn(("session_info", "model_change"), repeats=True),
)
