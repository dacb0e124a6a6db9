"""All gates report the same places, so that what is found does not depend on what a machine has installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.detect import RULES, Engine, Level, Span, compiled
from steno.detect.gate import gate
from steno.detect.plain import Plain
from steno.detect.re2gate import Re2
from steno.detect.shapes import Shaped
from steno.detect.vectorscan import Vectorscan
from steno.detect.word import Gate, Make, Word, openings
from tests.given import finders
from tests.given.effort import examples, share


@cache
def engine() -> Engine:
    return Engine(Level.PII, make=None)


@cache
def shaped(make: Make) -> Shaped:
    return finders.shaped(Level.PII) if make is Vectorscan else Shaped(engine(), make)


EXAMPLES = [text for rule in RULES for text in (*rule.positives, *rule.negatives)]


def different(makes: Iterable[Make], texts: Iterable[str]) -> list[tuple[str, list[list[Span]]]]:
    """The texts in which not all of them find the same, with what each finds."""
    found = ((text, [shaped(make).find(text) for make in makes]) for text in texts)
    return [(text, spans) for text, spans in found if any(each != spans[0] for each in spans)]


def test_the_same_is_found_in_every_example_of_every_rule() -> None:
    assert different([Vectorscan, Re2], EXAMPLES) == []


def test_python_alone_finds_the_same_in_a_sample_of_the_examples() -> None:
    assert different([Vectorscan, Plain], EXAMPLES[::25]) == []


def test_the_same_is_found_in_all_examples_one_after_the_other() -> None:
    assert different([Vectorscan, Re2], ["\n".join(share(EXAMPLES))]) == []


ROWS = Path(os.environ.get("STENO_REDACTION_ROWS") or Path(__file__).parents[3] / "shared/bench/redaction/dev.jsonl")


@pytest.mark.skipif(not ROWS.is_file(), reason="the labelled rows are no part of the repository")
def test_the_same_is_found_in_every_labelled_row() -> None:
    texts = [json.loads(line)["text"] for line in ROWS.read_text(encoding="utf-8").split("\n") if line]
    assert [text for text, _ in different([Vectorscan, Re2], texts)] == []
    assert [text for text, _ in different([Vectorscan, Plain], texts[::50])] == []


def test_the_same_is_found_in_bytes() -> None:
    texts = ["", "é" * 300, *EXAMPLES[::7], "nothing"]
    data = "é\n".join(texts).encode()
    assert shaped(Re2).find_bytes(data) == shaped(Vectorscan).find_bytes(data) != []


WORDS = [
    Word("ghp_"), Word("é"), Word("aa"), Word("PassWord", caseless=True), Word("KEY", caseless=True),
    Word("[0-9]{3}", classes=True), Word("[A-Za-z]@[a-z]", classes=True), Word("[ab]{2}c", caseless=True, classes=True),
    Word("0[1-9]-[0-9]", classes=True), Word(r"\+[1-9][0-9]", classes=True), Word("aa[0-9]{2}", classes=True),
    Word("Key[=:]", caseless=True, classes=True), Word("a{2}b", classes=True),
    Word(r"[A-Za-z]\\{1,8}/[a-z]", expression=True), Word(r"x{2,3}y", expression=True),
    Word(r"(?:\xc3\xa9|%2[0-9])[a-z]", expression=True), Word(r"key[a-z_]{0,3}\"", caseless=True, expression=True),
]  # fmt: skip


@cache
def gates() -> list[Gate]:
    return [make(WORDS) for make in (Vectorscan, Re2, Plain)]


PIECES = ["ghp_", "é", "É", "a", "A", "b", "c", "C", "0", "1", "12", "-", "+", "@", "x", "y", "\\", "/", "%2", "key",
          "KEY", "Key=", "kEy_", '"', "password", "PASSWORD", "ſ", "K", "\0", "\n", "\ud800", "😀"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
@settings(max_examples=examples(600), deadline=None)
def test_every_kind_of_word_is_reported_at_the_same_places(text: str) -> None:
    first, *others = gates()
    hits = first.hits(text)
    places = first.places(text.encode("utf-8", "surrogatepass"))
    for other in others:
        assert other.hits(text) == hits
        assert other.places(text.encode("utf-8", "surrogatepass")) == places


@given(st.binary(max_size=60))
@settings(max_examples=examples(200), deadline=None)
def test_bytes_that_are_no_text_have_the_same_places(data: bytes) -> None:
    first, *others = (gate.places(data) for gate in gates())
    assert all(each == first for each in others)


@given(
    st.deferred(
        lambda: st.lists(
            st.sampled_from([*EXAMPLES, *(word.text for word in engine().words[::5]), " ", "\n", "x", "0"]), max_size=6
        )
    )
)
@settings(max_examples=examples(200), deadline=None)
def test_all_words_of_a_level_are_reported_at_the_same_places(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert shaped(Re2).gate.hits(text) == shaped(Vectorscan).gate.hits(text)


def test_a_row_begins_with_what_its_first_item_allows() -> None:
    assert openings(Word("[a-c]{2}x", classes=True)) == "abc"
    assert openings(Word(r"\+[0-9]", classes=True)) == "+"
    assert openings(Word("k[0-9]", caseless=True, classes=True)) == "Kk"
    assert len(openings(Word("k", expression=True))) == 256


def test_a_long_run_has_the_same_places() -> None:
    for unit in ("0", "a@", ", A", "é", "\\"):
        text = unit * (50_000 // len(unit))
        assert shaped(Re2).gate.hits(text) == shaped(Vectorscan).gate.hits(text)


@pytest.mark.parametrize(
    ("missing", "expected"),
    [((), Vectorscan), (("hyperscan",), Re2), (("hyperscan", "re2"), Plain), (("hyperscan", "ahocorasick_rs"), Plain)],
)
def test_the_fastest_gate_that_installs_is_taken(
    monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...], expected: Make
) -> None:
    without(monkeypatch, missing)
    assert type(gate([Word("abc")])) is expected


def test_a_finder_without_vectorscan_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiled.save("found-by-another", engine(), shaped(Re2))
    without(monkeypatch, ("hyperscan",))
    compiled.save("found-by-another", engine(), shaped(Re2))
    assert not list(tmp_path.rglob("found-by-another.*"))


def without(monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...]) -> None:
    """As if these packages were not installed."""
    users = {
        "hyperscan": "steno.detect.vectorscan",
        "re2": "steno.detect.re2gate",
        "ahocorasick_rs": "steno.detect.re2gate",
    }
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)  # an import of it fails
        monkeypatch.delitem(sys.modules, users[name])


@pytest.mark.parametrize("missing", [("hyperscan",), ("hyperscan", "re2")])
def test_the_command_works_without_vectorscan(tmp_path: Path, missing: tuple[str, ...]) -> None:
    rule = next(rule for rule in RULES if rule.code == "SEC010")
    path = tmp_path / "a.txt"
    path.write_text(f"nothing\n{rule.positives[0]}\n")
    code = f"import sys; sys.modules.update(dict.fromkeys({missing!r})); from steno.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "scan", "--no-config", str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (1, "1 file scanned: 1 finding\n")
    assert "SEC010 github token (auth_token)" in ended.stdout
