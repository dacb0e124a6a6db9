"""The pre-commit hook stops a commit that holds a secret."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.given.machine import steno
from tests.given.secrets import TOKEN

HOOKS = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"


def hooks() -> list[dict[str, str]]:
    """As much of YAML as the file needs: a list of flat mappings, one pair a line."""
    found: list[dict[str, str]] = []
    for line in HOOKS.read_text().splitlines():
        assert line[:2] in ("- ", "  "), line
        if line.startswith("- "):
            found.append({})
        key, colon, value = line[2:].partition(": ")
        assert colon
        assert key.isidentifier()
        found[-1][key] = value
    return found


def test_the_hook_says_what_pre_commit_has_to_know() -> None:
    (hook,) = hooks()
    assert hook == {
        "id": "steno-scan",
        "name": "steno scan",
        "description": "Stops a commit that would bring in a secret, and says where it stands and of which kind it is.",
        "entry": "steno scan",
        "language": "python",
        "types": "[text]",
    }


def test_its_command_stops_a_staged_secret_and_lets_the_rest_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clean.txt").write_text("nothing\n")
    (tmp_path / "leak.env").write_text(f"TOKEN={TOKEN}\n")
    subprocess.run(["git", "init", "-q"], check=True)
    subprocess.run(["git", "add", "."], check=True)
    staged = subprocess.run(["git", "diff", "--cached", "--name-only"], check=True, capture_output=True, text=True)
    program, *command = hooks()[0]["entry"].split()
    assert program == "steno"
    ended = steno(*command, *staged.stdout.split(), home=tmp_path)
    assert (ended.code, ended.out) == (1, "leak.env:1:7: SEC010 github token (auth_token)\n")
    assert steno(*command, "clean.txt", home=tmp_path).code == 0
