"""Events that hold nothing are not gone through, and the result is the same as if they were."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from steno.detect import RULES, Level, Span, Unscannable, finder
from steno.detect.rule import crc32_base62, fake
from steno.model import Derivation, Event, Header, Kind, Text, Trace
from steno.model.kept import Paths
from steno.model.walk import Apart
from steno.passes.redact import Redact
from steno.passes.suspects import Suspects
from steno.testing.strategies import traces

BODY = fake(30)
TOKEN = "ghp_" + BODY + crc32_base62(BODY)
KEY = b"k" * 32
SECRETS = [text for rule in RULES if Level.SECRETS.includes(rule.level) for text in rule.positives]


def planted(trace: Trace, texts: list[str]) -> Trace:
    """The trace with texts in what a reader did not understand, one in each event."""
    events = [
        replace(event, residue={"note": text, "more": [text, {"deep": text}]})
        for event, text in zip(trace.events, texts, strict=False)
    ]
    return replace(trace, events=(*events, *trace.events[len(events) :]))


@given(traces(), st.lists(st.sampled_from([*SECRETS, "nothing", "see " + TOKEN, "password: Kestrel-41"]), max_size=6))
@settings(max_examples=150, deadline=None)
def test_the_result_is_the_same_as_if_every_event_was_gone_through(trace: Trace, texts: list[str]) -> None:
    trace = planted(trace, texts)
    screened, whole = Redact("secrets", KEY), Redact("secrets", KEY, finder(Level.SECRETS))
    assert screened.run(trace, lambda _: None) == whole.run(trace, lambda _: None)
    assert screened.ledger == whole.ledger


def seen(find: Callable[[bytes], list[Span]]) -> list[str]:
    """Which texts are gone through, of three events that say `0`, `1` and `2`."""
    events = tuple(
        Event(uid=f"e{n}", kind=Kind.MESSAGE, body=Text(f"say {n}"), origin=Derivation("test"), actor="user")
        for n in range(3)
    )
    trace = Trace(header=Header(), events=events)
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    apart = Apart(Paths(), lambda text, _: text)
    assert Suspects(trace, find).map_strings(trace, note, None, lambda _, value: value, apart) is trace
    return [text for text in found if text.startswith("say")]


def test_only_events_with_a_finding_are_gone_through() -> None:
    def find(data: bytes) -> list[Span]:
        at = data.index(b"say 1")
        return [Span(at, at + 5, "secret", "SEC404")]

    assert seen(find) == ["say 1"]


def test_events_that_cannot_be_scanned_are_all_gone_through() -> None:
    def find(data: bytes) -> list[Span]:
        raise Unscannable("too odd")

    assert seen(find) == ["say 0", "say 1", "say 2"]
