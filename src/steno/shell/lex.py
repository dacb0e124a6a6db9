"""Splits a command line into words and operators, as a shell would.  Knows no program, runs nothing, never raises.

A quotation mark or a bracket that is never closed reaches to the end of the line.  Each character is looked at once.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct


class Word(Struct, frozen=True):
    """One word without its quotation marks; `$( … )` is kept as it is written."""

    text: str
    quoted: bool = False
    """Some of it is in quotation marks, so it is no control word and no assignment's name."""


class Operator(Struct, frozen=True):
    """`&&`, `||`, `;`, `|`, `&`, `(`, `)`, or a line break."""

    sign: str


class Redirection(Struct, frozen=True):
    """Where a stream goes to or comes from."""

    sign: str
    """`>`, `>>`, `<`, `<<`, `<<<`, `>&`, `&>` …"""
    target: str
    """A file, a descriptor, or the text itself for `<<` and `<<<`."""
    descriptor: str = ""
    """The number before the sign, as it is written."""


Token = Word | Operator | Redirection

_BLANK: Final = re.compile(r"(?:[ \t\r\f\v]|\\\r?\n)+")
_COMMENT: Final = re.compile(r"#[^\n]*")
_ARROW: Final = re.compile(r"(\d{0,3}|&)(<<<|<<-?|<&|<>|<(?!\()|>>|>&|>\||>(?!\())")
_SIGN: Final = re.compile(r"&&|\|\||;;&?|;&|\|&|[;|&()\n]")
_PLAIN: Final = re.compile(r"[^\s'\"\\`$()<>|&;]+")
_DRIVE: Final = re.compile(r"[A-Za-z]:\\[^\s;|&\"'()<>]*")
"""A path of Windows, where a backslash escapes nothing."""
_INSIDE: Final = re.compile(r"[^\"\\$]+")
_NESTED: Final = re.compile(r"[^'\"\\`$(){}<\n]+")
_BREAK: Final = re.compile(r"[^\n]*\n?")
_HERE: Final = re.compile(r"<<(-?)[ \t]*(?:'([^'\n]+)'|\"([^\"\n]+)\"|\\?([\w.-]+))")
_CLOSERS: Final = {"(": ")", "{": "}"}
_ESCAPED: Final = '"\\$`\n'
"""What a backslash escapes between double quotation marks."""


def tokens(line: str) -> list[Token]:
    """The words, operators and redirections of a command line, in order."""
    return _Lexer(line).run()


class _Lexer:
    def __init__(self, line: str) -> None:
        self._line, self._at, self._end = line, 0, len(line)
        self._found: list[Token] = []
        self._waiting: list[tuple[int, str, bool]] = []
        """Here-documents whose text begins on the next line: which token, their delimiter, whether tabs are cut."""

    def run(self) -> list[Token]:
        line, found = self._line, self._found
        while self._at < self._end:
            if blank := _BLANK.match(line, self._at):
                self._at = blank.end()
            elif comment := _COMMENT.match(line, self._at):
                self._at = comment.end()
            elif arrow := _ARROW.match(line, self._at):
                self._at = arrow.end()
                self._redirect(arrow[1], arrow[2])
            elif sign := _SIGN.match(line, self._at):
                self._at = sign.end()
                found.append(Operator(sign[0]))
                if sign[0] == "\n" and self._waiting:
                    self._documents()
            else:
                found.append(self._word())
        return found

    def _redirect(self, descriptor: str, sign: str) -> None:
        if blank := _BLANK.match(self._line, self._at):
            self._at = blank.end()
        target = "" if self._at >= self._end or _SIGN.match(self._line, self._at) else self._word().text
        sign = f"&{sign}" if descriptor == "&" else sign
        if sign.startswith("<<") and sign != "<<<":
            self._waiting.append((len(self._found), target, sign.endswith("-")))
        self._found.append(Redirection(sign.rstrip("-"), target, descriptor.strip("&")))

    def _documents(self) -> None:
        """The texts of the here-documents that the last line announced."""
        for index, delimiter, dashed in self._waiting:
            begin = self._at
            end, self._at = _after(self._line, begin, delimiter, dashed=dashed)
            self._found[index] = Redirection("<<", self._line[begin:end])
        self._waiting = []

    def _word(self) -> Word:
        line, pieces, quoted = self._line, list[str](), False
        while self._at < self._end:
            at, sign = self._at, line[self._at]
            if plain := (not pieces and _DRIVE.match(line, at)) or _PLAIN.match(line, at):
                pieces.append(plain[0])
                self._at = plain.end()
            elif sign == "'" or line.startswith("$'", at):
                pieces.append(self._single(at + (sign == "$")))
                quoted = True
            elif sign == '"':
                pieces.append(self._double())
                quoted = True
            elif sign == "\\":
                pieces.append(line[at + 1 : at + 2] if line[at + 1 : at + 2] != "\n" else "")
                self._at = at + 2
            elif sign == "`":
                pieces.append(self._until("`"))
            elif line.startswith(("$(", "${"), at):
                pieces.append(self._nested(at + 1))
            elif sign == "$":
                pieces.append(sign)
                self._at = at + 1
            elif (sign in "<>" and line.startswith("(", at + 1)) or (sign == "(" and pieces and pieces[-1][-1:] == "="):
                pieces.append(self._nested(at + (sign != "(")))  # a process, or the values of a list
            elif not pieces:
                pieces.append(sign)  # nothing else begins a word with it: never stand still
                self._at = at + 1
            else:
                break
        return Word("".join(pieces), quoted)

    def _until(self, sign: str) -> str:
        begin = self._at
        end = self._line.find(sign, begin + 1)
        self._at = self._end if end < 0 else end + 1
        return self._line[begin : self._at]

    def _single(self, begin: int) -> str:
        end = self._line.find("'", begin + 1)
        self._at = self._end if end < 0 else end + 1
        return self._line[begin + 1 : self._end if end < 0 else end]

    def _double(self) -> str:
        line, pieces = self._line, list[str]()
        self._at += 1
        while self._at < self._end:
            at, sign = self._at, line[self._at]
            if inside := _INSIDE.match(line, at):
                pieces.append(inside[0])
                self._at = inside.end()
            elif sign == '"':
                self._at = at + 1
                break
            elif sign == "\\":
                following = line[at + 1 : at + 2]
                pieces.append(following.strip("\n") if following in _ESCAPED else sign + following)
                self._at = at + 2
            elif line.startswith("$(", at):
                pieces.append(self._nested(at + 1))
            else:
                pieces.append(sign)
                self._at = at + 1
        return "".join(pieces)

    def _nested(self, bracket: int) -> str:
        """What stands in brackets, with the sign before them."""
        begin = self._at
        self._at = _closing(self._line, bracket)
        return self._line[begin : self._at]


def _closing(line: str, at: int) -> int:
    """Where the bracket at this place is closed: behind its other half, or at the end."""
    open_, waiting, end = [_CLOSERS[line[at]]], list[tuple[str, bool]](), len(line)
    at += 1
    while at < end and open_:
        if plain := _NESTED.match(line, at):
            at = plain.end()
            continue
        sign, inner = line[at], open_[-1]
        at += 1
        if sign == inner:
            open_.pop()
        elif sign == "\\":
            at += 1
        elif sign == '"':
            open_.append('"')
        elif sign == "$" and line[at : at + 1] in ("(", "{"):
            open_.append(_CLOSERS[line[at]])
            at += 1
        elif inner == '"':
            continue
        elif sign == "(":
            open_.append(")")
        elif sign == "'" and inner == ")":
            closed = line.find("'", at)
            at = end if closed < 0 else closed + 1
        elif sign == "<" and (here := _HERE.match(line, at - 1)):
            waiting.append((here[2] or here[3] or here[4], bool(here[1])))
            at = here.end()
        elif sign == "\n" and waiting:
            for delimiter, dashed in waiting:
                _, at = _after(line, at, delimiter, dashed=dashed)
            waiting = []
    return min(at, end)


def _after(line: str, at: int, delimiter: str, *, dashed: bool) -> tuple[int, int]:
    """Where the text of a here-document ends, and where the line of its delimiter does."""
    begin = at
    while at < len(line):
        begin, found = at, _BREAK.match(line, at)
        text = found[0].rstrip("\r\n") if found else ""
        at = found.end() if found else len(line)
        if (text.lstrip("\t") if dashed else text) == delimiter:
            return begin, at
    return at, at
