"""A finder that was kept finds the same, and one that does not fit is made anew."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import steno
from steno.detect import RULES, Engine, Level, cache, compiled, finders, shelf
from steno.detect import census as census_module
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
    (kept,) = folder.glob("*-*")
    assert (kept.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    loaded = make.__wrapped__(Level.STRICT)  # type: ignore[attr-defined]
    assert [loaded.find(text) for text in TEXTS] == [made.find(text) for text in TEXTS]


def _cut(data: bytes) -> bytes:
    return data[:-1]


def _longer(data: bytes) -> bytes:
    return data + b"x"


def _other(data: bytes) -> bytes:
    return b"x" * 200


def _nothing(data: bytes) -> bytes:
    return b""


def _flipped(share: float) -> Callable[[bytes], bytes]:
    def flipped(data: bytes) -> bytes:
        at = int(share * (len(data) - 1))
        return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]

    return flipped


@pytest.mark.parametrize(
    "damage", [_cut, _longer, _other, _nothing, *map(_flipped, (0, 0.001, 0.005, 0.1, 0.3, 0.5, 0.7, 0.9, 1))]
)
def test_a_damaged_file_is_made_anew(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    finders.tokens.__wrapped__(Level.NONE)
    (kept,) = folder.glob("*-*")
    before = kept.read_bytes()
    kept.write_bytes(damage(before))
    assert compiled.load("tokens-none", Level.NONE, tokens=True) is None
    finders.tokens.__wrapped__(Level.NONE)
    assert kept.read_bytes() == before


def _left_by_others(folder: Path, kind: str, count: int, days: float) -> list[Path]:
    """Files of other versions, the first of which was used longest ago; the last so many days ago."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    others = [folder / f"{kind}.{number:04}" for number in range(count)]
    for number, other in enumerate(others):
        other.write_bytes(b"made by another version")
        used = time.time() - days * 86_400 - 60 * (count - number)
        os.utime(other, (used, used))
    return others


def test_several_versions_keep_theirs_side_by_side(folder: Path) -> None:
    others = _left_by_others(folder, "tokens-none", shelf.MOST - 1, days=20)
    finders.tokens.__wrapped__(Level.NONE)
    assert set(others) < set(folder.glob("tokens-none.*"))


def test_what_nobody_used_for_a_month_goes_whatever_it_is(folder: Path) -> None:
    old = _left_by_others(folder, "signs-of-yore", 2, days=31)
    young = _left_by_others(folder, "tokens-pii", 2, days=29)
    finders.tokens.__wrapped__(Level.NONE)
    assert {each.exists() for each in old} == {False}
    assert {each.exists() for each in young} == {True}


def test_of_too_many_of_one_kind_the_one_unused_for_longest_goes(folder: Path) -> None:
    others = _left_by_others(folder, "tokens-none", shelf.MOST + 1, days=0)
    more = _left_by_others(folder, "tokens-pii", 1, days=20)
    finders.tokens.__wrapped__(Level.NONE)
    assert [each.exists() for each in (*others, *more)] == [False, False, *[True] * shelf.MOST]
    assert len(list(folder.glob("tokens-none.*"))) == shelf.MOST


def test_processes_that_compile_at_the_same_time_leave_one_whole_file(folder: Path) -> None:
    script = "from steno.detect import finders, Level; finders.tokens(Level.NONE)"
    running = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(3)]
    assert [each.wait() for each in running] == [0, 0, 0]
    assert len(list(folder.glob("*-*"))) == 1
    assert not list(folder.glob(".*"))
    assert compiled.load("tokens-none", Level.NONE, tokens=True) is not None


def test_the_detectors_can_be_compiled_ahead(folder: Path) -> None:
    ended = subprocess.run([sys.executable, "-m", "steno.detect.build"], capture_output=True, check=True)
    assert (ended.stdout, ended.stderr) == (b"", b"")
    kinds = {each.name.partition(".")[0] for each in folder.glob("*-*")}
    assert kinds == {"shaped-secrets", "tokens-secrets", "shaped-pii", "tokens-pii"}


def test_use_keeps_a_file_young(folder: Path) -> None:
    finders.tokens.__wrapped__(Level.NONE)
    (kept,) = folder.glob("*-*")
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


def test_sources_are_counted_anew_when_one_has_changed_and_only_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copytree(Path(steno.__file__).parent, tmp_path / "steno")
    changed = tmp_path / "steno/detect/rules/aws.py"
    long_ago = time.time() - 3600
    script = (
        "import time; from steno.detect import census as c; now = time.time_ns;"
        "time.time_ns = lambda: now() + 10**10; reads = []; content = c._content;"
        "c._content = lambda path: reads.append(path) or content(path); print(c.census().digest, len(reads) > 0)"
    )

    def counted() -> tuple[str, str]:
        environ = os.environ | {"PYTHONPATH": str(tmp_path)}
        ended = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True, check=True)
        digest, read = ended.stdout.split()
        return digest, read

    os.utime(changed, (long_ago, long_ago))
    first, again = counted(), counted()
    assert (first[1], again) == ("True", (first[0], "False"))
    changed.write_bytes(changed.read_bytes().replace(b"#", b";", 1).replace(b"AWS", b"AWZ", 1))
    os.utime(changed, (long_ago, long_ago))  # of the same size and the same age: only the system knows
    other = counted()
    assert (other[0] != first[0], other[1]) == (True, "True")


def test_sources_that_changed_a_moment_ago_are_not_remembered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newest = max(Path(path).stat().st_ctime_ns for path in census_module._files().values())
    for later, kept in ((10**9, 0), (10**10, 1)):
        monkeypatch.setattr(time, "time_ns", lambda at=newest + later: at)
        assert census_module._known() == census()
        assert len(list(folder.glob("census.*"))) == kept


def _forged(name: str, change: Callable[[compiled.Compiled], None]) -> None:
    data = cache.load(name)
    assert data is not None
    known = msgspec.msgpack.decode(data.table, type=compiled.Compiled)
    change(known)
    cache.save(name, msgspec.msgpack.encode(known), data.databases)


def _all_the_same(known: compiled.Compiled) -> bytes:
    """At every word the first of the rows."""
    return compiled._packed([len(known.rules)] * len(compiled._row(known.tried)))


def _untried(known: compiled.Compiled) -> None:
    known.several, known.tried = [[]], _all_the_same(known)


def _unasked(known: compiled.Compiled) -> None:
    """All detectors stand in a row that no word asks for."""
    known.several = [[], list(range(len(known.rules)))]
    known.tried = _all_the_same(known)


def _fewer(known: compiled.Compiled) -> None:
    last = len(known.rules) - 1
    rows = [*([index] for index in range(len(known.rules))), *known.several]
    known.rules = known.rules[:-1]
    known.several = [[index for index in row if index != last] for row in rows]
    known.tried = compiled._packed(last + number for number in compiled._row(known.tried))
    known.blocks = {word: [index for index in here if index != last] for word, here in known.blocks.items()}


def _beyond(known: compiled.Compiled) -> None:
    known.tried = compiled._packed([len(known.rules) + len(known.several), *compiled._row(known.tried)[1:]])


def _before(known: compiled.Compiled) -> None:
    known.tried = compiled._packed([-1, *compiled._row(known.tried)[1:]])


def _strange(known: compiled.Compiled) -> None:
    known.rules[0].extent = "antigravity:geohash"


@pytest.mark.parametrize("change", [_untried, _unasked, _fewer, _beyond, _before, _strange])
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
    (kept,) = folder.glob("*-*")
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
