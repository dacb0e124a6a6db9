"""Words that go on in the next line: wraps and continued lines, behind line numbers, diff signs and quote marks."""

from __future__ import annotations

from collections.abc import Iterator

from steno.detect.mask import masked
from steno.detect.patterns import deferred
from steno.detect.views.gutter import bare
from steno.detect.views.letters import TOKEN, TOKEN_CLASS, drawn, odd
from steno.detect.views.page import Page, Signs
from steno.detect.views.view import Edit, View, view

_SIGNS = Signs(
    {
        "digit": rf"[0-9]{TOKEN_CLASS}{{0,40}}[ |?]{{0,4}}\r?\n",
        "capitals": rf"[A-Z]{{2}}[a-z]{TOKEN_CLASS}{{5,15}}[ |?]{{0,4}}\r?\n",
        "tail": rf"{TOKEN_CLASS}\n{TOKEN_CLASS}{{16}}",
    },
    places=True,
)
"""Only where a line ends or begins with a word like a token is it worth a look; `?` is the side of a box."""
_LONGEST = 1000
"""Nobody wraps lines that are longer."""
_NARROWEST = 16
_COLUMNS = {40, 60, 64, 70, 72, 76, 78, 79, 80, 100, 120, 132, 160}
"""Widths that terminals and mailers wrap at."""
_NARROWEST_COLUMN = min(_COLUMNS)

_NAME = deferred(r"[A-Za-z_][A-Za-z0-9_.-]{0,60}[ \t]?(?:=[ \t]?[^=\s]|[:(]|=\Z)")
_GIVEN = deferred(r"[A-Za-z_][A-Za-z0-9_.-]{0,60}[ \t]?(?:=[ \t]?[^=\s]|:[ \t])")
"""A name with its value; unlike the end of base64, which may be the whole of a line."""
_PADDED = deferred(r"(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9+/]{8,}={1,2}")
"""The end of base64; unlike a name without a value, which is all small or all large."""
_CONTINUED = deferred(r"\\\r?\n[ \t]*")


def joined(page: Page) -> View | None:
    text = page.text
    if "\n" not in text:
        return None
    edits = {edit.start: edit for edit in _joints(text, _breaks(page))}
    if "\\" in text:
        edits |= {each.start(): Edit(*each.span(), "") for each in _CONTINUED().finditer(text) if each.start()}
    return view(page, sorted(edits.values()))


def rewrapped(page: Page) -> View | None:
    """Lines that a terminal or a mailer cut off at a width, wherever in a word that was."""
    text = page.text
    if "\n" not in text:
        return None
    edits: list[Edit] = []
    start, last = 0, -1
    while (at := text.find("\n", start)) >= 0:
        line, after = text[start:at].removesuffix("\r"), text[at + 1 : at + 2 + _LONGEST].partition("\n")[0].rstrip()
        alike = len(line) in (last, len(after))
        if _NARROWEST <= len(line) <= _LONGEST and after and (alike or _may_be_full(line)):
            first, second, end = bare(line, after)
            width, rest = end - first, after[second:]
            cut = width >= _NARROWEST and len(rest) <= width
            if cut and (alike or width in _COLUMNS) and _meet(line[end - 1], rest):
                edits.append(Edit(start + end, at + 1 + second, ""))
        start, last = at + 1, len(line)
    return view(page, edits)


def _meet(last: str, rest: str) -> bool:
    """Whether one may go on with the other: a name with its value begins something new."""
    return bool(rest) and not (last.isspace() or rest[0].isspace() or _GIVEN().match(rest))


def _may_be_full(line: str) -> bool:
    """Whether a line, without what stands before it, may have one of the usual widths, and ends where few lines do that
    nobody cut."""
    return len(line) >= _NARROWEST_COLUMN and (line[-1] in TOKEN or line[-1] in "|│")


def _breaks(page: Page) -> list[int]:
    signs = page.shows(_SIGNS)
    breaks = {end - (17 if sign == "tail" else 1) for sign, ends in signs.items() for end in ends}
    return sorted(breaks)


def _joints(text: str, breaks: list[int]) -> Iterator[Edit]:
    """What stands between the parts of words.  A line that one goes on with, and nothing else, may be cut again."""
    known, going_on = set(breaks), set[int]()
    left = breaks[::-1]
    while left:
        at = left.pop()
        edit = _joint(text, at, goes_on=at in going_on)
        if edit is None:
            continue
        yield edit
        end = text.find("\n", edit.end, edit.end + _LONGEST)
        if end > 0 and not text[edit.end : end].rstrip().strip(TOKEN):
            going_on.add(end)
            if end not in known:
                known.add(end)
                left.append(end)


def _joint(text: str, at: int, *, goes_on: bool) -> Edit | None:
    """What stands between the two halves of a word, if one goes on over this line break.

    `goes_on` says that the line before it goes on with a word that looks random.
    """
    start = text.rfind("\n", max(0, at - _LONGEST), at) + 1
    if not start and at > _LONGEST:
        return None
    line, after = text[start:at].removesuffix("\r"), text[at + 1 : at + 2 + _LONGEST].partition("\n")[0]
    if len(after) > _LONGEST or masked(line) or masked(after):
        return None
    first, second, end = bare(line, after)
    body, rest = line[first:end], after[second:].rstrip()
    tail = rest.lstrip(" \t")
    if len(rest) - len(tail) == 1 and rest[0] == " " and second:
        return None  # behind a gutter, one space parts two words
    if not _possible(body, rest, tail):
        return None
    word = _first(tail)
    whole = word == tail and odd(word) and (goes_on or drawn(_last(body)))
    cut = whole or drawn(word) or _full(text, start, len(line), len(body), len(rest)) or _open(body, tail[len(word) :])
    return Edit(start + end, at + 1 + second + len(rest) - len(tail), "") if cut else None


def _first(line: str) -> str:
    return line[: len(line) - len(line.lstrip(TOKEN))]


def _last(line: str) -> str:
    return line[len(line.rstrip(TOKEN)) :]


def _possible(body: str, rest: str, tail: str) -> bool:
    """Whether the second line may go on with the last word of the first.

    It is no longer than the line that was cut off, unless it is that word and nothing else.  Words that begin alike
    are a list; numbers are columns; a name with its value begins something new.
    """
    head, word = _last(body), _first(tail)
    if not head or not word or head[:4] == word[:4] or (word.isdigit() and head.isdigit()):
        return False
    if _NAME().match(tail) and not _PADDED().fullmatch(tail):
        return False
    return len(body) >= len(rest) or (not tail.strip(TOKEN + ".") and drawn(head))


def _full(text: str, start: int, line: int, body: int, rest: int) -> bool:
    """Whether the line looks cut off at a width: like the one before, like the one after, or at a usual width."""
    if body < _NARROWEST:
        return False
    before = text.rfind("\n", max(0, start - 2 - line), max(0, start - 1)) + 1
    alike = start > 0 and start - 1 - before == line and not masked(text[before:start])
    return rest == body or body in _COLUMNS or alike


def _open(body: str, behind: str) -> bool:
    """Whether a quote that opens in the first line closes right behind the word in the second."""
    return behind[:1] in ("'", '"', "`") and body.count(behind[0]) % 2 == 1
