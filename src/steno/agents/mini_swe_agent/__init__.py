"""mini-swe-agent: its trajectories (`*.traj.json`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

_HOMES = (".config/mini-swe-agent", "Library/Application Support/mini-swe-agent", "AppData/Local/mini-swe-agent")

AGENT = agent(
    "mini-swe-agent",
    "mini-swe-agent",
    "steno.agents.mini_swe_agent.table:FORMAT",
    summary="reads trajectories of formats 1 and 1.1, and plain lists of messages; writes back what was read from such "
    "a file",
    places=Stored(_HOMES, r"(?:[^/]+/)*(?P<id>[^/]+)\.traj\.json", variable="MSWEA_GLOBAL_CONFIG_DIR"),
    usage="inclusive",
    tools="steno.agents.mini_swe_agent.tools:TOOLBOX",
    idiom="steno.agents.mini_swe_agent.idiom:IDIOM",
    pairing="id",
    holds=(b"mini-swe-agent", b"COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT", b"mswea_bash_command"),
    verified=6,
    about="Version 1 has no calls: a command is a code block in the text of an answer, and what it returned is the "
    "next message in the user's place. Only the first message there is the human's. A run writes its file where it is "
    "told to; the last one of the command line lies in the agent's own folder.",
)
