from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from steno.cli import COMMANDS
from tests.given import garden
from tests.given.machine import claude, steno

SKILL = Path(__file__).parents[1] / "skills" / "forsy-trace" / "SKILL.md"
TEXT = SKILL.read_text()
FINDINGS = {"steno check trace.json --level release"}
"""What ends with 1 as long as nobody has said how the work turned out."""


def commands() -> list[str]:
    """Every line of the blocks of shell, in order."""
    blocks: list[str] = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def mentioned() -> Iterator[str]:
    """Every command that the text names."""
    return (match[1] for match in re.finditer(r"`steno ([a-z-]+)", TEXT))


def test_the_front_matter_names_the_skill_and_says_when_to_use_it() -> None:
    matter = re.match(r"---\nname: ([a-z-]+)\ndescription: >-\n((?:  .+\n)+)---\n", TEXT)
    assert matter is not None
    assert matter[1] == SKILL.parent.name
    assert "Use it when" in matter[2]
    assert len(" ".join(matter[2].split())) <= 1024


def test_the_commands_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    claude(tmp_path, garden.SESSION, garden.session())
    for line in commands():
        program, *args = shlex.split(line)
        ended = steno(*args, home=tmp_path, stdin=b"q\n")
        assert program == "steno"
        assert ended.code == (1 if line in FINDINGS else 0), (line, ended)
    trace = json.loads((tmp_path / "bundle" / "trace.json").read_bytes())
    assert trace["steps"][1]["directive"] == "Read the file before editing it."
    assert trace["summary"]["goal_achieved"] is True


def test_every_command_that_is_named_is_there() -> None:
    assert set(mentioned()) <= set(COMMANDS)


def test_a_person_finds_every_verb_that_the_way_needs() -> None:
    run = {shlex.split(line)[1] for line in commands()}
    assert run == {"ls", "explain", "export", "check", "note", "review", "bundle"}


def test_options_in_the_text_are_options_of_the_command(tmp_path: Path) -> None:
    claude(tmp_path, garden.SESSION, garden.session())
    explained = steno("explain", "@latest", "--step", "2", home=tmp_path)
    assert explained.code == 0
    assert steno("export", "@latest", "-t", "forsy", "--redact", "pii", home=tmp_path).code == 0
    assert steno("rule", "FSY216", home=tmp_path).code == 0
