"""mini-swe-agent."""

from __future__ import annotations

from steno.model import Kind, Role, Text
from tests.given.figures import Figure, Session, by_role, in_records, tokens


def _blocks(session: Session) -> int:
    words = [event.body.text for event in session.of(Kind.MESSAGE) if isinstance(event.body, Text)]
    answers = [
        text for text, event in zip(words, session.of(Kind.MESSAGE), strict=True) if event.role is Role.ASSISTANT
    ]
    return sum(text.count("```bash") + text.count("```mswea_bash") for text in answers)


FIGURES: dict[str, Figure | None] = {
    "user_messages": by_role(Role.USER),
    "assistant_messages": by_role(Role.ASSISTANT),
    "messages_by_role": in_records("role"),
    "bash_blocks_in_assistant_text": _blocks,
    "mini_version": lambda session: session.traces[0].header.versions[0],
    "tokens": tokens(prompt_tokens="input", completion_tokens="output", total_tokens="total"),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
