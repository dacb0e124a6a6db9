"""What a step is made of while it is being derived: its events and what is known of them.  Knows no rule."""

from __future__ import annotations

from msgspec import UNSET, Struct

from steno.base.exact import JSON
from steno.contracts import Code
from steno.diagnostics import Severity
from steno.idioms import Inside
from steno.model import Event, Header, Lifecycle, Text, ToolCall, ToolResult, calls


def code(number: str, name: str, page: str) -> Code:
    """A rule of derivation: its `Derivation.rule` is the code's name, so either finds its page."""
    return Code(f"DRV{number}", f"derive/{name}", page, Severity.NOTE)


class Verdict(Struct, frozen=True):
    """Whether a call did what it was asked to, and which event says so."""

    success: bool
    rule: str
    of: tuple[str, ...]
    exit: int | None = None
    """The exit code, where that is what decides."""
    at: int = 0
    """Where the event stands in the log: before it, nobody could know."""


class Act:
    """A step to be: an anchor, and the events that belong to it."""

    __slots__ = (
        "about", "action", "actor", "again", "answers", "call", "causes", "child", "ended", "ends", "event", "evidence",
        "final", "group", "index", "inside", "member", "opener", "opens", "parts", "result", "retried", "retry", "rule",
        "source", "target", "turn", "verdict", "why",
    )  # fmt: skip

    def __init__(self, event: Event, index: int, action: str, rule: str) -> None:
        self.event, self.index, self.action, self.rule = event, index, action, rule
        self.call = event.body if isinstance(event.body, ToolCall) else None
        self.inside: Inside | None = None
        """What it calls itself, where it runs a script that names its calls."""
        self.result: Event | None = None
        self.parts: list[Event] = [event]
        """The blocks of a message, the anchor among them."""
        self.why: list[Event] = []
        """What the agent said right before it made the call."""
        self.about: list[Event] = []
        """What the source says of the call beside its result."""
        self.answers: Act | None = None
        """The call whose result holds these words of the user."""
        self.actor = ""
        self.turn = 1
        self.opens = False
        """Whether it begins a turn."""
        self.opener: Act | None = None
        """The message that began its turn."""
        self.final = False
        """The last word of a sub-agent."""
        self.child = False
        """A call that started another run."""
        self.causes: Causes | None = None
        self.group = ""
        self.member: Act | None = None
        """Another call of its group; None where it was alone."""
        self.retry: Act | None = None
        """The failed call that this one makes again."""
        self.again = ""
        """The rule by which it does."""
        self.retried: Act | None = None
        """The call that makes this failed one again."""
        self.source: Act | None = None
        """The call whose result gave out an id that the input holds."""
        self.target: JSON = UNSET
        """What it works on, once that has been asked."""
        self.verdict: Verdict | None = None
        self.ended: Act | None = None
        """The later call whose result says how the process or the task ended that this one started."""
        self.ends: Act | None = None
        """The earlier call of whose end the result speaks."""
        self.evidence: tuple[str, ...] = ()

    def collect(self) -> tuple[str, ...]:
        """The uids of all its events: what the step rests on."""
        result = [] if self.result is None or self.answers else [self.result]
        self.evidence = tuple(each.uid for each in (*self.parts, *self.why, *result, *self.about))
        return self.evidence

    @property
    def returned(self) -> ToolResult | None:
        """What came back, where anything did."""
        return calls.returned(self.result)


class Causes(Struct, frozen=True):
    """What led to a response: earlier steps, how, and the events that show it."""

    acts: tuple[Act, ...]
    kind: str
    note: str
    rule: str
    of: tuple[str, ...]
    uids: list[str]
    """Of the steps: one list, however many calls the response holds."""

    @classmethod
    def by(cls, acts: tuple[Act, ...], kind: str, note: str, rule: str, of: tuple[str, ...]) -> Causes:
        return cls(acts, kind, note, rule, of, [each.event.uid for each in acts])


def said(parts: list[Event]) -> str | None:
    """The words of a message; those of several blocks one below the other."""
    texts = [text for each in parts if (text := _words(each))]
    return "\n".join(texts) if texts else None


def _words(event: Event) -> str | None:
    body = event.body
    if isinstance(body, Text):
        return body.text
    if isinstance(body, Lifecycle):
        return body.text if isinstance(body.text, str) else None
    return None


def identities(header: Header) -> dict[str, str]:
    """What tells the agents of a trace apart, by actor key: one that changes its model stays the same."""
    return {key: f"{actor.name}@{actor.instance or ''}" for key, actor in header.actors.items()}
