"""What commands do without a word, where their exit code proves it."""

from __future__ import annotations

import pytest

from steno.edits.commands import done


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("rm a.py 'b c.py'", ["a.py was deleted.", "b c.py was deleted."]),
        ("rm -r beds", ["beds was deleted."]),
        ("cd beds && mv a.py b.py 2>&1", ["beds/a.py was moved to beds/b.py."]),
        ("mv a.py b.py beds", ["a.py was moved to beds.", "b.py was moved to beds."]),
        ("git mv a.py b.py && git mv c.py d.py", ["a.py was moved to b.py.", "c.py was moved to d.py."]),
        ("cp -r a b", ["a was copied to b."]),
        ("mkdir beds && git tag v1", ["The folder beds was made.", "The tag v1 was made."]),
        ("git branch roses", ["The branch roses was made."]),
    ],
)
def test_a_command_that_does_one_thing_or_fails_has_done_it(command: str, told: list[str]) -> None:
    assert done(command) == told


@pytest.mark.parametrize(
    "command",
    [
        "rm -f a.py",
        "rm --force a.py",
        "mkdir -p beds",
        "mv -n a b",
        "rm a.py; ls",
        "rm a.py || true",
        "rm a.py | cat",
        "rm *.py",
        "rm $FILE",
        "rm ~/a.py",
        "rm a.py &",
        "(rm a.py)",
        "if rm a.py",
        "git tag",
        "git tag -d v1",
        "git branch --show-current",
        "git branch -D roses",
        "rm 'a",
        "echo rm a.py",
        "ls\nrm a.py",
        "",
        "rm " + "a" * 5000,
    ],
)
def test_what_is_not_spelled_out_or_may_have_done_nothing_is_not_said(command: str) -> None:
    assert done(command) == []
