"""The command line parses and prints; what it knows of anything else, a verb tells it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from steno import cli
from steno.api import world

CLI = sorted(Path(cli.__file__).parent.glob("*.py"))
API = sorted(Path(world.__file__).parent.glob("*.py"))
SHOWN_BY = ("steno.api", "steno.render", "steno.mcp", "steno.web", "steno.cli")
LONGEST = 150


def imports(path: Path) -> Iterator[str]:
    """What a module imports, lazily and for type checkers too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{each.name}" for each in node.names)


def is_of(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == each or name.startswith(each + ".") for each in packages)


@pytest.mark.parametrize("path", CLI, ids=lambda path: path.stem)
def test_a_command_imports_verbs_and_what_shows_them(path: Path) -> None:
    others = [name for name in imports(path) if not is_of(name, (*SHOWN_BY, "click", "steno.__version__"))]
    assert [name for name in others if name.partition(".")[0] not in sys.stdlib_module_names] == []


@pytest.mark.parametrize("path", CLI, ids=lambda path: path.stem)
def test_a_command_is_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("path", API, ids=lambda path: path.stem)
def test_a_verb_knows_no_terminal(path: Path) -> None:
    assert [name for name in imports(path) if is_of(name, ("click", "steno.render", "steno.web", "steno.cli"))] == []


@pytest.mark.parametrize("path", API, ids=lambda path: path.stem)
def test_a_verb_prints_nothing_ends_nothing_and_asks_no_global(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    # `here` is the one place that looks at the process.
    outside = [node for node in tree.body if not (isinstance(node, ast.FunctionDef) and node.name == "here")]
    used = {
        ast.unparse(node) for part in outside for node in ast.walk(part) if isinstance(node, ast.Attribute | ast.Name)
    }
    assert (
        used & {"print", "exit", "sys.exit", "sys.stdout", "sys.stderr", "sys.stdin", "os.environ", "Path.home"}
        == set()
    )
