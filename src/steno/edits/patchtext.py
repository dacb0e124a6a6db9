"""Reads patches as agents spell them: in an envelope `*** Begin Patch`, as unified diffs, as blocks of search and
replacement.

Knows the spelling alone, no file: a patch without line numbers is placed by whoever knows the file.
"""

from __future__ import annotations

import re

from msgspec import Struct

from steno.base.patterns import deferred

_BEGIN, _END = "*** Begin Patch", "*** End Patch"
_HEADS = {"*** Add File: ": "add", "*** Update File: ": "update", "*** Delete File: ": "delete"}
_MOVE = "*** Move to: "
_PROGRAMS = ("apply_patch", "applypatch")
_UNIFIED = deferred(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_BLOCK = deferred(
    r"^(?:<{5,9} ?SEARCH>?|-{5,9} SEARCH)[^\n]*\n(?::start_line:[^\n]*\n)?(?:-{5,9}\n)?"
    r"(.*?)^={5,9}\n(.*?)^(?:>{5,9}|\+{5,9}) ?REPLACE", re.MULTILINE | re.DOTALL,
)  # fmt: skip


class Hunk(Struct, frozen=True, array_like=True):
    """Lines as they were and as they are, those that stay included."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    line: int = 0
    """Where the old lines begin, counted from 1; 0 where the patch does not say."""
    near: str = ""
    """A line that stands somewhere before it."""


class Change(Struct, frozen=True):
    path: str
    kind: str
    """`add`, `update` or `delete`."""
    to: str = ""
    text: str = ""
    hunks: tuple[Hunk, ...] = ()


def is_program(word: str) -> bool:
    """Whether a command applies a patch in an envelope."""
    return word in _PROGRAMS


def changes(text: str) -> list[Change]:
    """The files that a patch in an envelope names; none where it is no such patch."""
    lines = text.split("\n")
    start = next((number for number, line in enumerate(lines) if line.strip() == _BEGIN), None)
    if start is None:
        return []
    found: list[Change] = []
    body: list[str] = []
    head = ""
    for line in lines[start + 1 :]:
        opening = next((each for each in _HEADS if line.startswith(each)), "")
        if opening or line.strip() == _END:
            if head:
                found.append(_change(head, body))
            head, body = line, []
            if line.strip() == _END:
                break
        else:
            body.append(line)
    return found


def _change(head: str, body: list[str]) -> Change:
    opening = next(each for each in _HEADS if head.startswith(each))
    kind, path = _HEADS[opening], head.removeprefix(opening).strip()
    if kind == "add":
        return Change(path, kind, text="".join(line[1:] + "\n" for line in body if line.startswith("+")))
    to = ""
    if body and body[0].startswith(_MOVE):
        to = body.pop(0).removeprefix(_MOVE).strip()
    return Change(path, kind, to, hunks=tuple(_hunks(body)))


def _hunks(body: list[str]) -> list[Hunk]:
    found: list[Hunk] = []
    old: list[str] = []
    new: list[str] = []
    near = ""
    for line in [*body, "@@"]:
        if line.startswith("@@"):
            if old != new:
                found.append(Hunk(tuple(old), tuple(new), 0, near))
            numbered = _UNIFIED().match(line)
            near = "" if numbered else line[2:].strip()
            old, new = [], []
        elif line.startswith("*** "):
            continue  # the mark of the file's end
        elif line.startswith("-"):
            old.append(line[1:])
        elif line.startswith("+"):
            new.append(line[1:])
        else:
            old.append(line[1:])
            new.append(line[1:])
    return found


def unified(text: str) -> tuple[Hunk, ...]:
    """The hunks of one file's unified diff; lines are counted as the headers promise them."""
    lines = text.removesuffix("\n").split("\n")
    found: list[Hunk] = []
    at = 0
    while at < len(lines):
        head = _UNIFIED().match(lines[at])
        at += 1
        if head is None:
            continue
        first = int(head[1])
        left, right = int(head[2] or 1) if head[2] != "0" else 0, int(head[4] or 1) if head[4] != "0" else 0
        old: list[str] = []
        new: list[str] = []
        while at < len(lines) and (len(old) < left or len(new) < right):
            sign, rest = lines[at][:1], lines[at][1:]
            at += 1
            if sign == "\\":
                continue
            if sign != "+":
                old.append(rest)
            if sign != "-":
                new.append(rest)
        found.append(Hunk(tuple(old), tuple(new), first if left else first + 1))
    return tuple(found)


def blocks(text: str) -> list[tuple[str, str]]:
    """Pairs of a text to look for and its replacement."""
    return [(old.removesuffix("\n"), new.removesuffix("\n")) for old, new in _BLOCK().findall(text) if old]
