"""What is known of one agent stands in its own folder: nobody else names it, and everybody asks the same tables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import steno
from steno import idioms, tools

ROOT = Path(steno.__file__).parent
NAMELESS = (
    "model", "passes", "edits", "vcs", "views", "notes", "detect", "formats/open_token", "formats/forsy",
    "formats/opentraces", "formats/awf", "tools.py", "idioms.py", "verify.py", "card.py",
)  # fmt: skip
WORDS = ("<synthetic>", "Request interrupted", "isApiErrorMessage", "toolUseResult", "structuredPatch", "gitBranch")
NAMES = [re.escape(name) for name in tools.AGENTS if name != "cursor"]  # databases have cursors too
NAMED = re.compile("|".join([*NAMES, *WORDS]), re.IGNORECASE)

ALLOWED = {
    ("tools.py", "AGENTS"): "where the folder of each agent is",
    ("idioms.py", "_FOLDERS"): "where the idioms of agents are",
    ("passes/structure.py", "_MODEL"): "families of models, one of which has an agent's name",
    ("formats/opentraces/policy.py", "Executor"): "a word of the schema",
    ("detect/pii/account.py", "NOBODY"): "accounts that are no person's",
    ("detect/pii/person.py", "_NOT_PEOPLE"): "names of products, which are no person's",
    ("detect/rules/openai.py", "RULES"): "what keeps a token of this provider",
    ("detect/seeds.py", "_NOBODY"): "accounts that are no person's",
}


def strings(path: Path) -> Iterator[tuple[str, str, int]]:
    """The strings of a module but its docstrings, each with the name at the top level that holds it."""
    for node in ast.parse(path.read_text()).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
        name = getattr(targets[0], "id", getattr(targets[0], "name", ""))
        documented = {
            id(each.value)
            for each in ast.walk(node)
            if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
        }
        for each in ast.walk(node):
            if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in documented:
                yield name, each.value, each.lineno


@pytest.mark.parametrize("part", NAMELESS)
def test_no_agent_is_named_outside_its_folder(part: str) -> None:
    found = []
    whole = ROOT / part
    for path in sorted(whole.rglob("*.py") if whole.is_dir() else [whole]):
        where = path.relative_to(ROOT).as_posix()
        for name, text, line in strings(path):
            if NAMED.search(text) and (where, name) not in ALLOWED:
                found.append(f"{where}:{line}: {text[:60]!r}")
    assert not found


def test_every_agent_states_its_tools() -> None:
    assert all(tools.of(agent) is not None and tools.of(agent) != tools.NOTHING for agent in tools.AGENTS)
    assert tools.of("nobody") is None
    assert tools.known("nobody") == tools.every()


def test_a_tool_has_an_operation_and_a_surface_or_neither() -> None:
    for agent in tools.AGENTS:
        for name, tool in tools.known(agent).items():
            assert bool(tool.operation) == bool(tool.surface), (agent, name)
            assert tool.operation or (tool.effect is None and not tool.target), (agent, name)


def test_every_idiom_is_that_of_an_agent_with_tools() -> None:
    assert idioms.names() <= set(tools.AGENTS)
