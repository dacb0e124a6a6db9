"""What programs say they have done, in the lines that they print."""

from __future__ import annotations

import pytest

from steno.edits.printed import printed

PUSHED = "To https://git.garden.example/beds.git\n   1a2b3c4..5d6e7f8  main -> main\n"


@pytest.mark.parametrize(
    ("command", "output", "told"),
    [
        ("git commit -m x", "[main 1a2b3c4] x\n 1 file changed\n", ["Commit 1a2b3c4 was made on main."]),
        ("git commit -m x", "[main (root-commit) 1a2b3c4] x", ["Commit 1a2b3c4 was made on main."]),
        (
            "git rebase --continue",
            "Rebasing (1/2)\rRebasing (2/2)Successfully rebased and updated refs/heads/beds.",
            ["beds was rebased."],
        ),
        (
            "git rebase main",
            "error: could not apply 1a2b3c4... x",
            ["The commit 1a2b3c4 could not be applied, and its conflicts are in the work tree."],
        ),
        (
            "cd beds && git add . && git commit -qm x; git push",
            "[main 1a2b3c4] x\n" + PUSHED,
            ["Commit 1a2b3c4 was made on main.", "main was pushed to main: 1a2b3c4..5d6e7f8."],
        ),
        (
            "git push -f",
            "To git@h:x.git\n + 1a2b3c4...5d6e7f8 a/b -> a/b (forced update)\n",
            ["a/b was pushed to a/b by force: 1a2b3c4...5d6e7f8."],
        ),
        (
            "git push origin v1",
            "To git@h:x.git\r\n * [new tag]         v1 -> v1\r\n",
            ["v1 was pushed as the new tag v1."],
        ),
        ("git push origin :b", "To git@h:x.git\n - [deleted]         b\n", ["b was deleted in the remote repository."]),
        (
            "git -C beds switch -c roses",
            "Switched to a new branch 'roses'",
            ["The branch roses was made and checked out."],
        ),
        ("git checkout main", "Switched to branch 'main'\nYour branch is up to date.", ["main was checked out."]),
        (
            "git merge roses",
            "Updating 1a2b3c4..5d6e7f8\nFast-forward\n a | 1 +\n",
            ["The branch went on from 1a2b3c4 to 5d6e7f8."],
        ),
        ("git merge roses", "Merge made by the 'ort' strategy.\n", ["A merge commit was made."]),
        (
            "git merge roses",
            "CONFLICT (content): Merge conflict in a\nAutomatic merge failed; fix conflicts and then",
            ["The merge stopped at conflicts, which are in the work tree."],
        ),
        (
            "git stash",
            "Saved working directory and index state WIP on main: 1a2b3c4 x",
            ["Changes on main were put into a stash."],
        ),
        ("git stash pop", "Dropped refs/stash@{0} (1a2b3c4d)", ["The stash refs/stash@{0} was taken off the list."]),
        ("git branch -d roses", "Deleted branch roses (was 1a2b3c4).", ["roses was deleted."]),
        ("git tag -d v1", "Deleted tag 'v1' (was 1a2b3c4)", ["The tag v1 was deleted."]),
        ("git reset --hard", "HEAD is now at 1a2b3c4 x", ["HEAD is now at 1a2b3c4."]),
        ("git rm --cached a.py", "rm 'a.py'", ["a.py was removed from git's index."]),
        (
            "git init",
            "Initialized empty Git repository in /srv/beds/.git/",
            ["A repository was made in /srv/beds/.git."],
        ),
        (
            "gh pr create --fill",
            "https://github.com/garden/beds/pull/12",
            ["The pull request https://github.com/garden/beds/pull/12 was opened."],
        ),
        (
            "gh pr merge 12",
            "✓ Squashed and merged pull request garden/beds#12 (Roses)",
            ["The pull request garden/beds#12 was merged."],
        ),
        ("npm init -y", "Wrote to /srv/beds/package.json:\n\n{}", ["/srv/beds/package.json was written."]),
        ("npm --prefix web ci", "added 31 packages, and audited 32 packages in 2s", ["Added 31 packages."]),
        ("python -m pip install -q beds", "Successfully installed beds-1.0", ["Successfully installed beds-1.0."]),
        ("uv sync", "Resolved 4 packages in 1ms\nInstalled 4 packages in 3ms", ["Installed 4 packages."]),
    ],
)
def test_a_program_says_what_it_did(command: str, output: str, told: list[str]) -> None:
    assert [each.text for each in printed(command, output)] == told


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("cat notes.txt", "[main 1a2b3c4] x"),
        ("git log --grep commit", "[main 1a2b3c4] x"),
        ("git diff", "Switched to branch 'main'"),
        ("git commit -m x", "On branch main\nnothing to commit, working tree clean"),
        ("git commit -m x", "  [main 1a2b3c4] quoted, with blanks before it"),
        ("git merge roses", "Updating 1a2b3c4..5d6e7f8\nerror: Your local changes would be overwritten by merge"),
        ("git pull && git push", "From git@h:x\n   1a2b3c4..5d6e7f8  main -> origin/main\nEverything up-to-date\n"),
        ("git fetch", PUSHED),
        ("gh pr view 12", "https://github.com/garden/beds/pull/12"),
        ("npm test", "added 31 packages"),
        ("git push", ""),
    ],
)
def test_the_same_words_from_elsewhere_say_nothing(command: str, output: str) -> None:
    assert printed(command, output) == []
