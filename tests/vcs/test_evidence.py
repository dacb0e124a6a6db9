"""What found lines prove: a session is given its own commits, and nobody else's that say the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import crowd

from steno.model import GitAnchor
from steno.vcs.memory import Memory
from tests.given.gitrepo import Repo, patched
from tests.given.linked import made, searched
from tests.given.machine import steno

LICENCE = (
    "# Copyright The Garden Authors. All rights reserved.\n# The licence is in the file LICENCE.\n\nimport beds\n\n"
)
PAGE = """## When to use this

```sh
garden --help
```

Prune the climbing roses in March, and never before the frost has gone.
Cut above an outward bud, and burn what is cut.
Tie the new shoots to the trellis with soft string.
"""
OTHERS = """## When to use this

```sh
garden --help
```

Water the ferns every evening, from below, with rain that stood in the sun.
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo")
    repo.put("README.md", "# The garden\n")
    repo.commit()
    return repo


def linked(repo: Repo, session: str = "s") -> list[str]:
    """The commits that have lines of a session."""
    return sorted({line.commit for line in searched(repo).memory.lines if line.session == session})


def writes(repo: Repo, agent: str, name: str, text: str) -> None:
    """An agent writes a new file."""
    if agent == "claude-code":
        repo.create("s", name, text)
        return
    lines = "".join(f"+{line}\n" for line in text.splitlines())
    repo.codex("s", *patched(f"*** Begin Patch\n*** Add File: {name}\n{lines}*** End Patch"))
    (repo.path / name).parent.mkdir(parents=True, exist_ok=True)
    (repo.path / name).write_text(text)


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_fences_and_headings_of_another_page_are_not_the_sessions(repo: Repo, agent: str) -> None:
    writes(repo, agent, "roses.md", PAGE)
    own = repo.commit()
    repo.days(14, "other@e.org")
    repo.put("ferns.md", OTHERS)
    repo.commit()
    assert linked(repo) == [own]
    [patch] = made(repo).patches
    assert isinstance(patch.anchor, GitAnchor)
    assert (patch.anchor.commit, patch.anchor.firmness, patch.superseded_by) == (own, "firm_observed", ())


@pytest.mark.parametrize("days", [0, 90])
def test_a_licence_above_other_code_proves_nothing(repo: Repo, days: int) -> None:
    repo.create("s", "prune.py", LICENCE + "def prune(rose):\n    return rose.cut(rose.height / 3)\n")
    own = repo.commit()
    repo.days(days, "other@e.org")
    for number in range(3):
        repo.put(f"bed{number}.py", LICENCE + f"def bed_{number}():\n    return beds.find('by the wall', {number})\n")
        repo.commit()
    assert linked(repo) == [own]


@pytest.mark.parametrize(
    ("days", "author", "found"), [(0, "h@e.org", True), (0, "other@e.org", False), (60, "", False)]
)
def test_a_block_is_the_sessions_where_it_is_moved_while_the_work_goes_on(
    repo: Repo, days: int, author: str, found: bool
) -> None:
    repo.create("s", "roses.md", "# Roses\n\n" + PAGE)
    own = repo.commit()
    repo.days(days, author)
    repo.put("roses.md", "# Roses\n")
    repo.put("work.md", "# Work\n\n" + PAGE)
    moved = repo.commit()
    assert linked(repo) == sorted([own, moved] if found else [own])


@pytest.mark.parametrize("author", ["h@e.org", "other@e.org"])
def test_a_squash_weeks_later_is_the_same_change_again(repo: Repo, author: str) -> None:
    repo.git("checkout", "-q", "-b", "feature")
    repo.create("s", "roses.md", PAGE)
    first = repo.commit()
    repo.git("checkout", "-q", "main")
    repo.days(30, author)
    repo.git("merge", "--squash", "feature")
    squashed = repo.commit()
    assert linked(repo) == sorted([first, squashed])
    [patch] = made(repo).patches
    assert isinstance(patch.anchor, GitAnchor)
    assert (patch.anchor.commit, patch.superseded_by) == (first, (squashed,))


def test_the_same_version_number_on_another_branch_is_somebody_elses(repo: Repo) -> None:
    repo.put("manifest.json", '{\n  "version": "0.3.0"\n}\n')
    repo.commit()
    repo.git("branch", "other")
    repo.edit("s", "manifest.json", "0.3.0", "0.4.0")
    own = repo.commit()
    repo.git("checkout", "-q", "other")
    repo.days(0, "other@e.org")
    repo.put("manifest.json", '{\n  "version": "0.4.0"\n}\n')
    repo.commit()
    assert linked(repo) == [own]


@pytest.mark.parametrize(("text", "found"), [(PAGE, True), ("- Never water at noon.\n", False)])
def test_what_waited_for_days_needs_more_than_a_line(repo: Repo, text: str, found: bool) -> None:
    repo.put("notes.md", "# Notes\n")
    repo.commit()
    repo.edit("s", "notes.md", "# Notes\n", "# Notes\n" + text)
    repo.days(4)
    repo.put("README.md", "# The garden, again\n")
    late = repo.commit()
    assert linked(repo) == ([late] if found else [])


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_a_commit_that_the_log_names_is_the_sessions_whatever_its_lines_say(repo: Repo, agent: str) -> None:
    writes(repo, agent, "roses.md", PAGE)
    repo.put("roses.md", "# What a command made of it\n\n" + PAGE.splitlines()[-1] + "\n")
    own = repo.commit()
    assert linked(repo) == []
    said = f"[main {own[:7]}] work\n 1 file changed\n"
    if agent == "claude-code":
        repo.call("s", "Bash", {"command": "git commit -m work"}, {"stdout": said}, output=said)
    else:
        run = {"type": "function_call", "name": "exec_command", "arguments": '{"cmd": "git commit -m work"}'}
        back = {"type": "function_call_output", "call_id": "call_2", "output": f"Output:\n{said}"}
        repo.codex("s", *({"type": "response_item", "payload": each} for each in (run | {"call_id": "call_2"}, back)))
    assert linked(repo) == [own]
    [patch] = made(repo).patches
    assert isinstance(patch.anchor, GitAnchor)
    assert (patch.anchor.commit, patch.anchor.firmness) == (own, "firm_observed")


def test_a_common_file_is_no_link_to_what_others_do_with_it_months_later(repo: Repo) -> None:
    repo.create("s", "roses.md", PAGE)
    own = repo.commit()
    repo.days(60, "other@e.org")
    repo.put("roses.md", PAGE + "Mulch them in autumn.\n")
    repo.commit()
    assert [link.commit for link in searched(repo).memory.links] == [own]


def test_what_was_counted_is_remembered(repo: Repo) -> None:
    """A search that goes on judges as one that begins anew."""
    repo.create("s", "roses.md", PAGE)
    repo.commit()
    known = searched(repo).memory
    for number in range(3):
        repo.days(1, f"{number}@e.org")
        repo.put(f"ferns{number}.md", OTHERS)
        repo.commit()
        known = searched(repo, known).memory
    anew = searched(repo, Memory()).memory
    assert (known.lines, known.links) == (anew.lines, anew.links)
    assert known.saved is not None
    assert anew.saved is not None
    assert dict(known.saved.elsewhere) == dict(anew.saved.elsewhere) != {}


@pytest.mark.parametrize("seed", [101, 102])
def test_in_a_crowd_that_writes_the_same_things_each_session_has_its_own_commits(tmp_path: Path, seed: int) -> None:
    truth = crowd.make(tmp_path, seed, 40)
    place = ("--repo", str(tmp_path / "repo"), "--sessions", str(tmp_path / "sessions"))
    score = crowd.score(truth, steno("link", *place, "--json", home=tmp_path).json()[0])
    assert score.claimed == score.right == score.there > 5
    assert score.lines_right == score.lines_claimed > 0.95 * score.lines_there
