from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.given import garden
from tests.given.machine import claude, steno

TEXT = (Path(__file__).parents[2] / "docs" / "forsy.md").read_text()


def example(view: str) -> Any:
    found = re.search(rf"### {view}\n.*?```json\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize(("view", "number"), [("sft", 1), ("preference", 0), ("process-reward", 3)])
def test_the_example_of_a_view_is_a_row_that_it_writes(view: str, number: int, tmp_path: Path) -> None:
    session = claude(tmp_path, garden.SESSION, garden.session())
    assert steno("view-as", view, str(session), home=tmp_path).json()[number] == example(view)


def test_the_example_of_a_trajectory_is_a_row_that_it_writes(tmp_path: Path) -> None:
    session = claude(tmp_path, garden.SESSION, garden.session()[10:])
    assert steno("view-as", "trajectory", str(session), home=tmp_path).json() == [example("trajectory")]


def test_the_commands_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    claude(tmp_path, garden.SESSION, garden.session())
    blocks = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    for line in (line for block in blocks for line in block.splitlines()):
        ended = steno(*shlex.split(line.partition(">")[0])[1:], home=tmp_path, stdin=b"q\n")
        assert ended.code == 0, (line, ended)


def test_every_rule_that_is_named_has_a_page(tmp_path: Path) -> None:
    for code in set(re.findall(r"steno rule ([A-Z]{3}\d{3})", TEXT)):
        assert steno("rule", code, home=tmp_path).code == 0
