"""Laws of the catalog: it says what the files say, however it came to say it."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.api.catalog import sync
from steno.diagnostics import Diagnostic
from steno.errors import Unwritable
from steno.prices import table
from steno.store import catalog
from steno.store.changes import Changes, File
from steno.store.reading import CHANGED, Read, read_file
from steno.store.schema import DELETES
from steno.store.sync import write
from tests.given.cataloged import WORDS, found, fresh, put, said, told, world
from tests.given.effort import examples

PROMPTS = st.lists(st.sampled_from(WORDS), min_size=0, max_size=4)
STEPS = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from(["put", "append", "cut", "remove", "sync"]), PROMPTS),
    min_size=1, max_size=12,
)  # fmt: skip


def again(file: File) -> Read:
    raise AssertionError(f"{file.path} is read whole already")


def step(home: Path, files: dict[str, list[str]], session: str, what: str, prompts: list[str], time: int) -> None:
    if what == "sync":
        sync(world(home), jobs=1)
        return
    before = files.get(session, [])
    now = {"put": prompts, "append": before + prompts, "cut": before[:-1]}.get(what)
    if now is None:
        files.pop(session, None)
        (home / ".claude" / "projects" / "-srv-garden" / f"{session}.jsonl").unlink(missing_ok=True)
    else:
        files[session] = now
        put(home, session, said(session, *now), time)


@settings(max_examples=examples(60))
@given(STEPS)
def test_a_catalog_that_followed_every_change_equals_one_made_from_nothing(
    steps: list[tuple[str, str, list[str]]],
) -> None:
    with TemporaryDirectory() as folder:
        home, files = Path(folder), dict[str, list[str]]()
        for time, (session, what, prompts) in enumerate(steps):
            step(home, files, session, what, prompts, time)
        sync(world(home), jobs=1)
        assert told(home) == fresh(home)
        for word in WORDS:
            one, other = list(found(home, word)), list(found(home, word, "fresh.db"))
            if not DELETES:  # rows of what is gone weigh a little in the order, until a rebuild
                one.sort(key=lambda each: (each.session, each.event))
                other.sort(key=lambda each: (each.session, each.event))
            assert one == other


def test_what_did_not_change_is_not_opened(tmp_path: Path) -> None:
    path = put(tmp_path, "aaaaaaaa", said("aaaaaaaa", "rose"), 1)
    assert sync(world(tmp_path)).read == 1
    path.chmod(0)  # nobody but root could open it now
    path.write_bytes(b"x" * path.stat().st_size)
    put(tmp_path, "aaaaaaaa", b"x" * path.stat().st_size, 1)
    done = sync(world(tmp_path))
    assert (done.read, done.unchanged, done.sessions) == (0, 1, 1)


def test_a_file_that_only_grew_has_one_state_and_a_rewritten_one_both(tmp_path: Path) -> None:
    def rewritten() -> object:
        with closing(catalog.readable(tmp_path / "kept" / "catalog.db")) as base:
            return base.execute("SELECT rewritten FROM sessions").fetchone()[0]

    put(tmp_path, "a", said("a", "rose"), 1)
    sync(world(tmp_path))
    put(tmp_path, "a", said("a", "rose", "thorn"), 2)
    sync(world(tmp_path))
    assert rewritten() == 0
    put(tmp_path, "a", said("a", "hedge", "thorn"), 3)
    sync(world(tmp_path))
    assert rewritten() == 1
    assert not found(tmp_path, "rose")
    assert found(tmp_path, "hedge")


def test_a_session_that_is_gone_is_not_found(tmp_path: Path) -> None:
    path = put(tmp_path, "a", said("a", "rose"), 1)
    put(tmp_path, "b", said("b", "rose"), 2)
    sync(world(tmp_path))
    path.unlink()
    assert sync(world(tmp_path)).gone == 1
    assert {each.session for each in found(tmp_path, "rose")} == {"b"}


def test_several_processes_read_and_the_result_is_the_same(tmp_path: Path) -> None:
    for number in range(12):
        put(tmp_path, f"s{number}", said(f"s{number}", *WORDS), number)
    sync(world(tmp_path), jobs=2)
    assert told(tmp_path) == fresh(tmp_path)


def test_two_runs_at_once_end_well_and_say_the_same(tmp_path: Path) -> None:
    for number in range(30):
        put(tmp_path, f"s{number}", said(f"s{number}", *WORDS), number)
    environ = dict(world(tmp_path).environ)
    runs = [
        subprocess.Popen([sys.executable, "-m", "steno", "sync"], env=environ, stderr=subprocess.PIPE) for _ in range(2)
    ]
    errors = [run.communicate()[1] for run in runs]
    assert [run.returncode for run in runs] == [0, 0], errors
    assert told(tmp_path) == fresh(tmp_path)


@pytest.mark.parametrize("how", ["shrinks", "grows", "vanishes"])
def test_a_source_that_changes_while_it_is_read_is_told_and_read_again(tmp_path: Path, how: str) -> None:
    data = said("a", "rose", "thorn")
    path = put(tmp_path, "a", data, 1)
    file = File("claude-code", "a", str(path), len(data), path.stat().st_mtime)
    match how:
        case "shrinks":
            put(tmp_path, "a", said("a", "rose"), 1)
        case "grows":
            put(tmp_path, "a", said("a", "rose", "thorn", "hedge"), 1)
        case _:
            path.unlink()
    told_of: list[Diagnostic] = []
    read = read_file(file, table([]), told_of.append)
    assert [each.code for each in told_of] == [CHANGED.code]
    base = catalog.writable(tmp_path / "kept" / "catalog.db")
    write(base, Changes([file], [], 0), [read], "2026-01-05T00:00:00Z", lambda each: None, again)
    base.close()
    sync(world(tmp_path), jobs=1)
    assert told(tmp_path) == fresh(tmp_path)


def test_a_full_disk_is_said_and_leaves_what_was_there(tmp_path: Path) -> None:
    put(tmp_path, "a", said("a", "rose"), 1)
    sync(world(tmp_path))
    before = told(tmp_path)
    path = tmp_path / "kept" / "catalog.db"
    long = put(tmp_path, "b", said("b", *(f"word{number} " * 50 for number in range(500))), 2)
    file = File("claude-code", "b", str(long), long.stat().st_size, long.stat().st_mtime)
    read = read_file(file, table([]), lambda each: None)
    with closing(catalog.writable(path)) as base:
        base.execute(f"PRAGMA max_page_count = {base.execute('PRAGMA page_count').fetchone()[0] + 2}")
        with pytest.raises(Unwritable, match="disk is full"), catalog.said(path):
            write(base, Changes([file], [], 1), [read], "2026-01-05T00:00:00Z", lambda each: None, again)
    assert told(tmp_path) == before
    assert sync(world(tmp_path)).sessions == 2
    assert told(tmp_path) == fresh(tmp_path)


def test_a_request_that_two_sessions_state_counts_once(tmp_path: Path) -> None:
    usage = {"input_tokens": 5, "output_tokens": 7}
    stated = b'"usage": ' + json.dumps(usage).encode() + b', "id": "msg_1"'
    base = said("a", "rose").replace(b'"id": "msg_1"', stated)
    put(tmp_path, "a", base, 1)
    put(tmp_path, "b", base, 2)
    sync(world(tmp_path))
    with closing(catalog.readable(tmp_path / "kept" / "catalog.db")) as connection:
        assert connection.execute("SELECT session, input, output FROM costs").fetchall() == [("a", 5, 7)]
    (tmp_path / ".claude" / "projects" / "-srv-garden" / "a.jsonl").unlink()
    sync(world(tmp_path))
    with closing(catalog.readable(tmp_path / "kept" / "catalog.db")) as connection:
        assert connection.execute("SELECT session, input, output FROM costs").fetchall() == [("b", 5, 7)]


def test_another_price_is_another_cost(tmp_path: Path) -> None:
    put(tmp_path, "a", said("a", "rose"), 1)
    sync(world(tmp_path))
    with closing(sqlite3.connect(tmp_path / "kept" / "catalog.db")) as base:
        base.execute("UPDATE setting SET value = 'other' WHERE key = 'prices'")
        base.commit()
    assert sync(world(tmp_path)).read == 1
    assert sync(world(tmp_path)).read == 0


def test_rows_of_what_is_gone_do_not_weigh_in_the_order_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steno.store.sync._UNSEEN", 10)
    for number in range(6):
        put(tmp_path, f"s{number}", said(f"s{number}", *WORDS[number % 3 :], "rose " * number), number)
    for time in range(4):
        put(tmp_path, "s0", said("s0", *["rose thorn"] * 9 + [str(time)]), 10 + time)
        sync(world(tmp_path), jobs=1)
    sync(world(tmp_path), jobs=1)
    put(tmp_path, "s0", said("s0", "rose"), 20)
    sync(world(tmp_path), jobs=1)
    if not DELETES:
        with closing(catalog.readable(tmp_path / "kept" / "catalog.db")) as base:
            rows = base.execute("SELECT count(*) FROM words_docsize").fetchone()[0]
            events = base.execute("SELECT count(words) FROM event").fetchone()[0]
        assert rows < events * 1.5
    assert told(tmp_path) == fresh(tmp_path)
    monkeypatch.setattr("steno.store.sync._UNSEEN", 0)
    monkeypatch.setattr("steno.store.sync._SHARE", 1000)
    sync(world(tmp_path), jobs=1)
    for word in WORDS:
        assert [*found(tmp_path, word)] == [*found(tmp_path, word, "fresh.db")]
