"""String literals that a program puts together: `"abc" + "def"`, `'abc' . 'def'`, one below the other."""

from __future__ import annotations

import re

from steno.detect.patterns import deferred
from steno.detect.views.letters import TOKEN, TOKEN_CLASS, drawn, odd
from steno.detect.views.page import Page
from steno.detect.views.view import Edit, View, apart, view

_QUOTES = "\"'`"
_Q = rf"\\{{0,8}}[{_QUOTES}]"
_OPERATOR = r"(?:\+|\.\.?|&|~|\|\||<>|<<)"
_PART = r"[^\s\"'`\\]"
"""What a literal with an operator behind it may end with: a password has signs, and a part of a URL too."""
_GUTTER = r"(?:\\?\r?\n[ \t]{0,80}(?:[0-9]{1,6}[→:|\t][ \t]{0,80})?(?:[+-](?=[ \t]|[\"'`])[ \t]{0,80})?)?"
_GAP = rf"[ \t]{{0,80}}{_GUTTER}"
_TYPED = r"[fFbBrRuUL]?"
_JOINT = deferred(
    rf"(?<={_PART})(?:{_Q}{_GAP}{_OPERATOR}{_GAP}[ \t]{{0,80}}{_TYPED}{_Q}(?={_PART})"
    rf"|{_Q}{_GAP}\.concat\([ \t]{{0,8}}{_Q}(?={_PART})"
    rf"|(?:{_Q}\}})?\$\{{{_Q}(?={_PART})"
    rf"|(?P<close>{_Q}\}})(?=[A-Za-z0-9])"
    rf"|(?P<list>{_Q}{_GAP},{_GAP}{_TYPED}{_Q})(?={TOKEN_CLASS})"
    rf"|(?P<beside>{_Q}{_GAP}{_TYPED}{_Q})(?={TOKEN_CLASS})"
    rf"|(?P<open>(?<=[A-Za-z0-9]){_Q})(?=[A-Za-z0-9]))"
)
_FIRST = rf"(?=[\"'`]{TOKEN_CLASS})"
_OPENED = deferred(rf"(?:`?\$\{{|(?<![A-Za-z0-9])f){_FIRST}")
_CALLED = deferred(rf"(?:(?:{_Q}){{2}}\.join\([ \t]{{0,4}})?[\[(][ \t\r\n]{{0,40}}{_TYPED}{_FIRST}")
"""What stands before the first of several literals that a template or a call puts together."""
_PLACES = deferred(r"[\"'`$\\]+")
"""Where one may begin.  `re` goes from one to the next fast."""
_ENDS_NONE = frozenset(" \t\n\r\f\v")
_WORD = 48
_JOINED = ("join(", "concat(", "implode(", "CONCAT")


def concatenated(page: Page) -> View | None:
    """Two literals are one where a program says so, or where a token would go on from the first to the second."""
    text = page.text
    edits: list[Edit] = []
    lists = any(name in text for name in _JOINED)
    for place in _PLACES().finditer(text):
        start = place.start()
        # A literal that begins behind a space joins nothing; `re` needs six times as long to say so.
        if start and text[start - 1] not in _ENDS_NONE and (not edits or start >= edits[-1].end):
            joint = _JOINT().match(text, start)
            if joint and _holds(text, joint, lists=lists):
                edits.append(Edit(*joint.span(), ""))
    if edits:
        openings = (each for opening in (_CALLED(), _OPENED())[not lists :] for each in opening.finditer(text))
        edits = apart(sorted([*edits, *(Edit(*each.span(), "") for each in openings)]))
    return view(page, edits)


def _holds(text: str, joint: re.Match[str], *, lists: bool) -> bool:
    kind = joint.lastgroup
    if kind is None or (kind == "beside" and not joint[0].strip(_QUOTES + "\\")):
        return True  # an operator, or nothing at all between two quotes
    after = text[joint.end() : joint.end() + _WORD]
    before = text[max(0, joint.start() - _WORD) : joint.start()]
    word, last = after[: len(after) - len(after.lstrip(TOKEN))], before[len(before.rstrip(TOKEN)) :]
    if kind == "list":
        return lists and (drawn(word) or drawn(last))
    if kind == "close":
        return "${" in before or "${" in text[max(0, joint.start() - 200) : joint.start()]
    if kind == "open":
        return drawn(word) and drawn(last)
    below = "\n" in joint[0] and not (_usual(word) and _usual(last))
    return below or drawn(word) or (odd(word) and drawn(last))


def _usual(word: str) -> bool:
    return word.isalpha() and not odd(word)
