"""An expression that was kept is the one that Python would compile, and where none fits it is compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from steno.detect import Engine, Level, patterns
from steno.detect.expressions import expressions
from steno.detect.shapes import Shaped

TEXT = r"(?P<name>[a-z]+)(?:=|: ?)(?P<value>\w{4,}+)"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    patterns._codes.cache_clear()
    yield tmp_path / "steno/finders"
    patterns._codes.cache_clear()


@pytest.fixture
def compiles(monkeypatch: pytest.MonkeyPatch) -> list[str | bytes]:
    """Every expression that has to be compiled from here on."""
    asked: list[str | bytes] = []
    compile = re.compile

    def noted(expression: str, flags: int = 0) -> re.Pattern[str]:
        asked.append(expression)
        return compile(expression, flags)

    monkeypatch.setattr(re, "compile", noted)
    return asked


def test_every_expression_of_the_detectors_is_taken_back_as_python_compiles_it(folder: Path) -> None:
    engine = Engine(Level.STRICT, make=None)
    known = expressions(engine, Shaped(engine))
    patterns.keep(known)
    texts = [(expression, flags) for expression, flags in known if isinstance(expression, str)]
    assert len(texts) > 500
    assert patterns._codes().keys() == set(texts)
    for expression, flags in texts:
        taken, made = patterns._codes()[expression, flags].pattern(), re.compile(expression, flags)
        assert (taken, taken.groupindex, taken.groups) == (made, made.groupindex, made.groups)


def test_what_is_kept_is_not_compiled(folder: Path, compiles: list[str | bytes]) -> None:
    patterns.keep([(TEXT, 0)])
    compiles.clear()
    found = patterns.compiled(TEXT).fullmatch("key: abcdef")
    assert found is not None
    assert found.groupdict() == {"name": "key", "value": "abcdef"}
    assert compiles == []


def test_flags_tell_expressions_apart(folder: Path) -> None:
    patterns.keep([("straße", 0), ("straße", re.IGNORECASE), (r"\w+", re.ASCII)])
    assert patterns.compiled("straße").search("STRASSE STRAßE") is None
    assert patterns.compiled("straße", re.IGNORECASE).search("STRASSE STRAßE")
    assert patterns.compiled(r"\w+", re.ASCII).fullmatch("é") is None
    assert patterns.compiled(r"\w+").fullmatch("é")


def test_what_one_level_kept_stays_when_another_keeps_its_own(folder: Path) -> None:
    patterns.keep([("a+", 0)])
    patterns.keep([("b+", 0)])
    assert patterns._codes().keys() == {("a+", 0), ("b+", 0)}


@pytest.mark.parametrize("at", [0, 40, 100, -30, -1])
def test_a_damaged_file_is_not_believed(folder: Path, compiles: list[str | bytes], at: int) -> None:
    patterns.keep([(TEXT, 0)])
    (path,) = folder.iterdir()
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    patterns._codes.cache_clear()
    compiles.clear()
    assert patterns.compiled(TEXT).fullmatch("key=abcdef")
    assert compiles == [TEXT]


def test_a_python_that_does_not_tell_what_it_compiles_keeps_nothing(
    folder: Path, compiles: list[str | bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("re._compiler._code")
    patterns.keep([(TEXT, 0)])
    assert patterns._codes() == {}
    assert patterns.compiled(TEXT).fullmatch("key=abcdef")


def test_numbers_that_are_taken_back_as_another_expression_are_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = re._compiler._code(re._parser.parse("other"), 0)  # type: ignore[attr-defined]
    monkeypatch.setattr("re._compiler._code", lambda parsed, flags: other)
    patterns.keep([(TEXT, 0)])
    assert patterns._codes() == {}
