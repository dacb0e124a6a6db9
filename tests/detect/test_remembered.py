"""A finder that remembers finds what it would find if it looked again, and keeps nothing of what it looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.detect import RULES, Finder, Level, Span, Unscannable, finder
from steno.detect.remembered import Memory, Remembered
from steno.detect.spans import Look, looks
from tests.given.effort import examples
from tests.given.secrets import TOKEN

KEY = b"k" * 32
POSITIVES = [text for rule in RULES for text in rule.positives]


class Watched:
    """A finder that tells what it was asked to look at."""

    def __init__(self, inner: Finder) -> None:
        self._inner = inner
        self.asked: list[str] = []

    def find(self, text: str) -> list[Span]:
        self.asked.append(text)
        return self._inner.find(text)

    def looks(self, texts: Iterable[str]) -> Iterator[tuple[str, Look]]:
        batch = list(texts)
        self.asked += batch
        return looks(self._inner, batch)


class Tired:
    """A finder that can scan no text."""

    def find(self, text: str) -> list[Span]:
        raise Unscannable("too long")


def found(finder: Remembered, texts: list[str]) -> list[tuple[str, list[Span]]]:
    """What is found, without the texts in which there is nothing."""
    return [(text, spans) for text, look in finder.looks(texts) if (spans := look())]


def kept(memory: Memory) -> Memory:
    """As it comes back from where it was kept."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(memory), type=Memory)


TEXTS = st.lists(st.sampled_from(["", "nothing", "a\ud83cb", "dev@corp-mail.de", TOKEN, *POSITIVES]), unique=True)


@settings(deadline=None, max_examples=examples(60))
@given(TEXTS)
@pytest.mark.parametrize("level", [Level.SECRETS, Level.PII])
def test_what_is_found_the_second_time_is_what_was_found_the_first(level: Level, texts: list[str]) -> None:
    memory = Memory()
    first = found(Remembered(finder(level), memory, KEY), texts)
    assert first == [(text, spans) for text in texts if (spans := finder(level).find(text))]
    assert found(Remembered(finder(level), kept(memory), KEY), texts) == first


def test_what_is_remembered_is_not_looked_at_again() -> None:
    memory, texts = Memory(), ["nothing", f"a {TOKEN} here", "nothing else"]
    first = found(Remembered(finder(Level.SECRETS), memory, KEY), texts)
    watched = Watched(finder(Level.SECRETS))
    assert found(Remembered(watched, memory, KEY), texts) == first != []
    assert watched.asked == []


@pytest.mark.parametrize(
    "texts",
    [["one", "two", "three"], ["two", "one"], ["on", "etwo"], ["one", "two "], ["one"], []],
    ids="|".join,
)
def test_other_texts_are_looked_at(texts: list[str]) -> None:
    memory = Memory()
    found(Remembered(finder(Level.SECRETS), memory, KEY), ["one", "two"])
    watched = Watched(finder(Level.SECRETS))
    found(Remembered(watched, memory, KEY), texts)
    assert watched.asked == texts


def test_under_another_key_nothing_is_known() -> None:
    memory = Memory()
    found(Remembered(finder(Level.SECRETS), memory, KEY), ["one"])
    watched = Watched(finder(Level.SECRETS))
    found(Remembered(watched, memory, b"another"), ["one"])
    assert watched.asked == ["one"]


def test_what_nobody_looked_at_to_the_end_is_looked_at_again() -> None:
    memory, text = Memory(), f"a {TOKEN} here"
    list(Remembered(finder(Level.SECRETS), memory, KEY).looks([text]))  # nobody asks what is there
    for _, look in Remembered(Tired(), memory, KEY).looks(["long"]):
        with pytest.raises(Unscannable):
            look()
    watched = Watched(finder(Level.SECRETS))
    for each in (text, "long"):
        found(Remembered(watched, kept(memory), KEY), [each])
    assert watched.asked == [text, "long"]


def test_texts_of_which_only_some_were_asked_for_are_not_remembered() -> None:
    memory = Memory()
    next(Remembered(finder(Level.SECRETS), memory, KEY).looks([f"a {TOKEN}", f"another {TOKEN}"]))
    assert memory.batches == {}


@pytest.mark.parametrize("text", POSITIVES)
def test_what_is_kept_holds_nothing_that_was_found(text: str) -> None:
    memory = Memory()
    spans = [span for _, each in found(Remembered(finder(Level.PII), memory, KEY), [text]) for span in each]
    data = msgspec.msgpack.encode(memory)
    values = {value for span in spans for value in (span.value, text[span.start : span.end])}
    values |= {inner.value for span in spans for inner in span.within}
    assert not [value for value in values if len(value) >= 8 and value.encode("utf-8", "surrogatepass") in data]
