"""Git's hooks tell Steno of commits and rewrites, beside whatever hooks there are."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from steno.contracts import UsageError
from steno.hookfiles.target import Refused, Setting
from steno.record.hooks import git
from steno.record.hooks.status import State, status
from tests.given.hooked import change_all


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setting:
    """A repository, and nobody's configuration."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    run(tmp_path, "config", "--global", "user.name", "Kim")
    run(tmp_path, "config", "--global", "user.email", "kim@example.org")
    place = tmp_path / "it's a garden"
    place.mkdir()
    run(place, "init", "-q")
    return Setting(os.environ, tmp_path, place, sys.executable, tmp_path / "the hooks")


def run(place: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=place, check=True, capture_output=True, text=True).stdout.strip()


def commit(place: Path, *words: str) -> str:
    run(place, "commit", "-q", "--allow-empty", "-m", "rain", *words)
    return run(place, "rev-parse", "HEAD")


def told(where: Setting) -> list[dict[str, Any]]:
    paths = sorted((where.folder / "git").glob("*.jsonl"))
    return [json.loads(line)["event"] for path in paths for line in path.read_text().splitlines()]


def hook(where: Setting, name: str, text: str, mode: int = 0o755) -> Path:
    path = where.here / ".git" / "hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


def test_a_commit_and_its_amendment_are_told(where: Setting) -> None:
    change_all("install", "git", where, "project")
    assert status("git", "project", where).state is State.INSTALLED
    first = commit(where.here)
    second = commit(where.here, "--amend")
    about = {"cwd": str(where.here)}
    assert told(where) == [
        {"hook_event_name": "post-commit", **about, "head": first, "args": []},
        {"hook_event_name": "post-commit", **about, "head": second, "args": []},
        {
            "hook_event_name": "post-rewrite", **about, "head": second, "args": ["amend"],
            "stdin": f"{first} {second}\n",
        },
    ]  # fmt: skip
    change_all("remove", "git", where, "project")
    commit(where.here)
    assert len(told(where)) == 3
    assert not (where.here / ".git" / "hooks" / "post-commit").exists()


def test_a_hook_that_was_there_still_runs_with_all_its_input(where: Setting) -> None:
    out = where.here / "out"
    mine = f"#!/bin/bash\nset -euo pipefail\ncat > {shlex.quote(str(out))}\nexit 0\n"
    path = hook(where, "post-rewrite", mine)
    change_all("install", "git", where, "project")
    assert change_all("install", "git", where, "project") == []
    first = commit(where.here)
    second = commit(where.here, "--amend")
    assert out.read_text() == f"{first} {second}\n"
    assert told(where)[-1]["stdin"] == f"{first} {second}\n"
    change_all("remove", "git", where, "project")
    assert (path.read_text(), oct(path.stat().st_mode & 0o777)) == (mine, "0o755")


def test_a_hook_without_a_first_line_of_its_own_is_a_shell_script(where: Setting) -> None:
    path = hook(where, "post-commit", "echo done > mark\n")
    change_all("install", "git", where, "project")
    commit(where.here)
    assert (where.here / "mark").read_text() == "done\n"
    change_all("remove", "git", where, "project")
    assert path.read_text() == "echo done > mark\n"


def test_lines_that_others_added_stay(where: Setting) -> None:
    path = hook(where, "post-commit", "#!/bin/sh\necho 1\n")
    change_all("install", "git", where, "project")
    path.write_text(path.read_text() + "echo 2\n")
    change_all("remove", "git", where, "project")
    assert path.read_text() == "#!/bin/sh\necho 1\necho 2\n"


def test_a_commit_succeeds_where_the_program_is_gone(where: Setting) -> None:
    change_all("install", "git", where._replace(python="/gone/python"), "project")
    assert status("git", "project", where).state is State.BROKEN
    commit(where.here)


@pytest.mark.parametrize(
    ("text", "mode", "why"),
    [
        ("#!/usr/bin/env python3\nprint()\n", 0o755, "not a shell script"),
        ("#!/usr/bin/perl -w\n", 0o755, "not a shell script"),
        ("\x7fELF\0\0", 0o755, "a binary program"),
        ("#!/bin/sh\n", 0o644, "not executable"),
    ],
)
def test_a_hook_that_no_line_can_be_added_to_is_left_alone(where: Setting, text: str, mode: int, why: str) -> None:
    path = hook(where, "post-rewrite", text, mode)
    with pytest.raises(Refused, match=why):
        change_all("install", "git", where, "project")
    assert path.read_text() == text
    assert not path.with_name("post-commit").exists()


def test_the_folder_that_git_is_told_to_use_is_used(where: Setting) -> None:
    run(where.here, "config", "core.hooksPath", ".husky")
    change_all("install", "git", where, "project")
    assert sorted(path.name for path in (where.here / ".husky").iterdir()) == ["post-commit", "post-rewrite"]
    commit(where.here)
    assert len(told(where)) == 1


def test_a_linked_work_tree_has_the_hooks_of_its_repository(where: Setting) -> None:
    commit(where.here)
    tree = where.home / "tree"
    run(where.here, "worktree", "add", "-q", str(tree))
    change_all("install", "git", where._replace(here=tree), "project")
    commit(where.here)
    commit(tree)
    assert [each["cwd"] for each in told(where)] == [str(where.here), str(tree)]


def test_all_of_a_users_repositories_share_a_folder_if_git_has_one(where: Setting) -> None:
    with pytest.raises(UsageError, match=r"core\.hooksPath"):
        git.targets(where, "user")
    run(where.here, "config", "--global", "core.hooksPath", "~/git hooks")
    change_all("install", "git", where, "user")
    assert (where.home / "git hooks" / "post-commit").exists()
    commit(where.here)
    assert len(told(where)) == 1


def test_where_no_repository_is_there_is_nothing_to_install(where: Setting) -> None:
    with pytest.raises(UsageError, match="not in a git repository"):
        git.targets(where._replace(here=where.home), "project")
