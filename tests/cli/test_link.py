"""`steno link`"""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.edits.patches import Ids, address
from steno.formats.opentraces.hashes import range_hash
from tests.given.gitrepo import Repo
from tests.given.machine import steno

TEXT = "def prune(bed, shears):\n    return shears.cut(bed.roses)\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo")
    repo.put("readme", "hello\n")
    repo.commit()
    return repo


def test_the_links_and_lines_as_json(repo: Repo, tmp_path: Path) -> None:
    repo.create("s", "garden.py", TEXT)
    repo.put("other.txt", "a human's\n")
    commit = repo.commit()
    ended = steno("link", "--repo", str(repo.path), "--sessions", str(repo.sessions), "--json", home=tmp_path)
    line = {"session": "s", "commit": commit, "path": "garden.py", "evidence": "exact_blob_hash", "event": "1"}
    link = {"session": "s", "commit": commit, "tier": "tool_emitted", "commit_reachable": True, "content_alive": True}
    assert (ended.code, ended.json()) == (
        0,
        [
            {
                "schema": "steno.link/1",
                "lines": [{**line, "line": 1}, {**line, "line": 2}],
                "links": [{**link, "unaccounted_files": ["other.txt"], "repository_by": "work_tree"}],
            }
        ],
    )


def test_patches_and_ranges_are_told_on_demand(repo: Repo, tmp_path: Path) -> None:
    repo.create("s", "garden.py", TEXT)
    commit = repo.commit()
    args = ("link", "--repo", str(repo.path), "--sessions", str(repo.sessions))
    told = steno(*args, "--json", "--patches", home=tmp_path).json()[0]
    (patch,), (lines,) = told["patches"], told["ranges"]
    content = address("garden.py", [], TEXT.splitlines())
    assert {**patch, "anchor": {**patch["anchor"], "last_searched_at": None}} == {
        "session": "s", "patch_id": Ids().of("1", content), "content_id": content, "event": "1",
        "file_path": "garden.py", "change": "add", "start_line": 1, "end_line": 2, "capture_method": ["log_tool"],
        "superseded_by": [], "limitations": [],
        "anchor": {
            "last_searched_at": None, "found": True, "commit_sha": commit, "path": "garden.py",
            "blob_sha": repo.git("rev-parse", "HEAD:garden.py"),
            "git_patch_id": repo.git("patch-id", "--stable", given=f"{repo.git('show')}\n".encode()).split()[0],
            "evidence_tier": "exact_blob_hash", "evidence_firmness": "firm_observed",
        },
    }  # fmt: skip
    assert lines == {
        "session": "s", "commit": commit, "path": "garden.py", "start_line": 1, "end_line": 2, "event": "1",
        "content_hash": range_hash(TEXT.removesuffix("\n")), "confidence": "high", "change_type": "addition",
        "original": None,
    }  # fmt: skip
    assert steno(*args, "--patches", home=tmp_path).code == 2


def test_a_table_of_commits_and_a_second_run_that_has_nothing_to_do(repo: Repo, tmp_path: Path) -> None:
    repo.create("s", "garden.py", TEXT)
    commit = repo.commit()
    session = str(repo.sessions / "s.jsonl")
    first = steno("link", "--repo", str(repo.path), "--sessions", session, home=tmp_path)
    second = steno("link", "--repo", str(repo.path), "--sessions", session, home=tmp_path)
    assert first.out == second.out
    assert first.out.splitlines()[1].split() == [
        commit[:12],
        "2026-01-05",
        "s",
        "tool_emitted",
        "2",
        "2",
        "exact_blob_hash",
    ]
    assert "2 new commits searched, 1 session; 1 commit with lines of theirs" in first.err
    assert "0 new commits searched" in second.err
    fresh = steno("link", "--repo", str(repo.path), "--sessions", session, "--fresh", home=tmp_path)
    assert "2 new commits searched" in fresh.err


def test_what_an_agent_keeps_on_this_machine_is_looked_for_by_itself(repo: Repo, tmp_path: Path) -> None:
    repo.create("s", "garden.py", TEXT)
    repo.commit()
    place = tmp_path / ".claude" / "projects" / "-repo"
    place.mkdir(parents=True)
    (repo.sessions / "s.jsonl").rename(place / "s.jsonl")
    ended = steno("link", "--repo", str(repo.path), "--json", home=tmp_path)
    assert [link["tier"] for link in ended.json()[0]["links"]] == ["tool_emitted"]


def test_only_commits_since_a_day(repo: Repo, tmp_path: Path) -> None:
    repo.create("s", "garden.py", TEXT)
    repo.commit()
    where = ("link", "--repo", str(repo.path), "--sessions", str(repo.sessions), "--json")
    assert steno(*where, "--since", "2026-01-06", home=tmp_path).json()[0]["links"] == []
    assert len(steno(*where, "--since", "2026-01-05", home=tmp_path).json()[0]["links"]) == 1
    assert steno(*where, "--since", "yesterday", home=tmp_path).code == 2


def test_a_folder_in_no_repository_is_one_clear_line(tmp_path: Path) -> None:
    ended = steno("link", "--repo", str(tmp_path), home=tmp_path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert "no git repository" in ended.err
    assert steno("link", "--repo", str(tmp_path / "none"), home=tmp_path).code == 2


def test_a_session_that_cannot_be_read_costs_only_itself(repo: Repo, tmp_path: Path) -> None:
    repo.create("s", "garden.py", TEXT)
    repo.commit()
    (repo.sessions / "bad.jsonl").write_bytes(b"\x00\x01 no session\n")
    ended = steno("link", "--repo", str(repo.path), "--sessions", str(repo.sessions), "--json", home=tmp_path)
    assert (ended.code, len(ended.json()[0]["links"])) == (4, 1)


def test_hostile_names_do_not_reach_the_terminal(repo: Repo, tmp_path: Path) -> None:
    repo.create("s\x1b[31m", "garden.py", TEXT)
    repo.commit()
    ended = steno("link", "--repo", str(repo.path), "--sessions", str(repo.sessions), home=tmp_path)
    assert "\x1b" not in ended.out + ended.err
