"""Quotes recorded words in Markdown so that nothing in them is more than words: no HTML, link, image or end of a fence.

Headings, lists, emphasis and code of the words stay what they are, inside of a quotation.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from steno.base.visible import visible

_COLOURS: Final = re.compile(r"\x1b\[[0-9;:]*m")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)[ \t]*")
_RUN: Final = re.compile(r"`+")
_LONGEST: Final = 2
"""Code in a line stands between no more backticks: three are a fence at the beginning of one."""
_NAMED: Final = re.compile(r"(?<![\w&/])([@#])(?=\w)")
"""What a forge makes a mention or a reference of."""
_SIGNS: Final = re.compile(r"[&<>*`\[\]\\~|!]|\b_|_\b|(?<!\w)_")
"""What means something in Markdown or HTML within a line."""
_LANGUAGE: Final = re.compile(r"[\w+#.-]{0,20}")


def clean(text: str) -> str:
    """Without the colours of a terminal, and with every other character that a reader would obey made visible."""
    return visible(_COLOURS.sub("", text.replace("\r\n", "\n")))


def literal(text: str) -> str:
    """A text on one line, for a place where HTML may stand: signs that mean something are entities."""
    line = " ".join(clean(text).split())
    return _unnamed(_SIGNS.sub(lambda found: f"&#{ord(found[0])};", line))


def fenced(text: str, language: str = "") -> str:
    """A block that ends where it is meant to: its fence is longer than any in the text."""
    body = clean(text).removesuffix("\n")
    longest = max((len(run) for run in _RUN.findall(body)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language if _LANGUAGE.fullmatch(language) else ''}\n{body}\n{fence}"


def quoted(text: str) -> str:
    """Words as a quotation."""
    made = "\n".join(_blocks(clean(text).strip("\n").split("\n")))
    return "\n".join(f"> {line}" if line else ">" for line in made.split("\n"))


def _blocks(lines: list[str]) -> Iterator[str]:
    """Prose line by line, and each block of code in a fence of ours."""
    at, endless = 0, dict[str, int]()
    while at < len(lines):
        opens = _FENCE.fullmatch(lines[at])
        end = None if opens is None else _end(lines, at + 1, opens[1], endless)
        if opens is None or end is None:
            yield _prose(lines[at])
            at += 1
        else:
            yield fenced("\n".join(lines[at + 1 : end]), opens[2])
            at = end + 1


def _end(lines: list[str], start: int, fence: str, endless: dict[str, int]) -> int | None:
    """The line that closes a fence, if there is one; `endless` keeps from which length on none closes any more."""
    sign, length = fence[0], len(fence)
    if length >= endless.get(sign, length + 1):
        return None
    closing = re.compile(rf" {{0,3}}{sign}{{{length},}}[ \t]*")
    end = next((at for at in range(start, len(lines)) if closing.fullmatch(lines[at])), None)
    if end is None:
        endless[sign] = length
    return end


def _prose(line: str) -> str:
    """A line in which code is code, and everything else is words.

    A run of backticks that has no other half in its line becomes plain signs: then all that are left come in pairs,
    and where code begins and ends is seen in the same way by every reader.
    """
    made, at = [], 0
    runs = list(_RUN.finditer(line))
    index = 0
    while index < len(runs):
        run = runs[index]
        made.append(_words(line[at : run.start()]))
        close = None
        if len(run[0]) <= _LONGEST:
            close = next((other for other in range(index + 1, len(runs)) if len(runs[other][0]) == len(run[0])), None)
        if close is None:
            made.append("&#96;" * len(run[0]))
            at, index = run.end(), index + 1
            continue
        made.append(_code(line[run.start() : runs[close].end()], line[run.end() : runs[close].start()]))
        at, index = runs[close].end(), close + 1
    return "".join([*made, _words(line[at:])])


def _code(whole: str, inner: str) -> str:
    return whole if "<" not in inner and "&" not in inner else f"<code>{literal(inner)}</code>"


def _words(text: str) -> str:
    """Neither HTML, nor a link or an image, nor a fence, nor an escape that would undo these."""
    text = html.escape(text.replace("\\", "\\\\"), quote=False).replace("&gt;", ">")
    return _unnamed(text.replace("[", "\\[").replace("~~~", "&#126;~~"))


def _unnamed(text: str) -> str:
    """A comment behind the sign, which nobody sees: the words call for nobody."""
    return _NAMED.sub(r"\1<!-- -->", text)
