"""Every tool of the server: what it is called, what it says of itself, what it takes and what it does.

All are read-only.  A tool is under the laws of the server the day it is listed here: its answers are masked, inert and
limited in one place, and tests walk over this table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from steno.mcp import arguments, finding, judging, measuring, reading
from steno.mcp.page import Asked, Page


class Tool(Struct, frozen=True):
    """One tool."""

    name: str
    title: str
    description: str
    """One or two sentences: what it does, and what to call next."""
    args: type[Struct]
    run: Callable[[Asked], Page]
    less: str = "The session is large: ask for another one, or run `steno` in a shell."
    """What to do where a call took too long."""

    def too_long(self, arguments: dict[str, Any]) -> str:
        """What to do where a call with these arguments took too long."""
        return _PATTERN if arguments.get("regex") else self.less


_PATTERN = (
    "A regular expression that repeats what repeats, as (a+)+ does, may never end: write it otherwise, or search for "
    "words without regex."
)
_AGAIN = "New sessions are read first, and what was read is kept: call again, or run `steno sync` in a shell."


TOOLS = {
    each.name: each
    for each in (
        Tool(
            "list_sessions", "Sessions",
            "List agent sessions on this machine, the last active first: id, agent, title, project, cost, failures.",
            arguments.ListSessions, finding.list_sessions, _AGAIN,
        ),
        Tool(
            "search", "Search",
            "Find events by their words over all sessions. Each hit has the session and the number of the event for "
            "get_events.",
            arguments.Search, finding.search, _AGAIN,
        ),
        Tool(
            "get_session", "Session",
            "Show what a session is about: prompts, tools, files, models, tokens and cost. One row for each prompt.",
            arguments.GetSession, reading.get_session,
        ),
        Tool(
            "get_events", "Events",
            "Read the events of a session in order: messages, thoughts, tool calls and results, with line numbers.",
            arguments.GetEvents, reading.get_events,
        ),
        Tool(
            "export", "Export",
            "Export a session as an Open-Token, Forsy, OpenTraces or AWF document, piece by piece; put the pieces "
            "together unchanged.",
            arguments.Export, reading.export,
        ),
        Tool(
            "check", "Check",
            "Check a session or trace against the rules of its format. One row for each finding.",
            arguments.Check, judging.check,
        ),
        Tool(
            "explain", "Explain",
            "Explain where values of a session come from: observed, derived by a rule or said by somebody, with the "
            "lines that prove it.",
            arguments.Explain, judging.explain,
        ),
        Tool(
            "blame", "Blame",
            "Show which session, step and prompt wrote each line of a file in git.",
            arguments.Blame, measuring.blame, "The file has a long history: run `steno blame FILE` in a shell.",
        ),
        Tool(
            "stats", "Statistics",
            "Add up tokens, cost, tool calls, failures and waits by day, model, project, agent, session or tool.",
            arguments.Stats, measuring.stats, _AGAIN,
        ),
        Tool(
            "diff", "Compare",
            "Compare two sessions or traces: where they part first, who made them part, and every step that differs.",
            arguments.Diff, measuring.diff,
        ),
        Tool(
            "scan", "Scan",
            "Find secrets in a session, file or folder. Says where and of which kind, never the value.",
            arguments.Scan, judging.scan, "Name a smaller folder or one file, or run `steno scan` in a shell.",
        ),
    )
}  # fmt: skip

OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "redaction": {"type": "string", "description": "What was masked: none, secrets or pii."},
        "about": {"type": "object", "description": "Facts on the whole."},
        "rows": {"type": "array", "items": {"type": "object"}},
        "text": {"type": "string", "description": "A piece of a document, exactly as it is."},
        "next": {"type": "string", "description": "The cursor of the next page; absent at the end."},
        "more": {"type": "string", "description": "How to get the next page."},
        "cut": {"type": "string", "description": "How to get what was cut of long texts."},
    },
    "required": ["redaction", "about", "rows"],
    "additionalProperties": False,
}
"""The schema of every answer."""
