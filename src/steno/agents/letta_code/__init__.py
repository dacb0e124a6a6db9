"""Letta Code: its transcripts (`~/.letta/transcripts`) and local conversations, and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

_SESSION = r"(?:transcripts/[^/]+|lc-local-backend/conversations)/(?P<id>[^/]+)/(?:transcript|messages)\.jsonl"
AGENT = agent(
    "letta-code",
    "Letta Code",
    "steno.agents.letta_code.table:FORMAT",
    summary="reads transcripts, and conversations of the local backend; writes back what was read from such a file",
    places=Stored(".letta", _SESSION, depth=3),
    usage="exclusive",
    tools="steno.agents.letta_code.tools:TOOLBOX",
    idiom="steno.agents.letta_code.idiom:IDIOM",
    pairing="embedded",
    holds=(b'"captured_at"', b"letta-msg-", b"local-conv-"),
    verified=0,
    about="Written from the program's source; no real file was at hand. Transcripts have neither tokens nor models, "
    "and a call stands in one record with its result. Conversations of the local backend have both, and pair by id; "
    "those that are kept at the vendor leave only a transcript here.",
)
