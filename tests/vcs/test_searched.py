"""What `steno log` calls new is what `steno link` searches next, whatever the history."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from steno.vcs.git import Repository
from tests.given.gitrepo import START, Repo
from tests.given.linked import AGENTS, HUMAN, garden
from tests.given.machine import Ended, steno

DAY = 86400


def merges(repo: Repo) -> None:
    """One long before the session, one after it with a conflict that was solved by hand."""
    for name in ("side", "late"):
        repo.git("checkout", "-q", "-b", name, "HEAD~1" if name == "late" else "HEAD")
        repo.put(f"{name}.txt", "x\n")
        repo.commit()
        repo.git("checkout", "-q", "main")
        repo.put("main.txt", name)
        repo.commit()
        repo.git("merge", "-q", "--no-ff", "-m", "merge", name)


def empty(repo: Repo) -> None:
    repo.git("commit", "-q", "--allow-empty", "-m", "nothing")


def second_root(repo: Repo) -> None:
    repo.git("checkout", "-q", "--orphan", "other")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--allow-unrelated-histories", "-m", "merge", "other")


def detached(repo: Repo) -> None:
    repo.git("checkout", "-q", "--detach")
    repo.put("loose.txt", "x\n")
    repo.commit()


def renamed(repo: Repo) -> None:
    repo.git("mv", "garden.py", "park.py")
    repo.commit()


def binary(repo: Repo) -> None:
    (repo.path / "picture").write_bytes(bytes(range(256)))
    repo.commit()


def clock_set_back(repo: Repo) -> None:
    """A commit that is older than every session, and newer ones below it."""
    repo.now -= 30 * DAY
    repo.put("old.txt", "x\n")
    repo.commit()
    repo.now += 30 * DAY


def others_branch(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "feature", "HEAD~1")
    repo.put("feature.txt", "x\n")
    repo.commit("--author", "Kim <kim@example.org>")
    repo.git("checkout", "-q", "main")


def stashed(repo: Repo) -> None:
    repo.put("garden.py", "stashed\n")
    repo.git("stash")


def amended(repo: Repo) -> None:
    """The commit before is only in the reflog."""
    repo.put("more.txt", "x\n")
    repo.commit("--amend")


def nothing_more(repo: Repo) -> None:
    """The history as it is."""


HISTORIES = (
    nothing_more, merges, empty, second_root, detached, renamed, binary, clock_set_back, others_branch, stashed,
    amended,
)  # fmt: skip


def link(repo: Repo, home: Path, *args: str) -> Ended:
    ended = steno("link", "--repo", str(repo.path), "--sessions", str(repo.sessions), *args, home=home)
    assert ended.code == 0, ended.err
    return ended


def log(repo: Repo, home: Path, revision: str = "HEAD") -> Ended:
    ended = steno("log", "--repo", str(repo.path), "-n", "0", "--json", revision, home=home)
    assert ended.code == 0, ended.err
    return ended


def states(repo: Repo, home: Path, revision: str = "HEAD") -> dict[str, str]:
    return {each["commit"]: each["search"] for each in log(repo, home, revision).json()}


def revisions(repo: Repo) -> list[str]:
    return ["HEAD", *repo.git("for-each-ref", "--format=%(refname)", "refs/heads", "refs/stash").split()]


def agrees(repo: Repo, home: Path) -> None:
    """After a search nothing is new, and the next one has nothing to do; one more commit is new until it is."""
    for args in ((), ("--fresh",)):
        link(repo, home, *args)
        for revision in revisions(repo):
            assert "new" not in states(repo, home, revision).values()
            assert "steno link" not in log(repo, home, revision).err
        assert link(repo, home).err.startswith("0 new commits searched")
    repo.put("one more", "x\n")
    commit = repo.commit()
    new = [id for id, state in states(repo, home).items() if state == "new"]
    searched = int(link(repo, home).err.split(" ")[0])
    assert new == [commit][:searched]
    assert "new" not in states(repo, home).values()


@pytest.mark.parametrize("history", HISTORIES, ids=lambda each: each.__name__)
def test_what_log_calls_new_is_what_link_searches(history: Callable[[Repo], None], tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    history(repo)
    agrees(repo, tmp_path)


@pytest.mark.parametrize("history", HISTORIES, ids=lambda each: each.__name__)
def test_commits_before_any_session_here_are_not_called_new(history: Callable[[Repo], None], tmp_path: Path) -> None:
    """Ten days of commits, all after a session that worked elsewhere and before the one that worked here."""
    (tmp_path / "elsewhere").mkdir()
    other, *_ = garden(tmp_path / "elsewhere")
    repo = Repo(tmp_path / "repo")
    repo.sessions = other.sessions
    repo.now = START + DAY
    repo.put("garden.py", HUMAN)
    repo.commit()
    repo.put("garden.py", HUMAN + "\n")
    repo.commit()
    history(repo)
    repo.now += 10 * DAY
    repo.create("here", "bed.py", AGENTS)
    repo.commit()
    agrees(repo, tmp_path)
    assert "older" in states(repo, tmp_path).values()


def test_a_repository_that_no_session_worked_in_has_nothing_new(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    other, *_ = garden(tmp_path / "elsewhere")
    repo = Repo(tmp_path / "repo")
    repo.sessions = other.sessions
    repo.now = START + DAY
    repo.put("readme", "x\n")
    repo.commit()
    link(repo, tmp_path)
    assert set(states(repo, tmp_path).values()) == {"older"}
    repo.create("here", "bed.py", AGENTS)
    repo.commit()
    agrees(repo, tmp_path)


def test_the_end_of_a_shallow_clone_is_not_called_new_and_is_searched_once_it_is_none(tmp_path: Path) -> None:
    origin, first, second = garden(tmp_path)
    origin.put("more", "x\n")
    third = origin.commit()
    clone = tmp_path / "clone"
    url = f"file://{origin.path}"
    subprocess.run(["git", "clone", "-q", "--depth", "2", url, str(clone)], check=True, capture_output=True)
    origin.path = clone
    link(origin, tmp_path)
    assert states(origin, tmp_path) == {third: "searched", second: "cut"}
    ended = steno("log", "--repo", str(clone), home=tmp_path)
    assert "1 commit not searched (-): a shallow clone ends there" in ended.err
    subprocess.run(["git", "-C", str(clone), "fetch", "-q", "--unshallow"], check=True, capture_output=True)
    assert states(origin, tmp_path) == {third: "searched", second: "new", first: "new"}
    assert "3 new commits searched" in link(origin, tmp_path).err
    assert set(states(origin, tmp_path).values()) == {"searched"}


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_commit_that_is_made_while_link_looks_for_commits_is_not_passed_over(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo, *_ = garden(tmp_path)
    repo.create("s", "bed.py", AGENTS)
    lines, made = Repository.lines, list[str]()

    def meanwhile(self: Repository, *args: str, **given: Any) -> list[str]:
        is_search = args[0] == "rev-list" and "--reflog" in args and not made
        if is_search and when == "before":
            made.append(repo.commit())
        found = lines(self, *args, **given)
        if is_search and when == "after":
            made.append(repo.commit())
        return found

    monkeypatch.setattr(Repository, "lines", meanwhile)
    link(repo, tmp_path)
    monkeypatch.undo()
    assert states(repo, tmp_path)[made[0]] == ("searched" if when == "before" else "new")
    link(repo, tmp_path)
    assert states(repo, tmp_path)[made[0]] == "searched"
    assert link(repo, tmp_path).err.startswith("0 new commits searched")


def test_a_branch_that_is_deleted_while_link_looks_for_commits_is_searched_or_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo, *_ = garden(tmp_path)
    repo.git("checkout", "-q", "-b", "side")
    repo.create("s", "bed.py", AGENTS)
    commit = repo.commit()
    repo.git("checkout", "-q", "main")
    lines, gone = Repository.lines, list[str]()

    def meanwhile(self: Repository, *args: str, **given: Any) -> list[str]:
        if args[0] == "rev-list" and "--reflog" in args and not gone:
            gone.append(repo.git("branch", "-D", "side"))
            repo.git("reflog", "expire", "--expire=all", "--all")
        return lines(self, *args, **given)

    monkeypatch.setattr(Repository, "lines", meanwhile)
    link(repo, tmp_path)
    monkeypatch.undo()
    repo.git("branch", "side", commit)
    link(repo, tmp_path)
    assert states(repo, tmp_path, "side")[commit] == "searched"


def test_a_commit_that_no_branch_has_is_said_to_be_out_of_reach(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    link(repo, tmp_path)
    tree = repo.git("rev-parse", "HEAD^{tree}")
    loose = repo.git("commit-tree", tree, "-m", "loose")
    assert states(repo, tmp_path, loose) == {loose: "away"}
    assert "0 new commits searched" in link(repo, tmp_path).err


def test_a_commit_that_git_cannot_show_is_not_called_new(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    repo.put("lost", "lost\n")
    repo.commit()
    repo.put("more", "more\n")
    repo.commit()
    blob = repo.git("rev-parse", "HEAD~1:lost")
    (repo.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert "1 commit cannot be shown" in link(repo, tmp_path).err
    found = states(repo, tmp_path)
    assert sorted(found.values()) == ["cut", "searched", "searched", "searched"]
    assert link(repo, tmp_path).err.startswith("0 new commits searched")
