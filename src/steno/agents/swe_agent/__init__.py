"""SWE-agent: its trajectories (`*.traj`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "swe-agent",
    "SWE-agent",
    "steno.agents.swe_agent.table:FORMAT",
    summary="reads trajectories of versions 0.6 to 1.1; writes back what was read from such a file",
    places=Stored((), r"(?:[^/]+/)*(?P<id>[^/]+)\.traj"),
    usage="final",
    tools="steno.agents.swe_agent.tools:TOOLBOX",
    idiom="steno.agents.swe_agent.idiom:IDIOM",
    pairing="id-in-turn",
    holds=(b'"trajectory"',),
    verified=14,
    cannot=("times", "tokens of a single answer"),
    about="The file tells a run twice: the history has what the model saw, the trajectory has the steps. A step that "
    "the history has is kept as a repeat, one that it lacks is read from the trajectory. A demonstration is the "
    "program's, not what happened here. Versions without calls have the command in the text of an answer. "
    "Trajectories lie wherever a run put them, so they are never listed: name the file.",
)
