"""Claude.ai: the conversations of an export (`conversations.json`), and all else that is known of them."""

from steno.kit.agent import agent
from steno.kit.places import NOWHERE

AGENT = agent(
    "claude-ai",
    "Claude.ai",
    "steno.agents.claude_ai.table:FORMAT",
    summary="reads exports, a trace for each conversation; writes back what was read from such a file",
    places=NOWHERE,
    usage="none",
    tools="steno.agents.claude_ai.tools:TOOLBOX",
    idiom="steno.agents.claude_ai.idiom:IDIOM",
    pairing="id",
    holds=(b'"chat_messages"',),
    verified=0,
    cannot=("tokens", "models"),
    about="Written from descriptions of the format; no real file was at hand. A message says its words twice, as a "
    "text and as blocks: the blocks are read, and the text where there are none. Messages that were edited or asked "
    "for again are branches of a tree.",
)
