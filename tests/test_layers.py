"""Modules import each other in one direction only: what an import inside a function hides is a cycle all the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import steno

PACKAGE = Path(steno.__file__).parent


def _sources(top: Path) -> dict[str, Path]:
    """The file of each module of a package, by name."""
    found = {}
    for path in sorted(top.rglob("*.py")):
        parts = path.relative_to(top.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def _is_for_types(test: ast.expr) -> bool:
    return ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def _imports(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import that runs some day, wherever it stands."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and _is_for_types(node.test):
            for other in node.orelse:
                yield from _imports(other)
        else:
            yield from _imports(node)


def _named(node: ast.Import | ast.ImportFrom, modules: set[str]) -> Iterator[str]:
    """The modules that an import loads for what it names; of `from a import b`, `a.b` where that is one."""
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names if each.name in modules)
        return
    assert not node.level, "imports name the whole path"
    for each in node.names:
        inner = f"{node.module}.{each.name}"
        if inner in modules:
            yield inner
        elif node.module in modules:
            yield str(node.module)


def graph(top: Path) -> dict[str, set[str]]:
    """Which modules of a package each of them imports."""
    sources = _sources(top)
    modules = set(sources)
    return {
        name: {other for node in _imports(ast.parse(path.read_text())) for other in _named(node, modules)} - {name}
        for name, path in sources.items()
    }


def cycles(edges: dict[str, set[str]]) -> set[frozenset[str]]:
    """The largest sets of modules in which each reaches every other (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: set[frozenset[str]] = set()

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            together = frozenset(stack[at:])
            del stack[at:]
            if len(together) > 1:
                found.add(together)

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return found


def test_no_module_reaches_itself_by_its_imports() -> None:
    assert sorted(map(sorted, cycles(graph(PACKAGE)))) == []


def test_an_import_inside_a_function_closes_a_cycle_and_one_for_types_does_not(tmp_path: Path) -> None:
    top = tmp_path / "house"
    top.mkdir()
    (top / "__init__.py").write_text("")
    (top / "a.py").write_text("from house import b\n")
    (top / "b.py").write_text("def f():\n    from house.a import x\n")
    (top / "c.py").write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house import d\n")
    (top / "d.py").write_text("import house.c\n")
    assert cycles(graph(top)) == {frozenset({"house.a", "house.b"})}
