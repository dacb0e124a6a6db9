"""OpenHands: its events (`~/.openhands/conversations`, `~/.openhands/sessions`, exports), and all else known of it."""

from steno.kit.agent import agent

AGENT = agent(
    "openhands",
    "OpenHands",
    "steno.agents.openhands.table:FORMAT",
    summary="reads events of versions 0 and 1, in folders, lists and lines, and the output of evaluations; writes back "
    "lists and lines",
    places="steno.agents.openhands.places:PLACES",
    usage="steno.agents.openhands.usage:POLICY",
    tools="steno.agents.openhands.tools:TOOLBOX",
    idiom="steno.agents.openhands.idiom:IDIOM",
    pairing="id",
    holds=(b'"observation"', b'"args"', b'"kind"', b'"instance_id"', b'"execution_status"', b'"agent_status"'),
    verified=2,
    about="Of version 0 a result names its call by the id that the model gave, else by the number of the event that "
    "caused it. An evaluation holds an instance per line: each is a session. Tokens are the sums that the log "
    "states as it grows; where it states none, those of each response. Reading a file out of a folder reads all "
    "events beside it.",
)
