"""Grok, the command line of xAI: its sessions (`~/.grok/sessions/*/*/`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "grok",
    "Grok",
    "steno.agents.grok.table:FORMAT",
    summary="reads the folder of a session by its chat history, or its stream of updates alone; writes back the "
    "lines of what was read from such a file",
    places=Stored(".grok", r"(?:[^/]+/)*(?P<id>[^/]+)/chat_history\.jsonl", ("sessions",), "GROK_HOME"),
    usage="steno.agents.grok.usage:POLICY",
    tools="steno.agents.grok.tools:TOOLBOX",
    idiom="steno.agents.grok.idiom:IDIOM",
    pairing="id",
    holds=(b'"prompt_index"', b'"model_id"', b"sessionUpdate"),
    cannot=("times of messages",),
    about="Checked on four samples that others made by hand; no real file was there. A session is a folder: the chat "
    "history, a summary, signals, and the stream of updates, in which alone tokens stand, for each turn. "
    "Searches that run on xAI's servers have no result in the log.",
)
