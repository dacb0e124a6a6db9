"""What `gemini -o stream-json` prints: an answer in pieces counts as many records."""

from __future__ import annotations

from typing import Any

from tests.given.figures import Figure, Session

READS = "gemini-cli"


def _by(role: str) -> Figure:
    return lambda session: sum(record.rest.get("role") == role for record in session.records)


def _stats(session: Session) -> Any:
    last = [event.body for event in session.events if getattr(event.body, "name", "") == "result"][-1]
    return last.data["stats"]  # type: ignore[union-attr,index]


FIGURES: dict[str, Figure | None] = {
    "user_messages": _by("user"),
    "assistant_messages": _by("assistant"),
    "stats": _stats,
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
