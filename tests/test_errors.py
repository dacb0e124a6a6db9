"""The tree of errors: drawn once, and drawn as it is."""

from __future__ import annotations

import ast
import pickle
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from steno import errors
from steno.base import proc
from steno.cli.errors import OUTCOMES
from steno.cli.exits import Exit
from steno.diagnostics import Diagnostic, Severity

SOURCE = Path(errors.__file__).parent
LOADED = (proc,)
"""Modules with errors of their own that nothing else here imports."""


def drawn() -> dict[str, str]:
    """Each class of the drawing, with the one that it hangs on."""
    found: dict[str, str] = {}
    path = ["StenoError"]
    for line in (errors.__doc__ or "").splitlines():
        if match := re.match(r"((?:[│ ] {3})*)[├└]── (\w+)", line):
            depth = len(match[1]) // 4 + 1
            path[depth:] = [match[2]]
            found[match[2]] = path[depth - 1]
    return found


def defined() -> dict[str, str]:
    """Each class of the source that descends from `StenoError`, with its first base."""
    bases = [
        (node.name, ast.unparse(node.bases[0]))
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef) and node.bases
    ]
    found: dict[str, str] = {}
    while new := {name: base for name, base in bases if base in {"StenoError", *found} and name not in found}:
        found |= new
    return found


def test_every_error_is_drawn_where_it_hangs() -> None:
    assert drawn() == defined()


def test_every_error_of_a_verb_has_one_exit_code() -> None:
    ends = {kind.__name__: code for kind, _, code in OUTCOMES}
    branches = {name for name, base in drawn().items() if base == "StenoError"}
    assert branches - set(ends) == {"PassOrderError", "RecordError"}  # a bug, and an error of the recorder's own users
    assert ends == {
        "UsageError": Exit.USAGE,
        "Unwritable": Exit.UNREADABLE,
        "Unreadable": Exit.UNREADABLE,
        "Leak": Exit.FINDINGS,
        "Lossy": Exit.FINDINGS,
    }


@pytest.mark.parametrize(
    ("kind", "also"),
    [
        (errors.UsageError, ValueError),
        (errors.Unreadable, OSError),
        (errors.Unwritable, OSError),
        (errors.Leak, ValueError),
    ],
)
def test_errors_are_still_what_they_were(kind: type[Exception], also: type[Exception]) -> None:
    assert issubclass(kind, also)
    assert issubclass(kind, errors.StenoError)


@cache
def every() -> list[type[errors.StenoError]]:
    """All of Steno's own, each imported from wherever it is."""
    classes = re.compile(rf"^class (?:{'|'.join(drawn())})\(", re.MULTILINE)
    for path in SOURCE.rglob("*.py"):
        if classes.search(path.read_text("utf-8")):
            import_module(".".join(["steno", *path.relative_to(SOURCE).with_suffix("").parts]))
    found: list[type[errors.StenoError]] = [errors.StenoError]
    for kind in found:
        found += [each for each in kind.__subclasses__() if each not in found and each.__module__.startswith("steno.")]
    return found


def test_no_error_is_left_out_below() -> None:
    assert {kind.__name__ for kind in every()} == {"StenoError", *drawn()}


@pytest.mark.parametrize("name", ["StenoError", *drawn()])
def test_every_error_can_be_handed_from_process_to_process(name: str) -> None:
    for kind in [each for each in every() if each.__name__ == name]:
        error = (OSError if issubclass(kind, OSError) else Exception).__new__(kind, "a sentence")
        assert isinstance(error, kind)
        handed_over(error)


def handed_over(error: errors.StenoError) -> None:
    error.args = ("a sentence",)
    error.hint, error.more = "what to do", [1]  # type: ignore[attr-defined]
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  our own
    assert (type(again), str(again), again.hint, again.more) == (type(error), "a sentence", "what to do", [1])


def test_errors_made_of_more_than_a_sentence_are_the_same_in_another_process() -> None:
    loss = Diagnostic("CNV001", Severity.LOSS, "gone")
    for error in (errors.NotFound("a", "b"), errors.Lossy([loss], "x"), errors.NoRun("n"), errors.UnknownFormat("u")):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301  our own
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
