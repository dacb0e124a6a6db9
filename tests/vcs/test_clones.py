"""Sessions that worked in another clone of a repository, on another machine or in another folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from steno.edits.paths import spelled
from tests.given.gitrepo import Repo, patched
from tests.given.linked import made, searched

BASE = """import rake
import spade

def plant(bed, seeds):
    for row in bed.rows:
        row.sow(seeds.next_handful())
    return bed.soaked_with(rain_water)
"""
MINE = "def harvest(bed, basket):\n    basket.add(bed.ripe_fruit())\n    return basket.weight_in_kilos\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A session has worked in it, and what it wrote is committed."""
    repo = Repo(tmp_path / "repo")
    repo.put("src/bed.py", BASE)
    repo.put("readme.md", "# The garden\n")
    repo.commit()
    repo.edit("s", "src/bed.py", BASE, BASE + MINE)
    repo.commit()
    return repo


def recorded_at(repo: Repo, place: str, session: str = "s") -> None:
    """The session as if the agent had worked in another place."""
    path = repo.sessions / f"{session}.jsonl"
    path.write_text(path.read_text().replace(json.dumps(str(repo.path))[1:-1], json.dumps(place)[1:-1]))


def lines(repo: Repo, path: Path | None = None) -> list[tuple[str, int]]:
    return [(line.path, line.line) for line in searched(repo, path=path).memory.lines]


def by(repo: Repo, path: Path | None = None) -> set[str]:
    return {link.clone for link in searched(repo, path=path).memory.links}


OWN = [("src/bed.py", number) for number in (8, 9, 10)]


@pytest.mark.parametrize("place", ["/home/alice/work/garden", "C:\\Users\\alice\\garden"], ids=["Linux", "Windows"])
def test_another_machine_is_known_by_the_content_of_the_files(repo: Repo, place: str) -> None:
    recorded_at(repo, place)
    path = repo.sessions / "s.jsonl"
    if "\\" in place:
        path.write_text(path.read_text().replace("garden/src/bed.py", "garden\\\\src\\\\bed.py"))
    assert lines(repo) == OWN
    assert by(repo) == {"content"}


def test_a_bare_clone_and_a_clone_in_another_folder_have_the_same_lines(repo: Repo, tmp_path: Path) -> None:
    for name, *args in (("bare.git", "--bare"), ("other",)):
        repo.git("clone", "-q", *args, str(repo.path), str(tmp_path / name))
        assert (lines(repo, tmp_path / name), by(repo, tmp_path / name)) == (OWN, {"content"})
    assert by(repo) == {""}


def test_how_the_clone_is_known_is_said_of_every_patch(repo: Repo) -> None:
    recorded_at(repo, "/home/alice/garden")
    assert [patch.limitations for patch in made(repo).patches] == [("clone_by_content",)]


def test_a_path_with_the_same_end_proves_nothing(repo: Repo, tmp_path: Path) -> None:
    other = Repo(tmp_path / "other")
    other.put("src/bed.py", "class Bed:\n    blankets = 'two of wool'\n    pillows = 'four of down'\n")
    other.commit()
    other.edit("s", "src/bed.py", "'two of wool'", "'three of wool'")
    assert searched(other, path=repo.path).memory.links == []


def test_a_file_that_many_projects_share_does_not_outweigh_those_that_differ(repo: Repo, tmp_path: Path) -> None:
    shared = "root = true\nindent_style = space\nindent_size = four\nend_of_line = lf\n"
    repo.put(".editorconfig", shared)
    repo.commit()
    other = Repo(tmp_path / "other")
    other.put(".editorconfig", shared)
    other.put("src/bed.py", "class Bed:\n    blankets = 'two of wool'\n    pillows = 'four of down'\n")
    other.commit()
    other.edit("t", ".editorconfig", "four", "eight")
    other.edit("t", "src/bed.py", "'two of wool'", "'three of wool'")
    (repo.sessions / "s.jsonl").unlink(missing_ok=True)
    assert searched(other, path=repo.path).memory.links == []


def test_of_two_folders_that_would_do_none_is_taken(repo: Repo) -> None:
    repo.put("copy/src/bed.py", repo.text("src/bed.py"))
    repo.commit()
    recorded_at(repo, "/home/alice/copy")
    assert searched(repo).memory.lines == []


def codex(repo: Repo, cwd: str, git: dict[str, str]) -> None:
    """A session of Codex that writes a new file, which is committed otherwise than it was written."""
    (repo.sessions / "s.jsonl").unlink()
    patch = "*** Begin Patch\n*** Add File: src/shed.py\n+tools = ['rake', 'spade', 'a long hose']\n*** End Patch"
    repo.codex("s", *patched(patch))
    path = repo.sessions / "s.jsonl"
    records = [json.loads(line) for line in path.read_text().splitlines()]
    records[0]["payload"] |= {"git": git}
    path.write_text("".join(json.dumps(each) + "\n" for each in records))
    recorded_at(repo, cwd)
    repo.put("src/shed.py", 'tools = ["rake", "spade", "a long hose"]\n')
    repo.commit()


def test_a_commit_that_the_session_began_at_names_the_repository(repo: Repo) -> None:
    codex(repo, "/w", {"commit_hash": repo.git("rev-parse", "HEAD")})
    found = searched(repo).memory
    assert [(line.path, line.evidence) for line in found.lines] == [("src/shed.py", "formatter_divergent")]
    assert {link.clone for link in found.links} == {"commit_id"}


@pytest.mark.parametrize(
    "url", ["https://git.example.org/roses/garden", "ssh://me@git.example.org:22/roses/garden.git"]
)
def test_the_address_of_the_repository_names_it_however_it_is_spelled(repo: Repo, url: str) -> None:
    repo.git("remote", "add", "origin", "git@git.example.org:roses/garden.git")
    codex(repo, "/w", {"repository_url": url, "commit_hash": "1" * 40})
    assert by(repo) == {"remote_url"}


def test_a_file_beside_the_clone_is_none_of_the_repositorys(repo: Repo) -> None:
    """The commit names the repository, and not every folder that has a file of the same name."""
    codex(repo, "/w/garden", {"commit_hash": repo.git("rev-parse", "HEAD")})
    path = repo.sessions / "s.jsonl"
    path.write_text(path.read_text().replace("src/shed.py", "../src/shed.py"))
    assert searched(repo).memory.links == []


def test_a_session_that_worked_here_has_no_clone_in_the_folder_around(repo: Repo) -> None:
    codex(repo, str(repo.path), {"commit_hash": repo.git("rev-parse", "HEAD")})
    path = repo.sessions / "s.jsonl"
    path.write_text(path.read_text().replace("src/shed.py", "../src/shed.py"))
    assert searched(repo).memory.links == []


@pytest.mark.parametrize("url", ["https://git.example.org/roses/other", "--upload-pack=x", "", "../garden"])
def test_another_address_names_nothing(repo: Repo, url: str) -> None:
    repo.git("remote", "add", "origin", "../garden")
    codex(repo, "/w", {"repository_url": url, "commit_hash": "--help"})
    assert searched(repo).memory.links == []


def test_a_clone_that_is_proved_only_later_is_searched_from_the_beginning(repo: Repo, tmp_path: Path) -> None:
    behind = tmp_path / "behind"
    repo.git("clone", "-q", str(repo.path), str(behind))
    repo.create("t", "src/new.py", MINE)
    shutil.move(repo.sessions / "t.jsonl", repo.path.parent / "t.jsonl")
    known = searched(repo, path=behind).memory
    shutil.move(repo.path.parent / "t.jsonl", repo.sessions / "t.jsonl")
    known = searched(repo, known, behind).memory
    assert {line.path for line in known.lines} == {"src/bed.py"}
    repo.commit()
    repo.git("-C", str(behind), "pull", "-q")
    later = searched(repo, known, behind).memory
    assert {line.path for line in later.lines} == {"src/bed.py", "src/new.py"}
    assert later.lines == searched(repo, path=behind).memory.lines


@pytest.mark.parametrize(
    ("path", "cwd", "whole"),
    [
        ("b.py", "/a", "/a/b.py"),
        ("/b.py", "/a", "/b.py"),
        ("x\\b.py", "C:\\a", "C:/a/x/b.py"),
        ("D:/b.py", "C:\\a", "D:/b.py"),
    ],
)
def test_a_path_counts_from_the_folder_it_was_said_in(path: str, cwd: str, whole: str) -> None:
    assert spelled(path, cwd) == whole
