"""What one session of a dataset teaches is masked in the rows of all: however it is built, and whatever was ended."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from steno.api.dataset import PROJECTIONS
from steno.dataset import executor, lessons, sweeping
from steno.dataset.lessons import Taught
from steno.detect.shapes import Shaped
from steno.detect.sweep import Sweep
from steno.errors import Leak, Unreadable
from tests.given.datasets import OTHER, SECRET, built, digests, everything, given, rows, taught
from tests.given.machine import dialogue, lines


@pytest.mark.parametrize("projection", PROJECTIONS)
def test_what_a_session_teaches_stands_in_no_file(tmp_path: Path, projection: str) -> None:
    done = built(taught(tmp_path, projection))
    told = everything(tmp_path / "build")
    assert SECRET not in told
    assert OTHER not in told
    assert done.manifest.quarantined == {"sessions": 0, "rows": 0}
    assert done.manifest.findings == 0
    assert (done.again > 0) is (projection != "preference")  # of which these sessions give no row


def test_a_value_has_one_mark_in_all_sessions(tmp_path: Path) -> None:
    built(taught(tmp_path))
    said = [json.dumps(row["messages"]) for row in rows(tmp_path)]
    (mark,) = set(re.findall(r"\[REDACTED:\w+:\w+\]", said[0]))
    assert mark.startswith("[REDACTED:password:")
    assert mark in said[2]
    assert mark in said[3]
    assert "REDACTED" not in said[1]


@pytest.mark.parametrize("turned", [False, True])
def test_a_value_of_two_types_is_masked_under_the_same_one_whoever_teaches_it_first(
    tmp_path: Path, turned: bool
) -> None:
    given(tmp_path, count=0)
    (tmp_path / "sessions").mkdir()
    said = [f"API_SECRET={SECRET}", f"api_key={SECRET}"]
    for number, result in enumerate([*(said[::-1] if turned else said), f"what is {SECRET} here"]):
        found = dialogue(f"s{number}", f"Water bed {number}", result)
        (tmp_path / "sessions" / f"s{number}.jsonl").write_bytes(lines(found))
    built(tmp_path)
    assert "what is [REDACTED:api_key:" in json.dumps(rows(tmp_path)[2])


def test_the_bytes_are_the_same_with_two_processes_and_after_every_kind_of_resume(tmp_path: Path) -> None:
    built(taught(tmp_path / "one"))
    whole = digests(tmp_path / "one")
    built(taught(tmp_path / "two"), jobs=2)
    assert digests(tmp_path / "two") == whole
    parts = tmp_path / "one" / "build.private" / "parts"
    for suffixes in ((".index",), (".held",), (".tags",), (".held", ".tags"), (".rows", ".held"), (".seen", ".held")):
        # Each file may be the one that a run that was ended had not yet written.
        for path in sorted(parts.iterdir()):
            if path.suffix in suffixes and path.exists():
                path.unlink()
                built(tmp_path / "one")
                assert digests(tmp_path / "one") == whole, path.suffix


@pytest.mark.parametrize("projection", ["chat", "opentraces"])
def test_a_session_is_made_anew_as_if_all_of_it_were_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, projection: str
) -> None:
    batches = _watched(monkeypatch)
    built(taught(tmp_path / "remembered", projection))
    seen, whole = batches.copy(), digests(tmp_path / "remembered")
    batches.clear()
    monkeypatch.setattr("steno.dataset.shard.read_seen", lambda stem: {})
    assert built(taught(tmp_path / "forgotten", projection)).again
    assert digests(tmp_path / "forgotten") == whole
    assert sum(map(len, seen)) < sum(map(len, batches))


def _watched(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """All that finders are asked to look at, from here on."""
    batches: list[list[str]] = []
    looks = Shaped.looks

    def watched(self: Shaped, texts: Iterable[str]) -> Iterator[Any]:
        batches.append([*texts])
        return looks(self, batches[-1])

    monkeypatch.setattr(Shaped, "looks", watched)
    return batches


def test_nothing_is_read_again_where_nothing_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built(taught(tmp_path))
    monkeypatch.setattr("steno.dataset.shard.session.read", _unread)
    config = tmp_path / "dataset.toml"
    config.write_text(config.read_text().replace("train = 1.0", "train = 0.5, test = 0.5"))
    done = built(tmp_path)
    assert (done.worked, done.again) == (0, 0)
    assert SECRET not in everything(tmp_path / "build")


def _unread(*_: Any, **__: Any) -> Iterator[Any]:
    raise AssertionError("nobody reads a session")


def test_a_session_that_comes_later_is_masked_by_what_earlier_ones_taught_and_teaches_them(tmp_path: Path) -> None:
    more = lines(dialogue("s5", f"What does {SECRET} open?", "API_SECRET=velvet-Harbor-kite-77"))
    late = lines(dialogue("s1", "Water bed 1", "done with velvet-Harbor-kite-77"))
    for name in ("later", "once"):
        taught(tmp_path / name)
        if name == "later":
            built(tmp_path / name)
        (tmp_path / name / "sessions" / "s5.jsonl").write_bytes(more)
        (tmp_path / name / "sessions" / "s1.jsonl").write_bytes(late)
        built(tmp_path / name)
    told = everything(tmp_path / "later" / "build")
    assert SECRET not in told
    assert "velvet-Harbor-kite-77" not in told
    assert digests(tmp_path / "later") == digests(tmp_path / "once")


def test_what_a_session_taught_stands_again_when_the_session_is_gone(tmp_path: Path) -> None:
    built(taught(tmp_path))
    (tmp_path / "sessions" / "s2.jsonl").unlink()
    built(tmp_path)
    told = everything(tmp_path / "build")
    assert SECRET in told  # nobody says any more that it is a password
    assert OTHER not in told


def test_no_value_is_written_down_but_where_its_session_says_it(tmp_path: Path) -> None:
    built(taught(tmp_path))
    for path in (tmp_path / "build.private").rglob("*"):
        if path.is_file() and path.suffix != ".rows":
            data = path.read_bytes()
            assert SECRET.encode() not in data, path.name
            assert OTHER.encode() not in data, path.name


@pytest.mark.parametrize("where", ["description", "pretty_name", "tags"])
def test_a_value_in_what_the_file_says_stops_the_build(tmp_path: Path, where: str) -> None:
    taught(tmp_path, more=f"[card]\n{where} = {json.dumps([SECRET] if where == 'tags' else f'of {SECRET}.')}")
    if where == "description":
        config = tmp_path / "dataset.toml"
        text = config.read_text().partition("[card]")[0]
        config.write_text(text.replace("Sessions of a garden.", f"Sessions of {SECRET}."))
    with pytest.raises(Leak, match="that a session taught"):
        built(tmp_path)
    assert not (tmp_path / "build").exists()


def test_a_word_that_every_row_has_is_masked_where_it_is_a_password_and_nowhere_else(tmp_path: Path) -> None:
    taught(tmp_path)
    said = dialogue("s9", "Log in with password=tool_calls please", "PASSWORD=messages")
    (tmp_path / "sessions" / "s9.jsonl").write_bytes(lines(said))
    done = built(tmp_path)
    assert done.manifest.quarantined == {"sessions": 0, "rows": 0}
    assert len(found := rows(tmp_path)) == 6
    assert {tuple(row) for row in found} == {tuple(found[0])}
    assert "tool_calls" not in found[5]["messages"][0]["content"]
    assert "messages" not in found[5]["messages"][2]["content"]


def test_what_is_left_in_a_part_that_was_made_anew_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last look does not trust the redaction."""
    add = "steno.dataset.shard._Sessions._lines"
    from steno.dataset.shard import _Sessions

    lines_of = _Sessions._lines

    def careless(self: Any, member: Any, entry: Any, known: Any) -> Any:
        return lines_of(self, member, entry, ())

    monkeypatch.setattr(add, careless)
    monkeypatch.setattr(executor, "BACK_OFF", (0.0, 0.0, 0.0))
    with pytest.raises(Leak, match="that another session taught"):
        built(taught(tmp_path))
    assert not (tmp_path / "build").exists()


def test_a_session_that_changes_while_its_values_are_learned_again_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(taught(tmp_path))
    for path in (tmp_path / "build.private" / "parts").glob("*.held"):
        path.unlink()
    monkeypatch.setattr(sweeping, "learn", lambda job, members: [])
    with pytest.raises(Unreadable, match="changed while the dataset was built"):
        built(tmp_path)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="workers have to be forks, to fail as they are told")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_worker_that_is_killed_in_the_second_round_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from multiprocessing import get_context

    from steno.dataset import shard

    built(taught(tmp_path / "whole"))
    killed, copy = tmp_path / "killed", shard._Base.copy

    def kill(self: Any, member: int, part: Any) -> None:
        if not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        copy(self, member, part)

    monkeypatch.setattr(shard._Base, "copy", kill)
    monkeypatch.setattr("steno.api.workers._context", lambda: get_context("fork"))
    built(taught(tmp_path / "torn"), jobs=2)
    assert killed.exists()
    assert digests(tmp_path / "torn") == digests(tmp_path / "whole")


def test_masking_that_uncovers_more_and_more_ends(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sweeping._Round, "uncovered", lambda self, anew: True)
    with pytest.raises(Leak, match="more and more"):
        built(taught(tmp_path))


def test_values_that_overlap_or_are_spelled_alike_are_each_found() -> None:
    values = [("password", "Anvil-Meadow-93"), ("secret", "anvil-meadow-93"), ("secret", "vil-Meadow-93-more")]
    found = {span.value for span in Sweep(values).each_value(b"x anvil-meadow-93 y Anvil-Meadow-93-more")}
    assert found == {value for _, value in values}
    long = "".join(chr(97 + number * 7 % 26) + str(number) for number in range(200))
    pair = [("private_key", long), ("private_key", long[:300] + "-other-" * 30)]
    assert {span.value for span in Sweep(pair).each_value(long.encode())} == {value for _, value in pair}


def test_a_value_is_found_in_short_texts_by_its_hash_alone() -> None:
    known = {lessons.tag(b"key", SECRET): Taught(lessons.tag(b"key", SECRET), "password", len(SECRET))}
    found = lessons.said_in(["short", f"a {SECRET}."], known, b"key")
    assert found is not None
    assert found.type == "password"
    assert lessons.said_in([f"a {SECRET}."], known, b"another") is None
