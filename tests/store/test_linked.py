"""What `steno link` proved is in the catalog beside what git printed, and a row says which of both it is."""

from __future__ import annotations

import io
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from steno.api.catalog import sync
from steno.api.sessions_table import session_table
from steno.api.world import World
from steno.base.time import system_clock
from steno.store import catalog
from tests.given.gitrepo import Repo
from tests.given.linked import AGENTS, HUMAN, garden
from tests.given.machine import lines, record, steno


def world(home: Path) -> World:
    return World(environ={"HOME": str(home)}, home=home, clock=system_clock({}), stdin=io.BytesIO)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A repository whose commit holds lines of a session on this machine."""
    made, _, _ = garden(tmp_path)
    folder = tmp_path / ".claude" / "projects" / "-srv-garden"
    folder.mkdir(parents=True)
    for path in made.sessions.glob("*.jsonl"):
        (folder / path.name).write_bytes(path.read_bytes())
    return made


def commits(home: Path) -> list[dict[str, Any]]:
    question = "select session, event, hash, known_by, tier, lines, evidence, time from commits order by known_by, hash"
    return steno("sql", question, "--json", home=home).json()


def linked(repo: Repo, home: Path, *args: str) -> None:
    ended = steno("link", "--repo", str(repo.path), *args, home=home)
    assert ended.code == 0, ended.err


def test_a_proved_commit_has_its_tier_and_its_lines(repo: Repo, tmp_path: Path) -> None:
    assert commits(tmp_path) == []
    linked(repo, tmp_path)
    (row,) = steno("sql", "select * from commits", "--no-sync", "--json", home=tmp_path).json()
    assert (row["session"], row["known_by"], row["event"]) == ("s", "linked", None)
    assert row["hash"] == repo.git("rev-parse", "HEAD").strip()
    assert (row["tier"], row["lines"]) == ("tool_emitted", AGENTS.count("\n"))
    assert sum(json.loads(row["evidence"]).values()) == row["lines"]


def test_sync_reads_what_was_linked_before_there_was_a_catalog(repo: Repo, tmp_path: Path) -> None:
    linked(repo, tmp_path)
    assert not (tmp_path / ".local/share/steno/catalog").exists()
    before = commits(tmp_path)
    assert [row["known_by"] for row in before] == ["linked"]
    assert steno("sync", "--rebuild", home=tmp_path).code == 0
    assert commits(tmp_path) == before


def test_a_commit_that_git_printed_and_link_proved_is_two_rows_and_counts_once(repo: Repo, tmp_path: Path) -> None:
    hash = repo.git("rev-parse", "HEAD").strip()
    call = {"type": "tool_use", "id": "t9", "name": "Bash", "input": {"command": "git commit -m x"}}
    result = {"type": "tool_result", "tool_use_id": "t9", "content": f"[main {hash[:7]}] Prune\n 1 file changed"}
    path = tmp_path / ".claude" / "projects" / "-srv-garden" / "s.jsonl"
    more = lines([record("assistant", [call], 50, "s"), record("user", [result], 51, "s")])
    path.write_bytes(path.read_bytes() + more)
    linked(repo, tmp_path)
    assert [(row["known_by"], hash.startswith(row["hash"])) for row in commits(tmp_path)] == [
        ("linked", True), ("printed", True)
    ]  # fmt: skip
    assert [each.commits for each in session_table(world(tmp_path)).rows] == [1]


def test_links_follow_the_repository(repo: Repo, tmp_path: Path) -> None:
    linked(repo, tmp_path)
    sync(world(tmp_path))
    first = repo.git("rev-parse", "HEAD").strip()
    repo.put("garden.py", HUMAN + AGENTS + "# more\n")
    repo.edit("s", "garden.py", "# more\n", "def water(bed):\n    return bed.wet()\n")
    second = repo.commit()
    (tmp_path / ".claude/projects/-srv-garden/s.jsonl").write_bytes((repo.sessions / "s.jsonl").read_bytes())
    linked(repo, tmp_path)
    with closing(catalog.readable(catalog.path_of(world(tmp_path).environ, tmp_path))) as base:
        assert {hash for (hash,) in base.execute("SELECT hash FROM linked")} == {first, second}
    for each in (tmp_path / ".local/share/steno/links").iterdir():
        each.unlink()
    assert commits(tmp_path) == []


def test_a_catalog_that_cannot_be_written_does_not_keep_link_from_its_work(repo: Repo, tmp_path: Path) -> None:
    path = catalog.path_of(world(tmp_path).environ, tmp_path)
    path.parent.mkdir(parents=True)
    path.mkdir()
    linked(repo, tmp_path)
