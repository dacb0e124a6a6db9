"""Continue: its sessions (`~/.continue/sessions/*.json`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "continue",
    "Continue",
    "steno.agents.continue_.table:FORMAT",
    summary="reads sessions of the editor and of the command line; writes back what was read from such a file",
    places=Stored(".continue", r"(?!sessions\.json)(?P<id>[^/]+)\.json", ("sessions",), "CONTINUE_GLOBAL_DIR", depth=0),
    usage="final",
    tools="steno.agents.continue_.tools:TOOLBOX",
    idiom="steno.agents.continue_.idiom:IDIOM",
    pairing="id",
    holds=(b'"history"',),
    verified=1,
    cannot=("times",),
    about="Results stand in the states of calls, not in messages of their own. Tokens are stated once for the whole "
    "session, by newer versions; whether they include cached ones depends on the provider.",
)
