"""The stream of commits, beside a plain `git log`."""

from __future__ import annotations

import io
import os
import random
from pathlib import Path

from steno.vcs import git, log
from steno.vcs.commits import commits
from tests.given.gitrepo import START, Repo


def grown(folder: Path, count: int) -> tuple[Repo, list[str]]:
    """A repository in which a few files change again and again, and are renamed."""
    repo = Repo(folder / "repo")
    chance = random.Random("commits")  # noqa: S311
    files = {f"bed_{number}.py": [f"row_{number}_{k} = {k}" for k in range(20)] for number in range(3)}
    script = ""
    for number in range(count):
        name = chance.choice(sorted(files))
        lines = files[name]
        at = chance.randrange(len(lines))
        lines[at : at + chance.randrange(3)] = [f"tree_{number}_{k} = {k}" for k in range(chance.randrange(1, 4))]
        script += f"commit refs/heads/main\ncommitter H <h@e.org> {START + number} +0000\ndata 0\n"
        if number % 17 == 16:
            script += f"D {name}\n"
            files[name := f"moved_{number}.py"] = files.pop(name)
        text = "".join(line + "\n" for line in lines)
        script += f"M 100644 inline {name}\ndata {len(text)}\n{text}\n"
    repo.git("-c", "fastimport.unpackLimit=9999", "fast-import", "--quiet", given=script.encode())
    return repo, repo.git("rev-list", "--reverse", "main").split()


def plain(repository: git.Repository) -> list[log.Commit]:
    """As one `git log` shows them, from the first on."""
    with repository.stream("log", "--reverse", "-p", "-c", "-U0", *git.DIFF, log.FORMAT, "main", "--") as child:
        return list(log.commits(child.stdout)) if child.stdout else []


def test_each_commit_comes_once_in_the_order_asked_for_and_as_git_log_shows_it(tmp_path: Path) -> None:
    repo, ids = grown(tmp_path, 70)  # more than are asked for together
    unread: list[str] = []
    with git.opened(repo.path, os.environ) as repository:
        found = list(commits(repository, ids, unread))
        assert found == plain(repository)
        assert unread == []
        some = [ids[5], ids[60], ids[2]]
        assert [each.id for each in commits(repository, some, unread)] == some
        assert list(commits(repository, [], unread)) == []


def test_commits_that_git_cannot_show_are_named_and_cost_no_other(tmp_path: Path) -> None:
    repo, ids = grown(tmp_path, 12)
    lost = repo.git("rev-parse", f"{ids[4]}:{repo.git('diff-tree', '--name-only', '--no-commit-id', '-r', ids[4])}")
    (repo.path / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    unread: list[str] = []
    with git.opened(repo.path, os.environ) as repository:
        found = [each.id for each in commits(repository, ids, unread)]
    assert ids[4] in unread
    assert sorted(found + unread) == sorted(ids)
    assert found == [id for id in ids if id not in unread]
    assert len(unread) == 2  # the one that wrote the file, and the next that changed it


def test_a_file_without_hunks_has_its_name(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    names = ["empty", "with space", 'quo"ted', "new\nline", "a b/a b", "é.bin"]
    for name in names:
        repo.put(name, "\0\1" if name.endswith("bin") else "")
    repo.commit()
    repo.put("é.bin", "\0\2")
    (repo.path / "with space").chmod(0o755)
    (repo.path / "empty").unlink()
    repo.commit()
    with git.opened(repo.path, os.environ) as repository:
        made, changed = plain(repository)
    assert sorted((each.path, each.old) for each in made.files) == sorted((name, "") for name in names)
    assert [(each.path, each.old, each.blob == "", each.binary) for each in changed.files] == [
        ("empty", "empty", True, False),
        ("with space", "with space", True, False),
        ("é.bin", "é.bin", False, True),
    ]


def test_a_merge_ends_where_its_lines_end_though_its_counts_are_too_high() -> None:
    head = b"\x01commit " + b"a" * 40 + b" 1767603600 " + b"b" * 40 + b" " + b"c" * 40 + b"\x021767603600 h@e.org\n\n"
    names = b"index 1111111,2222222..3333333\n--- a/%s\n+++ b/%s\n"
    diff = b"diff --combined one\n" + names % (b"one", b"one") + b"@@@ -1,9 -1,9 +1,9 @@@\n++both\n- gone\n"
    diff += b"diff --combined two\n" + names % (b"two", b"two") + b"@@@ -3,0 -3,0 +4,1 @@@\n++more\n"
    [commit] = log.commits(io.BytesIO(head + diff))
    assert [(file.path, [(hunk.new, hunk.added) for hunk in file.hunks]) for file in commit.files] == [
        ("one", [(1, [b"+both"])]),
        ("two", [(4, [b"+more"])]),
    ]
    assert (commit.author, commit.authored) == ("h@e.org", 1767603600)
