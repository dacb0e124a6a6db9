"""Posit Assistant: its conversations (`~/.posit/assistant/workspaces/*/*/lm-messages.jsonl`), and all else about it."""

from steno.kit.agent import agent

AGENT = agent(
    "posit-assistant",
    "Posit Assistant",
    "steno.agents.posit_assistant.table:FORMAT",
    summary="reads lm-messages.jsonl with the tree of conversation.json beside it; writes back the messages",
    places="steno.agents.posit_assistant.places:PLACES",
    usage="exclusive",
    tools="steno.agents.posit_assistant.tools:TOOLBOX",
    idiom="steno.agents.posit_assistant.idiom:IDIOM",
    pairing="id",
    holds=(b'"positai"',),
    verified=1,
    about="A conversation is a tree, which stands in `conversation.json`: each message names the one that it follows, "
    "and abandoned branches stay in the file and in the counts. Without that file there is no tree and no title.",
)
