"""However a log grew, and wherever it was read meanwhile, the catalog says what one made from nothing says."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from bench.generate import Rollout, Session, session

from steno import registry
from steno.base.jsonl import Excerpt
from steno.prices import table
from steno.store import catalog, resuming
from steno.store.changes import Changes, File
from steno.store.reading import read_file, read_whole
from steno.store.sync import write
from tests.given.corpus import corpus
from tests.given.effort import FULL

PRICES = table([])
GROWING = [name for name in registry.agents.names() if registry.agents[name].goes_on is not None]
OWN = [name for name in GROWING if not registry.agents[name].like]
CUTS = 12 if FULL else 5
TABLES = {
    "session": "id, own_id, agent, parent, forked_from, title, project, branch, version, started, ended, active, turns,"
    " events, calls, failures, files",
    "event": "id & 16777215, (SELECT text FROM name WHERE id = kind), (SELECT text FROM name WHERE id = role),"
    " (SELECT text FROM name WHERE id = tool), (SELECT text FROM name WHERE id = model), time, turn, file, offset,"
    " length, (SELECT text FROM name WHERE id = pointer), flags, words",
    "call": "event & 16777215, result & 16777215, failed, latency, took, key",
    "touched": "event & 16777215, (SELECT text FROM name WHERE id = path), action, failed",
    "command": "event & 16777215, (SELECT text FROM name WHERE id = program), line, is_cut",
    "made": "event & 16777215, hash, branch, subject",
    "request": "event & 16777215, number, key, inherited, time, input, output, cache_read, cache_write, nested,"
    " replayed, counted, usd, is_floor, (SELECT text FROM name WHERE id = tool), waited",
}


class Kept:
    """A catalog of one file, and how often that was read from its end alone."""

    def __init__(self, path: Path, agent: str) -> None:
        self.base, self.agent = catalog.writable(path), agent
        self.tails = self.wholes = 0

    def read(self, file: Path, time: int, *, whole: bool = False) -> None:
        os.utime(file, (1_700_000_000 + time,) * 2)
        known = self.base.execute("SELECT size, sha256, mark FROM source").fetchone() or (0, "", "")
        status = file.stat()
        one = File(
            self.agent, "s", str(file), status.st_size, status.st_mtime,
            old_size=known[0], old_sha256=known[1], mark="" if whole else known[2],
        )  # fmt: skip
        read = read_file(one, PRICES, lambda each: None)
        again: list[File] = []

        def reread(named: File) -> Any:
            again.append(named)
            return read_whole(named, PRICES, lambda each: None)

        write(self.base, Changes([one], [], 0), [read], "2026-01-05T00:00:00Z", lambda each: None, reread)
        if read.tail is not None and not again:
            self.tails += 1
        else:
            self.wholes += 1

    def told(self) -> dict[str, list[tuple[Any, ...]]]:
        found = {
            name: sorted(self.base.execute(f"SELECT {columns} FROM {name}"), key=repr)  # noqa: S608
            for name, columns in TABLES.items()
        }
        named = "SELECT i.hash, i.event & 16777215 FROM ident i JOIN event e ON e.id = i.event"
        found["ident"] = sorted(self.base.execute(named))
        rows = "SELECT rowid & 16777215 FROM words WHERE rowid IN (SELECT id FROM event)"
        found["words"] = sorted(self.base.execute(rows))
        return found


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks in files that are not worth one."""
    monkeypatch.setattr(resuming, "WORTH", 0)
    monkeypatch.setattr(resuming, "_NEAR", 8000)


def cuts(data: bytes, draw: random.Random) -> list[int]:
    """Where a file may end while it is written: behind a line, or within one."""
    ends = [place + 1 for place, each in enumerate(data) if each == ord("\n")]
    some = {draw.choice(ends) if draw.random() < 0.6 else draw.randrange(1, len(data)) for _ in range(CUTS)}
    return [*sorted(some), len(data)]


def grown(folder: Path, agent: str, data: bytes, places: list[int]) -> Kept:
    """A catalog that saw a file end at each of these places, which says the same as one that saw it once."""
    file = folder / "s.jsonl"
    kept = Kept(folder / "kept.db", agent)
    for time, place in enumerate(places):
        file.write_bytes(data[:place])
        kept.read(file, time)
        fresh = Kept(folder / f"fresh-{time}.db", agent)
        fresh.read(file, time)
        with closing(fresh.base):
            assert kept.told() == fresh.told(), f"{agent}, cut at {places[: time + 1]}"
    kept.base.close()
    return kept


def real(agent: str) -> Iterator[Path]:
    for path in sorted((corpus() / agent).glob("*/*.jsonl")):
        if 20_000 < path.stat().st_size < (10_000_000 if FULL else 700_000):
            yield path


@pytest.mark.parametrize("agent", OWN)
def test_real_logs_that_grow_are_read_on_and_say_what_a_whole_reading_says(agent: str, tmp_path: Path) -> None:
    draw, tails = random.Random(7), 0  # noqa: S311
    for number, path in enumerate(real(agent)):
        data = path.read_bytes()
        folder = tmp_path / str(number)
        folder.mkdir()
        tails += grown(folder, agent, data, cuts(data, draw)).tails
    assert tails, "no file was read from its end"


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_generated_logs_that_grow_do_too(agent: str, tmp_path: Path) -> None:
    make = {"claude-code": Session, "codex": Rollout}[agent]
    data = session(tmp_path / "long.jsonl", 2_000_000, seed=3, make=make).read_bytes()
    kept = grown(tmp_path, agent, data, cuts(data, random.Random(11)))  # noqa: S311
    assert kept.tails


def test_what_answers_something_from_long_ago_has_the_file_read_whole(tmp_path: Path) -> None:
    data = session(tmp_path / "long.jsonl", 4_000_000, seed=5).read_bytes()
    lines = data.splitlines(keepends=True)
    late = next(line for line in lines if b'"tool_result"' in line)
    kept = grown(tmp_path, "claude-code", data + late, [len(data) - 300_000, len(data), len(data) + len(late)])
    assert (kept.tails, kept.wholes) == (1, 2)


def test_a_file_that_was_rewritten_before_its_old_end_is_read_whole(tmp_path: Path) -> None:
    data = session(tmp_path / "long.jsonl", 1_500_000, seed=5).read_bytes()
    file, kept = tmp_path / "s.jsonl", Kept(tmp_path / "kept.db", "claude-code")
    half = data.index(b"\n", len(data) // 2) + 1
    file.write_bytes(data[:half])
    kept.read(file, 1)
    file.write_bytes(data.replace(b"return", b"yields"))
    kept.read(file, 2)
    fresh = Kept(tmp_path / "fresh.db", "claude-code")
    fresh.read(file, 2)
    assert kept.told() == fresh.told()
    assert kept.tails == 0


def test_only_the_end_of_a_long_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = session(tmp_path / "long.jsonl", 4_000_000, seed=5).read_bytes()
    read: list[int] = []
    excerpt = Excerpt

    def watched(*given: Any) -> Any:
        found = excerpt(*given)
        read.append(len(found.getvalue()))
        return found

    monkeypatch.setattr(resuming, "Excerpt", watched)
    half = data.index(b"\n", len(data) // 2) + 1
    kept = grown(tmp_path, "claude-code", data, [half, data.index(b"\n", half + 10_000) + 1])
    assert kept.tails == 1
    assert max(read) < len(data) // 4


def test_every_agent_whose_log_goes_on_is_tried_here_or_writes_what_one_of_them_writes() -> None:
    assert set(OWN) == {"claude-code", "codex", "pi"}
    assert {registry.agents[name].like or name for name in GROWING} == set(OWN)


def test_the_page_of_the_catalog_names_every_agent_whose_log_goes_on() -> None:
    page = (Path(__file__).parents[2] / "docs" / "catalog.md").read_text("utf-8")
    assert [title for name in GROWING if (title := registry.agents[name].title) not in page] == []
