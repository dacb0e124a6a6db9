"""OpenCode-Go: its sessions (`.opencode/opencode.db` of each project), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import InProject

AGENT = agent(
    "opencode-go",
    "OpenCode-Go",
    "steno.agents.opencode_go.table:FORMAT",
    summary="reads the database of a project with its log, a trace for each session",
    places=InProject(".opencode/opencode.db"),
    usage="final",
    tools="steno.agents.opencode_go.tools:TOOLBOX",
    idiom="steno.agents.opencode_go.idiom:IDIOM",
    pairing="id-in-turn",
    holds=(b"parent_session_id",),
    verified=3,
    cannot=("tokens of each answer",),
    about="The first OpenCode, written in Go, from which Crush grew; the OpenCode of today is another program. Each "
    "project has a database of its own, and nothing lists the projects: Steno looks in the current folder, in those "
    "above it and in the home folder. A session states the tokens of its last request, not a sum of all.",
)
