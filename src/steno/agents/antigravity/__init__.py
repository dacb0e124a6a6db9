"""Antigravity, the CLI and the IDE: transcripts, databases (`~/.gemini/antigravity*/`), and all else that is known."""

from steno.kit.agent import agent

AGENT = agent(
    "antigravity",
    "Antigravity",
    "steno.agents.antigravity.table:FORMAT",
    summary="reads transcripts, the steps and tokens of databases, and says of encrypted files that they are; writes "
    "back what was read from a transcript",
    places="steno.agents.antigravity.places:PLACES",
    usage="sum",
    tools="steno.agents.antigravity.tools:TOOLBOX",
    idiom="steno.agents.antigravity.idiom:IDIOM",
    pairing="positional",
    holds=(b'"step_index"', b"step_payload"),
    verified=0,
    cannot=("ids of calls",),
    about="A transcript has words, thoughts, calls and results, and neither models nor tokens; long texts are cut by "
    "the program, which names them in `truncated_fields`. A database (`conversations/*.db`) holds each step in an "
    "encoding of its own: Steno counts steps, tokens and models there, and does not guess at words. Older files "
    "(`*.pb`) are encrypted. Of a session that is kept in several ways, the one that says most is listed.",
)
