"""Cursor: its stores (`state.vscdb`, `store.db`), the transcripts of its agent, and all else that is known of it."""

from steno.kit.agent import agent

_LINES = (b'"user","message"', b'"user", "message"', b'"assistant","message"', b'"assistant", "message"')
"""What a line of a transcript begins with."""

AGENT = agent(
    "cursor",
    "Cursor",
    "steno.agents.cursor.table:FORMAT",
    summary="reads chats and composers of the editor, chats of the command line, and transcripts of the agent; writes "
    "back what was read from a transcript",
    places="steno.agents.cursor.places:PLACES",
    usage="sum",
    tools="steno.agents.cursor.tools:TOOLBOX",
    idiom="steno.agents.cursor.idiom:IDIOM",
    pairing="embedded",
    holds=(b"cursorDiskKV", b"ItemTable", b"blobs", b"<user_query>", *_LINES),
    verified=1,
    cannot=("results and times in transcripts",),
    about="A store of the editor holds all of its conversations; keys, tokens and accounts in it are never read. "
    "Bubbles that a conversation no longer lists are kept and not counted. The chats of the command line are messages "
    "in JSON, put in order by a protobuf record that is kept and not understood. Transcripts have no ids, times, "
    "models or tokens, and mostly no results. Counts of tokens in the editor's store are mostly zero.",
)
