"""OpenClaw's telemetry: one log of several sessions."""

from __future__ import annotations

from tests.given.figures import Figure, in_records

FIGURES: dict[str, Figure | None] = {
    "sessions": lambda session: len(session.traces[0].header.ids["session"]),
    "session_ids": lambda session: sorted(session.traces[0].header.ids["session"]),
    "agent_starts": lambda session: in_records("type")(session).get("agent.start", 0),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
