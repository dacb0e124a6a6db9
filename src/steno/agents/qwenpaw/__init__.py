"""QwenPaw: its sessions (`~/.copaw/workspaces/*/sessions/**/*.json`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "qwenpaw",
    "QwenPaw",
    "steno.agents.qwenpaw.table:FORMAT",
    summary="reads sessions; writes back what was read from such a file",
    places=Stored((".copaw/workspaces", ".qwenpaw/workspaces"), r"[^/]+/sessions/(?:[^/]+/)?(?P<id>[^/]+)\.json"),
    usage="none",
    tools="steno.agents.qwenpaw.tools:TOOLBOX",
    idiom="steno.agents.qwenpaw.idiom:IDIOM",
    pairing="id",
    holds=(b'"memory"',),
    verified=0,
    cannot=("times", "models", "tokens"),
    about="A session is what the agent remembers: what its memory drops is gone. Its times are local "
    "and have no zone: they are kept as they are, and say of no event when it was.",
)
