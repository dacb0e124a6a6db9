"""Hermes: its store (`~/.hermes/state.db`), its transcripts beside that, and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

_SESSION = (
    r"(?=state\.db$|sessions/)(?!sessions/(?:sessions\.json|request_dump_))"
    r"(?:sessions/(?:session_)?)?(?P<id>[^/]+)\.(?:db|jsonl?)"
)
"""The store of all sessions, and transcripts; beside these lie an index and what was sent to the provider."""
AGENT = agent(
    "hermes",
    "Hermes",
    "steno.agents.hermes.table:FORMAT",
    summary="reads the store, snapshots, transcripts and ShareGPT trajectories; writes back all but the store",
    places=Stored(".hermes", _SESSION, variable="HERMES_HOME", depth=1),
    usage="steno.agents.hermes.usage:POLICY",
    tools="steno.agents.hermes.tools:TOOLBOX",
    idiom="steno.agents.hermes.idiom:IDIOM",
    pairing="id",
    holds=(b"SQLite format 3", b'"session_start"', b'"session_meta"', b'"conversations"'),
    verified=0,
    cannot=("tokens of each answer",),
    about="Written from descriptions of the format and checked against three files that people made by hand. The store "
    "has the tokens, one sum for each session; transcripts have none, and a session may stand in both. One that went "
    "on after a compaction is another session, which names the one before.",
)
