"""Reads which tools the script of an `exec` call names, and their arguments where it states them.  Runs nothing.

Knows as much of JavaScript as it takes to tell strings, comments and blocks apart.  What it cannot read, it leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.patterns import deferred

_TOKEN = deferred(
    r"""\s+|//[^\n]*|/\*.*?\*/"""
    r"""|(?P<name>[A-Za-z_$][\w$]*)"""
    r"""|(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<number>\d[\w.]*)"""
    r"""|(?P<sign>=>|&&|\|\||\?\?|\?\.|.)""",
    re.DOTALL,
)
_TEMPLATE = deferred(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_REGEX = deferred(r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_ESCAPE = deferred(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL)
_NUMBER = deferred(r"\d{1,15}(?:\.\d{1,15})?")

_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_GONE: Final = frozenset({"\n", "\r", "\r\n"})
"""An escaped end of a line is none."""
_WORDS: Final = {"true": True, "false": False, "null": None}
_DOUBT: Final = frozenset({"if", "else", "for", "while", "do", "switch", "case", "catch", "function", "class"})
_MAYBE: Final = frozenset({"=>", "&&", "||", "??", "?.", "?"})
_ENDS: Final = frozenset({"return", "throw", "exit", "break"})
_OPEN: Final = {"(": ")", "[": "]", "{": "}"}
_CLOSED: Final = frozenset(_OPEN.values())
_VALUE: Final = frozenset({"(", ",", ":", "[", "=", "return"})
"""What stands before an object, where anything else stands before a block."""
_SWALLOWS: Final = frozenset({"catch", "allSettled"})
_DEEPEST: Final = 32
_REUSE: Final = 4
"""Constants may make what is read this many times as long as the script, and no more."""


class Called(NamedTuple):
    """A call of a tool in the text of a script."""

    tool: str
    arguments: JSON | UnsetType
    """UNSET where the script computes them."""
    certain: bool
    """A script that ran to its end has made it, exactly once."""


class Script(NamedTuple):
    calls: tuple[Called, ...] = ()
    swallows: bool = False
    """A call that throws need not end it."""


class _Token(NamedTuple):
    kind: str
    """`name`, `text`, `number`, `sign`, or `hole` for a template that is computed."""
    value: str


class _Unreadable(Exception):
    """The rest of the text is no script that is understood here."""


class _Computed(Exception):
    """No literal."""


def read(text: str) -> Script:
    """The calls in the order of the text; linear in its length."""
    tokens: list[_Token] = []
    whole = True
    try:
        tokens.extend(_tokens(text))
    except _Unreadable:
        whole = False
    reader = _Reader(tokens, _REUSE * len(text))
    calls = tuple(each if whole else each._replace(certain=False) for each in reader.calls())
    return Script(calls, any(kind == "name" and word in _SWALLOWS for kind, word in tokens))


# Words


def _tokens(text: str) -> Iterator[_Token]:
    match, start, braces = _TOKEN().match, 0, [0]
    before = _Token("sign", ";")
    while start < len(text):
        if text[start] == "`" or (text[start] == "}" and braces[-1] == 0 and len(braces) > 1):
            if text[start] == "}":
                braces.pop()
            raw = before == ("name", "raw")
            before, start = _template(text, start + 1, raw=raw, goes_on=text[start] == "}")
            if before.kind == "hole" and text[start - 1] == "{":
                braces.append(0)
            yield before
            continue
        if text[start] == "/" and before.kind == "sign" and before.value not in _CLOSED:
            end = _regex(text, start)
            if end > start:
                before, start = _Token("hole", ""), end
                yield before
                continue
        found = match(text, start)
        if found is None or (kind := found.lastgroup) is None:
            start = len(text) if found is None else found.end()
            continue
        start, value = found.end(), found[0]
        if kind == "sign":
            if value in "\"'" or (value == "/" and text.startswith("*", start)):
                raise _Unreadable  # it never ends, and what is in it is no code
            braces[-1] += (value == "{") - (value == "}")
        before = _Token(kind, _unescaped(value[1:-1]) if kind == "text" else value)
        yield before


def _regex(text: str, start: int) -> int:
    """Where a regular expression ends that begins here; where it begins, if that is a comment."""
    if text.startswith(("//", "/*"), start):
        return start
    found = _REGEX().match(text, start)
    if found is None:
        raise _Unreadable
    return found.end()


def _template(text: str, start: int, *, raw: bool, goes_on: bool) -> tuple[_Token, int]:
    """A template up to its end, or up to the code in it; only one without any code is a literal."""
    found = _TEMPLATE().match(text, start)
    end = start if found is None else found.end()
    if text.startswith("`", end):
        piece = text[start:end]
        whole = _Token("text", piece if raw else _unescaped(piece))
        return (_Token("hole", "") if goes_on else whole), end + 1
    if text.startswith("${", end):
        return _Token("hole", ""), end + 2
    raise _Unreadable


def _unescaped(text: str) -> str:
    return _ESCAPE().sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    if digits := found[1] or found[2] or found[3]:
        number = int(digits, 16)
        return chr(number) if number <= 0x10FFFF else found[0]
    plain = found[4]
    return "" if plain in _GONE else _ESCAPES.get(plain, plain)


# Calls


class _Frame:
    """Between two brackets: whether what stands there is surely reached."""

    __slots__ = ("closes", "doubt", "maybe")

    def __init__(self, closes: str, *, doubt: bool) -> None:
        self.closes, self.doubt, self.maybe = closes, doubt, False


class _Reader:
    def __init__(self, tokens: list[_Token], budget: int) -> None:
        self._tokens, self._budget = tokens, budget
        self._constants: dict[str, str] = {}
        self._frames = [_Frame("", doubt=False)]
        self._ended = False

    def calls(self) -> Iterator[Called]:
        for index, token in enumerate(self._tokens):
            if token.kind == "name":
                if token.value == "tools" and (found := self._called(index)) is not None:
                    yield found
                self._word(index, token.value)
            elif token.kind == "sign":
                self._sign(index, token.value)

    def _is(self, index: int, value: str) -> bool:
        return 0 <= index < len(self._tokens) and self._tokens[index] == ("sign", value)

    def _word(self, index: int, word: str) -> None:
        if self._is(index - 1, "."):
            return
        frame = self._frames[-1]
        if word in _DOUBT:
            frame.maybe = True
        elif word in _ENDS and (word != "exit" or self._is(index + 1, "(")):
            self._ended = True
        elif word == "const" and self._is(index + 2, "="):
            self._constant(index)

    def _constant(self, index: int) -> None:
        """A name that stands for one text in all of the script."""
        if index + 3 >= len(self._tokens) or len(self._frames) > 1:
            return
        name, value, after = self._tokens[index + 1], self._tokens[index + 3], index + 4
        if self._raw(index + 3):
            value, after = self._tokens[index + 6], index + 7
        ends = after >= len(self._tokens) or self._tokens[after].kind == "name" or self._is(after, ";")
        if name.kind == "name" and value.kind == "text" and ends:
            self._constants[name.value] = value.value

    def _raw(self, index: int) -> bool:
        """Whether the words here are a text as it stands, by `String.raw`."""
        words = self._tokens[index : index + 4]
        return [each.value for each in words[:3]] == ["String", ".", "raw"] and len(words) == 4

    def _sign(self, index: int, sign: str) -> None:
        frame = self._frames[-1]
        if sign in _OPEN:
            block = sign == "{" and not (index and self._tokens[index - 1].value in _VALUE)
            self._frames.append(_Frame(_OPEN[sign], doubt=frame.doubt or frame.maybe or block))
        elif sign == frame.closes and len(self._frames) > 1:
            self._frames.pop()
            if sign == "}":
                self._frames[-1].maybe = False
        elif sign == ";":
            frame.maybe = False
        elif sign in _MAYBE:
            frame.maybe = True

    def _called(self, index: int) -> Called | None:
        """`tools.name(...)`, or `tools["name"](...)`."""
        tokens, name, opens = self._tokens, index + 2, index + 3
        if self._is(index - 1, ".") or name >= len(tokens):
            return None
        if self._is(index + 1, "[") and tokens[name].kind == "text" and self._is(index + 3, "]"):
            opens = index + 4
        elif not (self._is(index + 1, ".") and tokens[name].kind == "name"):
            return None
        if not self._is(opens, "("):
            return None
        frame = self._frames[-1]
        certain = not (self._ended or frame.doubt or frame.maybe)
        return Called(tokens[name].value, self._arguments(opens + 1), certain)

    # Literals

    def _arguments(self, index: int) -> JSON | UnsetType:
        """The only argument of a call, where it is a literal; a call without any states nothing."""
        try:
            value, after = self._value(index, 0)
        except _Computed:
            return UNSET
        after += self._is(after, ",")
        return value if self._is(after, ")") else UNSET

    def _value(self, index: int, depth: int) -> tuple[JSON, int]:
        if index >= len(self._tokens) or depth > _DEEPEST:
            raise _Computed
        kind, word = self._tokens[index]
        if kind == "text":
            return word, index + 1
        if kind == "number" or (word == "-" and self._tokens[index + 1 : index + 2] and kind == "sign"):
            return self._number(index)
        if kind == "sign" and word == "[":
            return self._list(index + 1, depth + 1)
        if kind == "sign" and word == "{":
            return self._object(index + 1, depth + 1)
        if kind == "name":
            return self._named(index, word)
        raise _Computed

    def _number(self, index: int) -> tuple[JSON, int]:
        minus = self._is(index, "-")
        kind, digits = self._tokens[index + minus]
        plain = digits.replace("_", "")
        if kind != "number" or not _NUMBER().fullmatch(plain):
            raise _Computed
        number: float = float(plain) if "." in plain else int(plain)
        return (-number if minus else number), index + minus + 1

    def _named(self, index: int, word: str) -> tuple[JSON, int]:
        if word in _WORDS:
            return _WORDS[word], index + 1
        if self._raw(index) and self._tokens[index + 3].kind == "text":
            return self._tokens[index + 3].value, index + 4
        text = self._constants.get(word)
        if text is None or len(text) > self._budget:
            raise _Computed
        self._budget -= len(text)
        return text, index + 1

    def _list(self, index: int, depth: int) -> tuple[JSON, int]:
        found: list[JSON] = []
        while not self._is(index, "]"):
            value, index = self._value(index, depth)
            found.append(value)
            index = self._next(index, "]")
        return found, index + 1

    def _object(self, index: int, depth: int) -> tuple[JSON, int]:
        found: dict[str, JSON] = {}
        while not self._is(index, "}"):
            if index >= len(self._tokens) or self._tokens[index].kind not in ("name", "text"):
                raise _Computed
            key = self._tokens[index].value
            # A name alone is its own value.
            at = index + 2 if self._is(index + 1, ":") else index
            found[key], index = self._value(at, depth)
            index = self._next(index, "}")
        return found, index + 1

    def _next(self, index: int, closes: str) -> int:
        if self._is(index, ","):
            return index + 1
        if self._is(index, closes):
            return index
        raise _Computed
