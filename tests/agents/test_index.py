"""The index says what the agents say, and who asks it imports no others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.index import PATH, source

from steno import idioms, registry, sources, tools
from steno.base.roots import Roots
from steno.idioms import Idiom
from tests.given.machine import claude, codex

PLACES = registry.index().places
each = pytest.mark.parametrize("name", PLACES)


def test_the_index_is_what_the_agents_say() -> None:
    assert PATH.read_text("utf-8") == source(), "run `python -m tools.index`"


def test_every_agent_that_keeps_sessions_is_in_the_index_in_its_order() -> None:
    assert list(PLACES) == [agent.name for agent in registry.agents if agent.places is not None]


def variables(roots: Roots) -> Iterator[str]:
    yield from filter(None, [roots.variable])
    yield from (name for more in roots.more for name in variables(more))


@each
def test_an_agent_looks_nowhere_but_below_what_the_index_names(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places, sign = sources.places(name), PLACES[name]
    assert places is not None
    asked: list[str] = []

    def scandir(path: str | Path) -> Iterator[os.DirEntry[str]]:
        asked.append(str(path))
        raise FileNotFoundError

    monkeypatch.setattr(os, "scandir", scandir)
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", *variables(sign)):
        environ = {variable: str(tmp_path / variable / "own")}
        assert [*places.discover(environ, tmp_path, print), *places.runs(environ, tmp_path, print)] == []
        known = sign(environ, tmp_path)
        # In projects the sign is the file itself, and the folder that it lies in is looked at.
        tops = {str(path.parent if name in registry.index().signs else path) for path in known}
        assert all(any(path == top or path.startswith(f"{top}/") for top in tops) for path in asked)
        assert asked or not tops
        assert not sign.are_there(environ, tmp_path)
        asked.clear()


@each
def test_roots_are_those_that_the_agent_names(name: str, tmp_path: Path) -> None:
    places = sources.places(name)
    assert places is not None
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", *variables(PLACES[name])):
        environ = {variable: f"{tmp_path / variable}"}
        for root in places.roots(environ, tmp_path):
            root.mkdir(parents=True, exist_ok=True)
            assert root in sources.roots(environ, tmp_path)
        if name not in registry.index().signs:
            assert PLACES[name](environ, tmp_path) == places.roots(environ, tmp_path)


def test_tools_are_those_of_the_agents() -> None:
    boxes = [agent.tools().tools for agent in registry.agents if agent.tools is not None]
    told = {name: tool for box in reversed(boxes) for name, tool in box.items()}
    assert dict(tools.every()) == told
    assert tools.shells() == {name for name, tool in told.items() if tool.surface == "cli"}
    assert tools.scripts() == {name for name, tool in told.items() if tool.script}
    assert len(tools.every()) == len(told)
    assert "nobody's" not in tools.every()


def test_idioms_are_those_of_the_agents() -> None:
    told = idioms.every()
    assert idioms.models() == frozenset[str]().union(*(each.models for each in told))
    assert idioms.names() == {each.name for each in told}
    assert idioms.tool_adders() == {each.name for each in told if each.adds_tools}
    usual = Idiom(name="", lifecycle={}, openings={}, fields=frozenset())
    for question in registry.index().telling:
        own = [answer for each in told if (answer := getattr(each, question)) is not getattr(usual, question)]
        assert list(idioms._telling(question)) == own


def loaded(code: str, *words: str, **environ: str) -> list[str]:
    """The agents that are imported when this is run."""
    ends = "\nimport json, sys\nprint(json.dumps(sorted({m.split('.')[2] for m in sys.modules if m.count('.') > 1 and "
    ends += "m.startswith('steno.agents.')})))"
    done = subprocess.run(
        [sys.executable, "-c", code + ends, *words],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | environ,
    )
    return list(json.loads(done.stdout.splitlines()[-1]))


def test_only_agents_whose_texts_begin_so_are_imported_to_recognise_one() -> None:
    code = "from steno.idioms import recognised\nfrom steno.model import Role, Text\nrecognised(Text(%r), Role.USER)"
    assert loaded(code % "<permissions instructions> x") == ["codex", "contract", "index"]
    assert loaded(code % "x") == []


_LIST = "import sys, pathlib\nfrom steno import sources\nsources.%s({}, pathlib.Path(sys.argv[1])%s)\n"


def test_an_agent_that_has_no_folder_here_is_not_imported(tmp_path: Path) -> None:
    claude(tmp_path, "aaa")
    codex(tmp_path, "bbb")
    found = loaded(_LIST % ("discover", ", print"), str(tmp_path))
    assert found == ["claude_code", "codex", "contract", "index"]


def test_to_know_the_folders_of_agents_imports_none(tmp_path: Path) -> None:
    claude(tmp_path, "aaa")
    assert loaded(_LIST % ("roots", ""), str(tmp_path)) == ["contract", "index"]


@pytest.mark.parametrize("command", ["export", "check", "redact", "scan", "info"])
def test_a_command_on_a_file_imports_few_agents(command: str, tmp_path: Path) -> None:
    path = claude(tmp_path, "aaa")
    code = "import sys\nfrom steno.cli import main\nmain(sys.argv[1:])"
    found = loaded(code, command, str(path), HOME=str(tmp_path))
    # Another agent has words for what may stand in any agent's results.
    assert set(found) <= {"contract", "index", "claude_code", "codex"}


def test_a_file_that_nobody_knows_imports_no_agent_whose_texts_it_does_not_hold(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"neither": "session nor trace"}')
    code = "import sys\nfrom steno.cli import main\nmain(sys.argv[1:])"
    held = {name.replace("-", "_") for name in registry.index().holds}
    assert set(loaded(code, "check", str(tmp_path / "other.json"), HOME=str(tmp_path))).isdisjoint(held)


def test_a_trace_format_is_not_imported_for_a_session_that_holds_none_of_its_texts(tmp_path: Path) -> None:
    code = "import sys\nfrom steno.registry import likely\nlist(likely(open(sys.argv[1], 'rb').read()))"
    ends = "\nassert not {f'steno.formats.{name}' for name in sys.argv[2:]} & {*sys.modules}"
    formats = ["open_token", "awf", "forsy", "opentraces", "hooks"]
    loaded(code + ends, str(claude(tmp_path, "aaa")), *formats)
