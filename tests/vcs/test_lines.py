"""A file as lines: what a commit makes of it, without its contents."""

from __future__ import annotations

import os
import random
from pathlib import Path

from steno.vcs import git
from steno.vcs.commits import commits
from steno.vcs.lines import State, after, fresh
from tests.given.gitrepo import Repo


def versions(count: int) -> list[str]:
    """Of a file whose lines change: in the middle and at the end, with an end or none, and bytes of no text."""
    chance = random.Random("lines")  # noqa: S311
    lines = [f"row {number}\n" for number in range(12)]
    found = []
    for number in range(count):
        if chance.random() < 0.1:  # all lines end otherwise
            end = chance.choice(["\n", "\r\n"])
            lines = [line.rstrip("\r\n") + end for line in lines]
        at = chance.randrange(len(lines) + 1)
        end = "\r\n" if chance.random() < 0.15 or lines[0].endswith("\r\n") else "\n"
        word = chance.choice(["tree", "bush", "\udcff"])
        lines[at : at + chance.randrange(3)] = [f"{word} {number} {k}{end}" for k in range(chance.randrange(4))]
        lines = lines[-20:] or ["first\n"]
        text = "".join(lines)
        found.append(text if chance.random() < 0.8 else text.rstrip("\r\n"))
    return found


def test_a_file_after_a_commit_is_the_one_that_git_has(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    texts = versions(100)
    for text in texts:
        repo.put("a.txt", text)
        repo.commit("--allow-empty")
    known = 0
    with git.opened(repo.path, {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}) as repository:
        names = repo.git("rev-list", "--reverse", "HEAD").split()
        for commit in commits(repository, names, []):
            for file in commit.files:
                was = repository.blob(file.old_blob) if file.old_blob else None
                if was is None:
                    continue
                found = after(fresh(was.decode("utf-8", "surrogateescape")), file)
                if found is not None:
                    known += 1
                    alone = State.of(found.plain, found.owners, crlf=found.crlf)
                    assert alone.blob(file.blob) == file.blob
    assert known > 30
