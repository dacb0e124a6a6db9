"""ATIF, the Agent Trajectory Interchange Format: trajectories of many agents, as Harbor writes them."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "atif",
    "ATIF",
    "steno.agents.atif.table:FORMAT",
    summary="reads trajectories of versions 1.0 to 1.7; writes back what was read from such a file",
    places=Stored((), r"(?P<id>[^/]+)/agent/trajectory\.json"),
    usage="inclusive",
    tools="steno.agents.atif.tools:TOOLBOX",
    idiom="steno.agents.atif.idiom:IDIOM",
    pairing="id",
    holds=(b"ATIF-v",),
    verified=2,
    about="Trajectories lie wherever somebody ran a benchmark, so they are never listed: name the file. An observation "
    "that names no call is a result of no call. A continuation copies steps of the part before: their words are "
    "not the human's here.",
)
