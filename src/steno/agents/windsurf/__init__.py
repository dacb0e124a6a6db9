"""Windsurf: the transcripts of its hooks (`~/.windsurf/transcripts/*.jsonl`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "windsurf",
    "Windsurf",
    "steno.agents.windsurf.table:FORMAT",
    summary="reads transcripts of hooks, and says of Windsurf's own encrypted files that they are; writes back what "
    "was read from a transcript",
    places=Stored(
        (".windsurf", ".codeium/windsurf", ".codeium/windsurf-next"),
        r"(?P<id>[^/]+)\.(?:jsonl|pb)",
        ("transcripts", "cascade"),
        depth=0,
    ),
    usage="none",
    tools="steno.agents.windsurf.tools:TOOLBOX",
    idiom="steno.agents.windsurf.idiom:IDIOM",
    pairing="embedded",
    holds=(b'"user_input"', b'"planner_response"'),
    verified=1,
    cannot=("times", "models", "tokens", "thoughts", "ids of calls"),
    about="Windsurf encrypts its own sessions (`~/.codeium/windsurf/cascade/*.pb`): nobody else can read them. The "
    "hook that writes transcripts must be switched on. A call and its result stand in one record; some tools, such as "
    "a listing of a folder, leave no output there.",
)
