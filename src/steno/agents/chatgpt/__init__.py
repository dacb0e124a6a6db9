"""ChatGPT: the conversations of its exports (`conversations.json`, `conversations-*.json`), and all else about it."""

from steno.kit.agent import agent
from steno.kit.places import NOWHERE

AGENT = agent(
    "chatgpt",
    "ChatGPT",
    "steno.agents.chatgpt.table:FORMAT",
    summary="reads exports, a trace for each conversation; writes back what was read from such a file",
    places=NOWHERE,
    usage="none",
    tools="steno.agents.chatgpt.tools:TOOLBOX",
    idiom="steno.agents.chatgpt.idiom:IDIOM",
    pairing="positional",
    holds=(b'"mapping"',),
    verified=0,
    cannot=("tokens",),
    about="Written from descriptions of the format; no real file was at hand. A conversation is a tree: each message "
    "names the one that it follows, and the trace names the active leaf. Answers that were asked for again stay in the "
    "export, and in the counts. Calls have no ids: a result answers the first call before it, in the order of the "
    "file, that has none.",
)
