"""The tree of errors: drawn once, and drawn as it is."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from steno import errors
from steno.cli.errors import OUTCOMES
from steno.cli.exits import Exit

SOURCE = Path(errors.__file__).parent


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
