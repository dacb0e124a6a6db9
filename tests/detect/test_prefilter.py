"""Texts that hold nothing are sorted out together, and the result is the same as if each had been looked at."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from steno.detect import RULES, Finder, Level, Span, finder
from steno.detect.gate import gate
from steno.detect.plain import Plain
from steno.detect.prefilter import may_match
from steno.detect.re2gate import Re2
from steno.detect.shapes import Shaped
from steno.detect.word import Gate, Make, Word
from steno.model import Trace
from steno.passes.redact import Redact
from steno.testing.strategies import traces
from tests.given.effort import examples
from tests.given.secrets import TOKEN

KEY = b"k" * 32
POSITIVES = [text for rule in RULES for text in rule.positives]


class Each:
    """A finder that nobody can ask for its gate, so that every text is looked at."""

    def __init__(self, level: Level) -> None:
        self._finder: Finder = finder(level)

    def find(self, text: str) -> list[Span]:
        return self._finder.find(text)


def planted(trace: Trace, texts: list[str]) -> Trace:
    """The trace with texts in what a reader did not understand, one in each event."""
    events = [
        replace(event, residue={"note": text, "more": [text, {"deep": text}]})
        for event, text in zip(trace.events, texts, strict=False)
    ]
    return replace(trace, events=(*events, *trace.events[len(events) :]))


@settings(deadline=None, max_examples=examples(60))
@given(traces(), st.lists(st.sampled_from([TOKEN, "nothing", "dev@corp-mail.de", *POSITIVES[::7]]), max_size=6))
@pytest.mark.parametrize("level", [Level.SECRETS, Level.PII])
def test_a_redaction_is_the_same_with_and_without_a_screen(level: Level, trace: Trace, texts: list[str]) -> None:
    trace = planted(trace, texts)
    screened, whole = Redact(level, KEY), Redact(level, KEY, Each(level))
    assert screened.run(trace, lambda _: None) == whole.run(trace, lambda _: None)
    assert screened.ledger == whole.ledger
    unlisted = Redact(level, KEY, listed=False)
    assert (unlisted.run(trace, lambda _: None), unlisted.ledger) == (screened.run(trace, lambda _: None), [])


@pytest.mark.parametrize("level", [Level.SECRETS, Level.PII])
def test_every_positive_passes_the_screen_wherever_it_stands_among_others(level: Level) -> None:
    shaped = finder(level)
    assert isinstance(shaped, Shaped)
    texts = [text for text in POSITIVES if shaped.find(text)]
    assert set(may_match(shaped.gate, ["a", *texts, "1", *texts[::-1]])) >= set(texts)


@pytest.mark.parametrize("make", [gate, Re2, Plain])
def test_a_row_at_the_beginning_of_a_text_is_not_taken_for_the_end_of_the_one_before(make: Make) -> None:
    rows: Gate = make([Word("[0-9]{3}-[0-9]", classes=True)])
    assert list(may_match(rows, ["12", "123-4", "x", "9123-4", "-", "23-4", "123-4"])) == ["123-4", "9123-4", "123-4"]


def test_what_ends_a_text_belongs_to_it() -> None:
    assert list(may_match(gate([Word("end[0-9]", expression=True)]), ["the end1", "x", "end2"])) == ["the end1", "end2"]
