"""QwenPaw: the document around the messages is a record here and none to the counts."""

from __future__ import annotations

from tests.given.figures import Figure, in_records

FIGURES: dict[str, Figure | None] = {
    "records": lambda session: sum("agent" not in record.rest for record in session.records),
    "messages_by_role": in_records("0.role"),
    # Local times name no instant, so that events have none.
    "first_timestamp": lambda session: min(in_records("0.timestamp")(session)),
    "last_timestamp": lambda session: max(in_records("0.timestamp")(session)),
    "tokens": None,
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
