"""Continue."""  # noqa: N999  # it is called so

from __future__ import annotations

from steno.model import Kind
from tests.given.figures import Figure, in_records

FIGURES: dict[str, Figure | None] = {
    "messages_by_role": in_records("message.role"),
    "tool_call_states": lambda session: sum(1 for _ in session.of(Kind.TOOL_RESULT)),
    "tool_call_states_by_status": lambda session: {"done": sum(1 for _ in session.of(Kind.TOOL_RESULT))},
    "tool_result_messages": lambda session: in_records("message.role")(session).get("tool", 0),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
