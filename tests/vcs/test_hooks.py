"""What the recorder's hooks saw of files is exact: it goes before what a log says or leaves out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from steno.record.hooks import program
from tests.given.gitrepo import Repo
from tests.given.linked import made, searched

HUMAN = "beds = [ 'roses',  'leeks' ]\nrows = { 'a' : 1 }\n"
MINE = "paths = gravel_between(beds, rows)\nfence = wooden_fence(around=paths)\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo")
    repo.put("readme.md", "# The garden\n")
    repo.commit()
    return repo


class Hooks:
    """The hook program itself, told what an agent would tell it."""

    def __init__(self, repo: Repo, agent: str = "claude-code") -> None:
        self.folder, self._repo, self._agent = repo.path.parent / "hooks", repo, agent

    def use(
        self, tool: str, given: object, do: Callable[[], object], *, call: str = "toolu_s_0", **more: object
    ) -> None:
        """A call: before it, what it does, and after it."""
        about = {"session_id": "s", "cwd": str(self._repo.path), "tool_name": tool, "tool_input": given}
        for name in ("PreToolUse", "PostToolUse"):
            self._tell({**about, "hook_event_name": name, "tool_use_id": call, **(more if name[1] == "o" else {})})
            if name == "PreToolUse":
                do()
        self._dated()

    def _tell(self, event: dict[str, Any]) -> None:
        command = [sys.executable, "-I", "-S", program.__file__, self._agent, str(self.folder)]
        subprocess.run(command, input=json.dumps(event).encode(), check=True)

    def _dated(self) -> None:
        """The program has a clock of its own; the repository's is invented."""
        records = [json.loads(line) for line in self.log.read_text().splitlines()]
        for record in records[-2:]:
            record["time"] = self._repo._time()
        self.log.write_text("".join(json.dumps(each) + "\n" for each in records))

    @property
    def log(self) -> Path:
        return self.folder / self._agent / "s.jsonl"


def claimed(repo: Repo, hooks: Hooks) -> dict[str, str]:
    """The lines of HEAD that are the session's, with their evidence."""
    found = searched(repo, hooks=hooks.folder).memory.lines
    head = repo.git("rev-parse", "HEAD")
    texts = {line.path: repo.git("show", f"{head}:{line.path}").split("\n") for line in found}
    return {texts[line.path][line.line - 1]: line.evidence for line in found if line.commit == head}


def test_a_file_that_no_log_and_no_commit_knows_is_exact_where_a_hook_saw_it(repo: Repo) -> None:
    repo.put("beds.py", HUMAN)
    hooks = Hooks(repo)
    arguments = {"file_path": str(repo.path / "beds.py"), "old_string": "rows", "new_string": MINE + "rows"}
    hooks.use("Edit", arguments, lambda: repo.put("beds.py", HUMAN.replace("rows", MINE + "rows")))
    repo.call("s", "Edit", arguments, {})
    repo.commit()
    assert claimed(repo, hooks) == dict.fromkeys(MINE.splitlines(), "exact_blob_hash")
    (patch,) = made(repo, hooks=hooks.folder).patches
    assert (patch.first, patch.last, patch.limitations) == (2, 3, ())
    assert patch.methods == ("log_tool", "hook_pretooluse", "hook_posttooluse")


def test_what_a_formatter_did_in_the_moment_of_the_edit_is_not_the_sessions(repo: Repo) -> None:
    repo.put("beds.py", HUMAN)
    hooks = Hooks(repo)
    arguments = {"file_path": str(repo.path / "beds.py"), "old_string": "rows", "new_string": MINE + "rows"}
    neat = (
        'beds = ["roses", "leeks"]\n' + MINE.replace("(around=paths)", "(\n    around=paths,\n)") + 'rows = {"a": 1}\n'
    )
    hooks.use("Edit", arguments, lambda: repo.put("beds.py", neat))
    repo.call("s", "Edit", arguments, {})
    repo.commit()
    found = claimed(repo, hooks)
    assert found == {
        "paths = gravel_between(beds, rows)": "exact_blob_hash",
        **dict.fromkeys(["fence = wooden_fence(", "    around=paths,", ")"], "formatter_divergent"),
    }


def test_a_tool_of_which_the_log_says_nothing_did_what_the_hook_saw(repo: Repo) -> None:
    before, after = '{"cells": [\n "one"\n]}\n', '{"cells": [\n "one",\n "a cell with the harvest"\n]}\n'
    repo.put("beds.ipynb", before)
    hooks = Hooks(repo)
    arguments = {"notebook_path": str(repo.path / "beds.ipynb"), "new_source": "harvest"}
    hooks.use("NotebookEdit", arguments, lambda: repo.put("beds.ipynb", after))
    repo.call("s", "NotebookEdit", arguments, {})
    repo.commit()
    assert set(claimed(repo, hooks)) == {' "one",', ' "a cell with the harvest"'}


def test_a_hook_log_is_a_session_where_the_agents_own_log_is_gone(repo: Repo) -> None:
    hooks = Hooks(repo)
    arguments = {"file_path": str(repo.path / "beds.py"), "content": MINE}
    hooks.use("Write", arguments, lambda: repo.put("beds.py", MINE), tool_response={"type": "create"})
    repo.sessions.rmdir()
    repo.sessions = hooks.log.parent
    repo.commit()
    assert claimed(repo, hooks) == dict.fromkeys(MINE.splitlines(), "exact_blob_hash")


def test_what_both_logs_tell_is_told_once(repo: Repo) -> None:
    repo.put("beds.py", HUMAN)
    hooks = Hooks(repo)
    arguments = {"file_path": str(repo.path / "beds.py"), "old_string": "rows", "new_string": MINE + "rows"}
    hooks.use("Edit", arguments, lambda: repo.put("beds.py", HUMAN.replace("rows", MINE + "rows")))
    repo.call("s", "Edit", arguments, {"originalFile": HUMAN})
    repo.commit()
    alone = searched(repo, hooks=hooks.folder).memory
    (repo.sessions / "told-by-hooks.jsonl").write_text(hooks.log.read_text())
    both = searched(repo, hooks=hooks.folder).memory
    assert (both.lines, both.links) == (alone.lines, alone.links)
    assert len(alone.lines) == 2


def test_codex_patches_a_file_that_only_a_hook_knows(repo: Repo) -> None:
    repo.put("beds.py", HUMAN)
    hooks = Hooks(repo, "codex")
    patch = (
        "*** Begin Patch\n*** Update File: beds.py\n@@\n+paths = gravel_between(beds, rows)\n rows = {}\n*** End Patch"
    )
    after = HUMAN.replace("rows", "paths = gravel_between(beds, rows)\nrows")
    hooks.use("apply_patch", {"command": patch}, lambda: repo.put("beds.py", after), tool_response="Success")
    repo.sessions = hooks.log.parent
    repo.commit()
    assert claimed(repo, hooks) == {"paths = gravel_between(beds, rows)": "exact_blob_hash"}


def test_what_a_command_changed_is_nobodys_but_known_to_the_next_edit(repo: Repo) -> None:
    """The hook program looks at the files that a tool names, and a command names none."""
    repo.put("beds.py", HUMAN)
    hooks = Hooks(repo)
    sown = HUMAN.replace("leeks", "onions")
    command = {"command": "sed -i s/leeks/onions/ beds.py"}
    hooks.use("Bash", command, lambda: repo.put("beds.py", sown))
    repo.call("s", "Bash", command, {"stdout": ""})
    assert '"files"' not in hooks.log.read_text()
    arguments = {"file_path": str(repo.path / "beds.py"), "old_string": "rows", "new_string": MINE + "rows"}
    hooks.use("Edit", arguments, lambda: repo.put("beds.py", sown.replace("rows", MINE + "rows")), call="toolu_s_2")
    repo.call("s", "Edit", arguments, {})
    repo.commit()
    assert claimed(repo, hooks) == dict.fromkeys(MINE.splitlines(), "exact_blob_hash")


@pytest.mark.parametrize("harm", [lambda path: path.unlink(), lambda path: path.write_bytes(b"evil = true\n")])
def test_a_kept_file_that_is_gone_or_another_is_not_believed(repo: Repo, harm: Callable[[Path], object]) -> None:
    repo.put("beds.py", HUMAN)
    repo.commit()
    hooks = Hooks(repo)
    arguments = {"file_path": str(repo.path / "beds.py"), "old_string": "rows", "new_string": MINE + "rows"}
    hooks.use("Edit", arguments, lambda: repo.put("beds.py", HUMAN.replace("rows", MINE + "rows")))
    for path in (hooks.folder / "blobs").iterdir():
        harm(path)
    repo.call("s", "Edit", arguments, {"originalFile": HUMAN})
    repo.commit()
    assert claimed(repo, hooks) == dict.fromkeys(MINE.splitlines(), "exact_blob_hash")


def test_an_edit_that_failed_changed_nothing_whatever_was_seen(repo: Repo) -> None:
    repo.put("beds.py", HUMAN)
    hooks = Hooks(repo)
    arguments = {"file_path": str(repo.path / "beds.py"), "old_string": "no such", "new_string": MINE}
    hooks.use("Edit", arguments, lambda: None)
    repo.call("s", "Edit", arguments, "Error: String to replace not found in file.", error=True)
    repo.put("beds.py", HUMAN + MINE)
    repo.commit()
    assert claimed(repo, hooks) == {}
