"""What the tests hold themselves to."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


@cache
def modules() -> dict[str, ast.Module]:
    return {str(path.relative_to(TESTS)): ast.parse(path.read_bytes()) for path in sorted(TESTS.rglob("*.py"))}


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports, wherever it does so."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield f"{'.' * node.level}{node.module or ''}"
            yield from (f"{'.' * node.level}{node.module or ''}.{each.name}" for each in node.names)


def functions_of(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node


def asserts(function: ast.AST, helpers: Container[str] = ()) -> bool:
    """Whether it can fail by what it finds: it asserts, expects an exception, or calls a helper that does."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("raises", "warns", "fail") or name in helpers:
                return True
            if any(each.arg == "check" and ast.unparse(each.value) == "True" for each in node.keywords):
                return True
    return False


def helpers_of(tree: ast.Module) -> set[str]:
    """The functions of a module that assert for its tests."""
    return {each.name for each in tree.body if isinstance(each, ast.FunctionDef) and asserts(each)}


def of_tests(name: str) -> bool:
    """Whether a module's name is that of a test module of ours."""
    return name.startswith(("tests.", ".")) and any(part.startswith("test_") for part in name.split("."))


def test_no_test_module_imports_another() -> None:
    found = {
        path: names for path, tree in modules().items() if (names := sorted(set(filter(of_tests, imported(tree)))))
    }
    assert found == {}, "move what is shared to tests/given"


def test_every_test_asserts_something() -> None:
    found = [
        f"{path}:{test.lineno} {test.name}"
        for path, tree in modules().items()
        for test in functions_of(tree)
        if not asserts(test, helpers_of(tree))
    ]
    assert found == []


def test_every_skip_gives_its_reason() -> None:
    found = [
        f"{path}:{node.lineno} {ast.unparse(node)}"
        for path, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and not reasoned(node)
    ]
    assert found == []


def reasoned(call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("skip", "skipif", "xfail"):
        return True
    name = ast.unparse(call.func)
    given = {each.arg for each in call.keywords}
    if name in ("pytest.skip", "pytest.xfail"):
        return bool(call.args) or "reason" in given
    if name in ("pytest.mark.skip", "pytest.mark.skipif", "pytest.mark.xfail"):
        return "reason" in given
    return True


@pytest.mark.parametrize(
    ("code", "can_fail"),
    [
        ("x = 1", False),
        ("assert x", True),
        ("with pytest.raises(ValueError):\n  x()", True),
        ("subprocess.run(x, check=True)", True),
    ],
)
def test_the_look_for_assertions_tells_them(code: str, can_fail: bool) -> None:
    assert asserts(ast.parse(code)) is can_fail
