"""Entire: the compact transcripts of its checkpoints, and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "entire",
    "Entire",
    "steno.agents.entire.table:FORMAT",
    summary="reads compact transcripts of version 1; writes back what was read from such a file",
    places=Stored(".entire", r"(?:[^/]+/)*(?P<id>[^/]+)/transcript\.jsonl", ("metadata",)),
    tools="steno.agents.entire.tools:TOOLBOX",
    idiom="steno.agents.entire.idiom:IDIOM",
    pairing="embedded",
    holds=(b'"cli_version"',),
    verified=11,
    cannot=("models", "reasoning", "tokens of the cache"),
    about="Checkpoints keep the session of another agent, in short. A result stands in the block of its call, and many "
    "are left out: such a call has no result. A user line without words stood for results. The whole transcript "
    "beside it is a file of the agent that wrote it, and is read as such.",
)
