"""A finder that was kept finds the same, and one that does not fit is made anew."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import steno
from steno.detect import RULES, Engine, Level, cache, compiled, finders
from steno.detect.census import census
from steno.detect.every import HOMES
from steno.detect.rule import fake
from steno.detect.trial import JUDGES, Row, judge_of

TEXTS = [text for rule in RULES for text in (*rule.positives, *rule.negatives)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "steno/finders"


@pytest.mark.parametrize("make", [finders.finder, finders.tokens], ids=["finder", "tokens"])
def test_a_finder_that_was_kept_finds_the_same(folder: Path, make: object) -> None:
    made = make.__wrapped__(Level.STRICT)  # type: ignore[attr-defined]
    (kept,) = folder.iterdir()
    assert (kept.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    loaded = make.__wrapped__(Level.STRICT)  # type: ignore[attr-defined]
    assert [loaded.find(text) for text in TEXTS] == [made.find(text) for text in TEXTS]


@pytest.mark.parametrize("damage", [b"", b"x" * 200])
def test_a_damaged_file_is_made_anew(folder: Path, damage: bytes) -> None:
    finders.tokens.__wrapped__(Level.NONE)
    (kept,) = folder.iterdir()
    before = kept.read_bytes()
    kept.write_bytes(damage or before[:-1])
    assert compiled.load("tokens-none", Level.NONE, tokens=True) is None
    finders.tokens.__wrapped__(Level.NONE)
    assert kept.read_bytes() == before


def test_several_versions_keep_theirs_side_by_side_and_the_one_unused_for_longest_goes(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True)
    for number in range(cache.KEPT):
        other = folder / f"tokens-none.{number:04}"
        other.write_bytes(b"made by another version")
        os.utime(other, (1000 + number, 1000 + number))
    finders.tokens.__wrapped__(Level.NONE)
    assert sorted(each.suffix for each in folder.iterdir())[: cache.KEPT - 1] == [".0001", ".0002", ".0003"]
    assert len(list(folder.iterdir())) == cache.KEPT


def test_use_keeps_a_file_young(folder: Path) -> None:
    finders.tokens.__wrapped__(Level.NONE)
    (kept,) = folder.iterdir()
    os.utime(kept, (1000, 1000))
    finders.tokens.__wrapped__(Level.NONE)
    assert kept.stat().st_mtime > 1000


def test_the_sources_say_which_detectors_there_are_without_being_imported() -> None:
    known = census()
    assert known is not None
    folders = {code: home.split(".")[2] for code, home in HOMES.items()}
    assert sorted(known.entries) == sorted((rule.code, folders[rule.code], rule.level) for rule in RULES)


def test_the_name_of_a_file_changes_with_any_source_and_not_with_where_they_lie(tmp_path: Path) -> None:
    names = set()
    for copy in ("one", "two", "changed"):
        shutil.copytree(Path(steno.__file__).parent, tmp_path / copy / "steno")
        if copy == "changed":
            with (tmp_path / copy / "steno/detect/rules/aws.py").open("a") as file:
                file.write("# one more line\n")
        script = "from steno.detect import cache; print(cache._fits())"
        environ = os.environ | {"PYTHONPATH": str(tmp_path / copy)}
        ended = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True, check=True)
        names.add((copy == "changed", ended.stdout))
    assert len(names) == 2


def _forged(name: str, change: Callable[[compiled.Compiled], None]) -> None:
    data = cache.load(name)
    assert data is not None
    known = msgspec.msgpack.decode(data, type=compiled.Compiled)
    change(known)
    compiled.save(name, known)


def _untried(known: compiled.Compiled) -> None:
    known.tried = [[] for _ in known.tried]


def _fewer(known: compiled.Compiled) -> None:
    last = len(known.rules) - 1
    known.rules = known.rules[:-1]
    known.tried = [[index for index in here if index != last] for here in known.tried]
    known.blocks = {word: [index for index in here if index != last] for word, here in known.blocks.items()}


def _strange(known: compiled.Compiled) -> None:
    known.rules[0].extent = "antigravity:geohash"


@pytest.mark.parametrize("change", [_untried, _fewer, _strange])
@pytest.mark.parametrize("level", [Level.NONE, Level.SECRETS])
def test_a_kept_finder_that_tries_other_detectors_than_the_sources_is_made_anew(
    folder: Path, level: Level, change: Callable[[compiled.Compiled], None]
) -> None:
    finders.tokens.__wrapped__(level)
    assert compiled.load(f"tokens-{level}", level, tokens=True) is not None
    _forged(f"tokens-{level}", change)
    assert compiled.load(f"tokens-{level}", level, tokens=True) is None


def test_nothing_is_kept_for_a_user_who_wants_nothing_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STENO_NO_CACHE", "1")
    finders.tokens.__wrapped__(Level.NONE)
    assert not folder.exists()


def test_a_kept_finder_finds_without_loading_a_detector_whose_judge_is_shared(folder: Path) -> None:
    script = (
        "import sys; from steno.detect import Level, finder;"
        "f = finder(Level.SECRETS); f.find('nothing here');"
        "print(sum(m.startswith('steno.detect.rules.') for m in sys.modules), end=' ');"
        f"print(len(f.find('ghp_' + {fake(36)!r})), sum(m.startswith('steno.detect.rules.') for m in sys.modules))"
    )
    runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True) for _ in "12"]
    assert [int(run.stdout.split()[0]) > 0 for run in runs] == [True, False]
    found, loaded = runs[1].stdout.split()[1:]
    assert (found, loaded) == ("1", "0")  # its pattern and its judge stand in the table


def test_what_is_kept_is_not_scanned_as_text(folder: Path) -> None:
    finders.tokens.__wrapped__(Level.NONE)
    (kept,) = folder.iterdir()
    assert b"\0" in kept.read_bytes()[:8]


def test_a_row_names_the_very_judges_of_its_detector() -> None:
    for rule in RULES:
        row = Row.of(rule, HOMES[rule.code])
        assert [judge_of(row, role) for role in JUDGES] == [getattr(rule, role) for role in JUDGES], rule.code


def test_a_detector_whose_judge_has_no_name_is_tried_all_the_same() -> None:
    rule = next(rule for rule in RULES if rule.code == "SEC013")
    odd = replace(rule, extent=partial(lambda skipped, match: (match.start() + skipped, match.end()), 4))
    (span,) = Engine(Level.SECRETS, (odd,)).find("AKIA" + fake(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
    assert (span.start, span.end) == (4, 20)
