"""Pi, and those that write its entries."""

from __future__ import annotations

from msgspec import UNSET

from steno.model import Role
from tests.given.figures import Figure, added, by_role, in_records, tokens

_TOKENS = tokens(input="input", output="output", cacheRead="cache_read", cacheWrite="cache_write", totalTokens="total")

FIGURES: dict[str, Figure | None] = {
    # An entry that an extension writes is in the user's place too, and is no message.
    "user_messages": by_role(Role.USER, under="/message"),
    "assistant_messages": by_role(Role.ASSISTANT),
    "assistant_messages_repeated": lambda session: sum(
        event.role is Role.ASSISTANT and event.echo_of is not UNSET for event in session.events
    ),
    "messages_by_role": in_records("message.role"),
    "stop_reasons": in_records("message.stopReason"),
    "custom_types": None,  # standing in the data of lifecycle events and in records, in two ways
    "session_headers": lambda session: in_records("type")(session).get("session", 0),
    "cost_total": added("message.usage.cost.total"),
    "tokens": _TOKENS,
    "tokens_naive_sum_all_records": None,  # wrong on purpose
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
