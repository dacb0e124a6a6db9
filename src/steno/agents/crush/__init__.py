"""Crush: its sessions (`.crush/crush.db` of each project), and all else that is known of it."""

from steno.kit.agent import agent

AGENT = agent(
    "crush",
    "Crush",
    "steno.agents.crush.table:FORMAT",
    summary="reads the database of a project with its log, a trace for each session",
    places="steno.agents.crush.places:PLACES",
    usage="final",
    tools="steno.agents.crush.tools:TOOLBOX",
    idiom="steno.agents.crush.idiom:IDIOM",
    pairing="id-in-turn",
    holds=(b"parent_session_id",),
    verified=1,
    cannot=("tokens of each answer",),
    about="Each project has a database of its own. Crush lists the projects it was used in, and Steno looks there, in "
    "the current folder and in those above it. A session states the tokens of its last request, not a sum of all. "
    "Calls of later turns may have the ids of earlier ones: a result answers the nearest call before it. A sub-agent "
    "is a session that names its parent.",
)
