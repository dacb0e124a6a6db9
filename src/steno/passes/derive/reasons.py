"""Keeps what each agent thought and said in a response before its calls: the reasons for them.  Makes no step."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from steno.model import Event, Text, Thought, ThoughtState
from steno.passes.derive.act import code

STATED = code(
    "053", "stated-rationale",
    "The `reasoning` of a tool call: what the agent said openly, right before the call and in the same response.",
)  # fmt: skip
THOUGHT = code(
    "056", "plain-thinking",
    "The `reasoning` of a step: the agent's thinking before it, in the same response, word for word, and below it what "
    "the agent then said openly before the call. Only thinking that the log has in plain words counts. Thinking that "
    "is encrypted, empty or taken out is never guessed at.",
)  # fmt: skip
SUMMARY = code(
    "057", "summary-of-thinking",
    "Like DRV056, if the log has only the provider's summary of the thinking. The words are the provider's, and may "
    "leave out the real reason.",
)  # fmt: skip
SHARED = code(
    "058", "shared-rationale",
    "The `reasoning` of a call that follows another call of the same response, with no new words or thinking between "
    "them: what the agent thought and said before the first of them is the reason for all. If the log does not "
    "separate responses, a result or a count of tokens ends one.",
)  # fmt: skip
CODES = (STATED, THOUGHT, SUMMARY, SHARED)

_READABLE = (ThoughtState.FULL, ThoughtState.SUMMARY)


class Reason:
    """What stands before some calls of one response."""

    __slots__ = ("calls", "events", "response")

    def __init__(self, response: str | UnsetType) -> None:
        self.response = response
        self.events: list[Event] = []
        self.calls = 0
        """How many calls it is the reason for so far."""


class Reasons:
    """By agent, the reason for the next call."""

    def __init__(self) -> None:
        self._of: dict[str, Reason] = {}
        self._unnamed: set[str] = set()
        """The agents whose response has no name."""

    def thinks(self, who: str, event: Event) -> None:
        body = event.body
        if isinstance(body, Thought) and body.state in _READABLE and isinstance(body.text, str) and body.text.strip():
            self._open(who, event).events.append(event)

    def says(self, who: str, event: Event) -> list[Event]:
        """What was thought before these words; they are a reason for what comes next."""
        reason = self._open(who, event)
        thoughts = [each for each in reason.events if isinstance(each.body, Thought)]
        reason.events.append(event)
        return thoughts

    def calls(self, who: str, event: Event) -> tuple[list[Event], bool]:
        """The reason for a call, and whether an earlier call of the response has the same."""
        reason = self._of.get(who)
        if reason is None or reason.response != event.response:
            return [], False
        reason.calls += 1
        return reason.events, reason.calls > 1

    def goes_on(self) -> None:
        """A result or a count of tokens comes in: where the log does not name responses, the next one begins."""
        for who in self._unnamed:
            del self._of[who]
        self._unnamed.clear()

    def _open(self, who: str, event: Event) -> Reason:
        reason = self._of.get(who)
        if reason is None or reason.calls or reason.response != event.response:
            reason = self._of[who] = Reason(event.response)
            (self._unnamed.add if event.response is UNSET else self._unnamed.discard)(who)
        return reason


def rule_of(why: list[Event], *, shared: bool) -> str:
    """By which rule these words are a reason."""
    if shared:
        return SHARED.name
    states = {each.body.state for each in why if isinstance(each.body, Thought)}
    if not states:
        return STATED.name
    return THOUGHT.name if ThoughtState.FULL in states else SUMMARY.name


def spelled(why: list[Event]) -> str | None:
    """Thinking and words, one below the other."""
    texts = [each.body.text for each in why if isinstance(each.body, Text | Thought)]
    return "\n".join(text for text in texts if isinstance(text, str) and text) or None
