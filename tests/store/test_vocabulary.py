"""A regular expression finds the same events, whether the list of words helps or every session is read."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from steno.api.catalog import sync
from steno.api.search import Wanted, search
from steno.store import catalog, vocabulary
from steno.store.scanning import run_of
from tests.given.cataloged import found, put, said, world
from tests.given.effort import examples
from tests.given.machine import lines, record

PIECES = (
    "connection refused", "Refused", "foo_bar", "fooBar", "src/garden.py", "E1234:", "naïve", "路径path", "a\0bc",
    "\x1b[31mred\x1b[0m", "\x1b[1mfoo", "x" * 600 + "needle" + "y" * 40, "12345", "x", "K\u212aelvin", "ſtop",
    "\ud800odd",     "İstanbul", "é" * 9000 + "deep", "thorn thorns", "\n\t",
)  # fmt: skip
WORDS = ("refus", "onnec", "foo", "oo_b", "arden", "E12", "123", "mred", "mfoo", "1mf", "need", "tho", "elv", "sto",
         "bc", "deep", "path", "rns", "istan", "naïve", "zzz")  # fmt: skip
PARTS = st.one_of(
    st.sampled_from([re.escape(each) for each in WORDS]),
    st.sampled_from([r"\d+", r"\w", ".", "[a-z]+", r"\s?", "(?:ed|al)", "x{3}", "(?i:FOO)", "o*", r"\b", "$", "^"]),
)
PATTERNS = st.tuples(st.sampled_from(["", "(?i)", "(?s)"]), st.lists(PARTS, min_size=1, max_size=3)).map(
    lambda each: each[0] + "".join(each[1])
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sessions in which each piece stands, alone and beside each other."""
    folder = tmp_path_factory.mktemp("home")
    for number in range(6):
        texts = [*PIECES[number::3], " ".join(PIECES[number:9]), "".join(PIECES[number + 6 : number + 9])]
        records = [record("user", text, at, f"s{number}") for at, text in enumerate(texts)]
        put(folder, f"s{number}", json.dumps({"type": "x"}).encode() + b"\n" + lines(records), number)
    sync(world(folder), jobs=1)
    search(world(folder), Wanted(text="refus", regex=True))
    return folder


def every(home: Path, pattern: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is found where every session is read."""
    with monkeypatch.context() as without:
        without.setattr("steno.store.scanning.run_of", lambda each: None)
        without.setattr("steno.store.scanning.needle", lambda each: None)
        return [*found(home, pattern, regex=True, limit=0)]


@settings(max_examples=examples(600), deadline=None)
@given(PATTERNS)
@example("mred")
@example("1mfo")
@example("needle")
@example("deep")
@example("(?i)KELV")
@example("refus(ed|al)")
def test_the_list_of_words_changes_nothing_that_is_found(pattern: str) -> None:
    home, monkeypatch = HOME[0], pytest.MonkeyPatch()
    try:
        re.compile(pattern)
    except re.error:
        return
    assert [*found(home, pattern, regex=True, limit=0)] == every(home, pattern, monkeypatch)


HOME: list[Path] = []


@pytest.fixture(autouse=True, scope="module")
def _made(home: Path) -> None:
    HOME.append(home)


def test_the_list_of_words_is_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a file was looked through")

    monkeypatch.setattr("steno.store.scanning.may_hold", never)
    assert run_of(re.compile("efuse[d ]")) == "efuse"
    assert found(home, "efuse[d ]", regex=True)


def test_what_was_written_since_the_words_were_listed_is_found(tmp_path: Path) -> None:
    for number in range(30):
        put(tmp_path, f"s{number}", said(f"s{number}", "hedge"), number)
    search(world(tmp_path), Wanted(text="edg", regex=True))
    put(tmp_path, "s7", said("s7", "hedge", "brambles"), 100)
    hits = search(world(tmp_path), Wanted(text="ramb[l]", regex=True)).found
    assert {each.session for each in hits} == {"s7"}
    with closing(catalog.readable(tmp_path / "kept" / "catalog.db")) as base:
        assert base.execute("SELECT count(*) FROM unlisted").fetchone() == (1,)
        assert not vocabulary.is_due(base)
        listed = vocabulary.candidates(base, "edge")
    assert listed is not None
    assert len(listed.events) == 30


def test_a_regular_expression_without_letters_in_a_row_says_that_it_reads_everything(tmp_path: Path) -> None:
    put(tmp_path, "s", said("s", "hedge"), 1)
    told: list[str] = []
    for pattern in ("h.d.e", "[a-z]/", "he-dg", "hedge"):
        search(world(tmp_path), Wanted(text=pattern, regex=True), tell=told.append)
    assert [each.partition(": ")[2] for each in told] == [
        "every session is read", "every session is read", "every session is looked through",
    ]  # fmt: skip
