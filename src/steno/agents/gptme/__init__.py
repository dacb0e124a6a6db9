"""gptme: its conversations (`~/.local/share/gptme/logs/*/conversation.jsonl`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "gptme",
    "gptme",
    "steno.agents.gptme.table:FORMAT",
    summary="reads conversations and their branches; writes back what was read from such a file",
    places=Stored(
        ".local/share/gptme/logs",
        r"(?P<id>[^/]+)/conversation\.jsonl",
        variable="GPTME_LOGS_HOME",
        depth=1,
    ),
    usage="exclusive",
    tools="steno.agents.gptme.tools:TOOLBOX",
    idiom="steno.agents.gptme.idiom:IDIOM",
    pairing="none",
    holds=(b'"pinned"', b'"hide"', b'"call_id"'),
    verified=0,
    cannot=("calls apart from the text", "which result answers which call", "the zone of times"),
    about="Calls are code blocks in the text of an answer, so they are not counted as calls. What a tool returned is a "
    "message of the program, or of a tool without a name.",
)
