"""Spells a change of a file as a unified diff.  Writes down what the log has, and makes up no line number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from steno.edits.calls import Append, Delete, FileAction, Hunks, Replace, Whole
from steno.edits.patchtext import Hunk
from steno.idioms import ReportedHunk

_NOWHERE = "/dev/null"
_NO_NEWLINE = "\\ No newline at end of file"


def spelled(path: str, body: str, *, new: bool = False, gone: bool = False) -> str:
    """A diff of one file with its two lines of names."""
    old, now = (_NOWHERE if new else f"a/{path.lstrip('/')}"), (_NOWHERE if gone else f"b/{path.lstrip('/')}")
    return f"--- {old}\n+++ {now}\n{body}"


def of_hunks(hunks: Sequence[ReportedHunk]) -> str | None:
    """The hunks of a change, as a program reports them; None where it holds none, or one does not say where it is."""
    texts: list[str] = []
    for hunk in hunks:
        numbers = (hunk.old, hunk.old_count, hunk.new, hunk.new_count)
        if None in numbers:
            return None
        texts.append("@@ -{},{} +{},{} @@\n".format(*numbers) + "".join(f"{line}\n" for line in hunk.lines))
    return "".join(texts) or None


def of_steps(steps: tuple[FileAction, ...], known: Mapping[str, Any]) -> str | None:
    """The lines that steps took away and added; None where the log does not hold them.

    A hunk whose place in the file is not known has `@@` alone for its head.
    """
    texts: list[str] = []
    for step in steps:
        match step:
            case Replace(old, new):
                texts.append(_hunk(Hunk(tuple(old.split("\n")), tuple(new.split("\n")))))
            case Hunks(hunks):
                texts += map(_hunk, hunks)
            case Append(text):
                texts.append("@@\n" + _signed("+", text))
            case Whole(text) if known.get("new"):
                texts.append(_ranged("+", text))
            case Delete() if isinstance(before := known.get("before"), str):
                texts.append(_ranged("-", before))
            case Whole() | Delete():
                return None  # nobody knows what was there
    return "".join(texts) or None


def counted(
    hunks: Sequence[ReportedHunk] | None, steps: tuple[FileAction, ...], diff: Callable[[], str | None]
) -> tuple[int, int] | None:
    """How many lines a change added and removed, by the program's report of it or by its diff; None where the log does
    not say."""
    if hunks:
        lines = [line for hunk in hunks for line in hunk.lines]
    elif any(isinstance(step, Replace) and step.every for step in steps):
        return None  # nobody knows in how many places
    elif (text := diff()) is not None:
        lines = text[text.find("@@") :].split("\n")
    else:
        return None
    added, removed = (sum(line.startswith(sign) for line in lines) for sign in "+-")
    return (added, removed) if added or removed else None


def _hunk(hunk: Hunk) -> str:
    """What both sides begin and end with stays; the lines between are taken away and added."""
    old, new = hunk.old, hunk.new
    first = _shared(old, new)
    last = _shared(old[first:][::-1], new[first:][::-1])
    middle = (("-", old[first : len(old) - last]), ("+", new[first : len(new) - last]))
    parts = ((" ", old[:first]), *middle, (" ", old[len(old) - last :]))
    head = f"@@ {hunk.near}".rstrip()
    return f"{head}\n" + "".join(f"{sign}{line}\n" for sign, lines in parts for line in lines)


def _shared(one: Sequence[str], two: Sequence[str]) -> int:
    """How many lines both begin with."""
    return next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))


def _ranged(sign: str, text: str) -> str:
    """A whole file that is new, or gone."""
    count = len(list(_lines(text)))
    there, nothing = (f"1,{count}" if count else "0,0"), "0,0"
    old, new = (nothing, there) if sign == "+" else (there, nothing)
    return f"@@ -{old} +{new} @@\n{_signed(sign, text)}" if count else ""


def _signed(sign: str, text: str) -> str:
    end = "" if text.endswith("\n") or not text else f"{_NO_NEWLINE}\n"
    return "".join(f"{sign}{line}\n" for line in _lines(text)) + end


def _lines(text: str) -> Iterator[str]:
    if text:
        yield from text.removesuffix("\n").split("\n")
