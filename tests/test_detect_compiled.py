"""A finder that was kept finds the same, and one that does not fit is made anew."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from steno.detect import RULES, Level, compiled, finders
from steno.detect.rule import fake

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
    assert compiled.load("tokens-none") is None
    finders.tokens.__wrapped__(Level.NONE)
    assert kept.read_bytes() == before


def test_what_fits_no_longer_is_removed(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "tokens-none.0123").write_bytes(b"made by another version")
    finders.tokens.__wrapped__(Level.NONE)
    assert len(list(folder.iterdir())) == 1


def test_nothing_is_kept_for_a_user_who_wants_nothing_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STENO_NO_CACHE", "1")
    finders.tokens.__wrapped__(Level.NONE)
    assert not folder.exists()


def test_a_kept_finder_loads_no_detector_before_it_is_tried(folder: Path) -> None:
    script = (
        "import sys; from steno.detect import Level, finder;"
        "f = finder(Level.SECRETS); f.find('nothing here');"
        "print(sum(m.startswith('steno.detect.rules.') for m in sys.modules), end=' ');"
        f"print(len(f.find('ghp_' + {fake(36)!r})), sum(m.startswith('steno.detect.rules.') for m in sys.modules))"
    )
    runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True) for _ in "12"]
    assert [int(run.stdout.split()[0]) > 0 for run in runs] == [True, False]
    assert 0 < int(runs[1].stdout.split()[2]) < 12


def test_what_is_kept_is_not_scanned_as_text(folder: Path) -> None:
    finders.tokens.__wrapped__(Level.NONE)
    (kept,) = folder.iterdir()
    assert b"\0" in kept.read_bytes()[:8]
