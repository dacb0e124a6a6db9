"""Amp: its threads (`~/.local/share/amp/threads/T-*.json`), and all else that is known of it."""

from steno.agents.contract import Own
from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "amp",
    "Amp",
    "steno.agents.amp.table:FORMAT",
    summary="reads threads, with tokens by message or in a ledger; writes back what was read from such a file",
    places=Stored(".local/share/amp", r"(?P<id>T-[^/]+)\.json", ("threads",), "AMP_DATA_DIR", depth=0),
    usage="steno.agents.amp.usage:POLICY",
    tools="steno.agents.amp.tools:TOOLBOX",
    idiom="steno.agents.amp.idiom:IDIOM",
    pairing="id",
    holds=(b'"T-',),
    verified=1,
    own=Own(variables=("AMP_CURRENT_THREAD_ID",)),
    about="Newer threads live on Amp's server: what lies here may be old or missing. Answers say when they were made, "
    "results do not. For models that are not Anthropic's, what is written to the cache is plain input.",
)
