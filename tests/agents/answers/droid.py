"""Droid."""

from __future__ import annotations

from steno.model.signs import Injected
from tests.given.figures import Figure, in_records

FIGURES: dict[str, Figure | None] = {
    "messages_by_role": in_records("message.role"),
    "user_only_notices": lambda session: sum(event.signs.injected is Injected.NOTICE for event in session.events),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
