"""Goose: its sessions (`~/.local/share/goose/sessions`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Store

_STORE = Store(
    "goose/sessions",
    r"(?P<id>sessions)\.db",
    "sessions",
    (("", r"(?P<id>[^/]+)\.jsonl", 0),),
    "GOOSE_PATH_ROOT",
    below="data/sessions",
)

AGENT = agent(
    "goose",
    "Goose",
    "steno.agents.goose.table:FORMAT",
    summary="reads the database with its log, and the lines of older versions, which are written back",
    places=_STORE,
    usage="final",
    tools="steno.agents.goose.tools:TOOLBOX",
    idiom="steno.agents.goose.idiom:IDIOM",
    pairing="id",
    holds=(b"working_dir",),
    verified=0,
    cannot=("tokens of each answer",),
    about="Written from the source of Goose: no real session was at hand. A session states the sum of its tokens. "
    "All sessions are in one database; older versions wrote a file of lines for each, which is listed only where the "
    "database has not taken it over. What the human does not see in the user's place is the program's.",
)
