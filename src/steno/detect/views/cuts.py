"""Words put together over everything that may have cut them: line ends, quotes, backticks, emphasis, tags.

Much is put together here that does not belong together.  So what such a view shows counts only where a token tells
itself and needs what stands behind the cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steno.detect.patterns import deferred
from steno.detect.views.gutter import bare
from steno.detect.views.letters import TOKEN, TOKEN_CLASS
from steno.detect.views.page import Page
from steno.detect.views.view import Edit, View, apart, view

_PART = rf"[{TOKEN_CLASS[1:-1]}.]"
_QUOTE = r"\\{0,8}[\"'`]"
_GAP = r"[ \t]{0,40}"
_INLINE = deferred(
    rf"(?<={_PART})(?:"
    rf"{_QUOTE}{_GAP}(?:[+.&~,]|\.\.|\|\||<>|<<|\.concat\()?{_GAP}[fFbBrRuUL]?{_QUOTE}|{_QUOTE}"
    rf"|(?:{_QUOTE}\}})?\$\{{{_QUOTE}|{_QUOTE}\}}|`{{1,3}}|\*{{1,3}}|~~|(?:</?[a-zA-Z][^<>\n]{{0,120}}>){{1,4}}"
    rf")(?={_PART})"
)
_CUT = deferred(
    rf"{_PART}{{3,400}}+(?:[ \t]{{0,40}}[|│┃║]?[ \t]{{0,8}}\\?\r?\n|`|\*|~~|<|\$\{{|{_QUOTE}[ \t]{{0,8}}[^\s:;=)\]}}])"
)
_BEFORE_IT, _BEHIND_IT = 64, 2048
"""How much around a token that was cut is looked at."""
_PLACES = deferred(r"[\"'`$*~<\\]+")
"""Where one may begin.  `re` goes from one to the next fast."""
_BEFORE = deferred(r"[ \t]*[|│┃║]?[ \t]*\\?\r?\Z")
_BEHIND_WORDS = " \t|│┃║\\\r"
_LONGEST = 1000
_WORD = 12
"""Longer ones of one case are no word of the language."""


def cut(text: str, places: Iterable[int]) -> list[tuple[int, int]]:
    """The stretches around places at which a word begins that something may have cut, in order and apart."""
    found: list[tuple[int, int]] = []
    for at in places:
        if (found and at + _BEHIND_IT // 2 < found[-1][1]) or not _CUT().match(text, at):
            continue
        begin, end = max(0, at - _BEFORE_IT), min(len(text), at + _BEHIND_IT)
        if found and begin <= found[-1][1]:
            begin = found.pop()[0]
        found.append((begin, end))
    return found


def uncut(page: Page) -> View | None:
    text = page.text
    inside = (_INLINE().match(text, place.start()) for place in _PLACES().finditer(text))
    edits = [Edit(*each.span(), "") for each in inside if each and _odd(text, each.start())]
    edits += _broken(text)
    return view(page, apart(sorted(edits)))


def _broken(text: str) -> Iterator[Edit]:
    """The line ends between two parts of a word, each with what stands before the second line."""
    start, at = 0, text.find("\n")
    while at >= 0:
        line = text[start:at] if at - start <= _LONGEST else ""
        # A line that ends with a usual word goes on with none; so do most, before anything is asked of the next one.
        if _odd_at_end(line):
            after = text[at + 1 : at + 1 + _LONGEST].partition("\n")[0]
            _, second, end = bare(line, after)
            if bare_end := _BEFORE().search(line, max(0, min(end, len(line)) - 48), end):
                end = bare_end.start()
            rest = after[second:].lstrip(" \t")
            spaces = len(after) - second - len(rest)
            # One space parts two words; more of them indent a line.
            if (spaces != 1 or after[second] == "\t") and _parts(line[end - 1 : end], rest[:1]) and _odd(line, end):
                yield Edit(start + end, at + 1 + len(after) - len(rest), "")
        start, at = at + 1, text.find("\n", at + 1)


def _odd_at_end(line: str) -> bool:
    """Whether the last word of a line, whatever stands behind it that a box or a continued line has there, is odd."""
    end = len(line.rstrip(_BEHIND_WORDS))
    return end > 0 and (line[end - 1] in TOKEN or line[end - 1] == ".") and _odd(line, end)


def _parts(last: str, first: str) -> bool:
    return all(each and (each in TOKEN or each == ".") for each in (last, first))


def _odd(text: str, end: int) -> bool:
    """Whether the word that ends here may be the beginning of a token: no word of the language is."""
    start = end
    while start > max(0, end - _WORD) and text[start - 1].isalnum():
        start -= 1
    word = text[start:end]
    usual = word.isalpha() and (word.islower() or word.isupper() or word[1:].islower())
    return len(word) >= _WORD or not usual or text[max(0, start - 1) : start] in ("_", "-")
