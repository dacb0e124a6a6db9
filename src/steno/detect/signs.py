"""Where in a text something may stand in another shape: what a gate looks for, so that views are made only there.

A sign says little: the views decide.  It must not be missing where a view would show something, and it should be rare.
All of them are written for text as it stands and for text inside strings of JSON, however often it was escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from steno.detect.alphabet import alphabet
from steno.detect.engine import RARE, Engine
from steno.detect.near import STREAM, SignReach
from steno.detect.rule import Detector, Level
from steno.detect.spelling import base64_inside, hexadecimal
from steno.detect.views import dumps, zips
from steno.detect.views.letters import ALNUM, TOKEN
from steno.detect.views.letters import TOKEN_CLASS as _T
from steno.detect.word import Word


class Sign(NamedTuple):
    word: Word
    before: int = 256
    after: int = 256
    """How much of the text around it belongs to what it is a sign of."""
    check: str = ""
    """What must match at the word's beginning, where the word alone stands too often."""
    twice: bool = False
    """Whether it is one only with another of its kind nearby."""
    token: bool = False
    """Whether it is the beginning of a token with a known form."""

    @property
    def around(self) -> SignReach:
        return SignReach(self.before, self.after, self.check, self.twice, self.token)


_BREAK = r"(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)"
_QUOTE = r"\\{0,8}[\"'`]"
_ESCAPE = r"(?:\x1b|\\{1,8}(?:x1[bB]|u001[bB]|033|e)|\^\[|\xe2\x90\x9b)"
_BEFORE = r"[A-Za-z0-9_=:\"'+/.-]"
_NEXT = r"[A-Za-z0-9_+/-]"

_PRINTED = r"(?:2[0-9a-fA-F]|3[0-9a-bA-BdD]|4[0-9a-fA-F]|5[0-9abABfF]|6[0-9a-fA-F]|7[0-9aAbBdD])"
"""A character as two hexadecimal digits, without those that only markup is made of: `<`, `>`, `|`, `~`."""
_REFERENCE = (
    r"(?:#(?:4[35-9]|5[0-8]|61|6[4-9]|[78][0-9]|9[05-9]|1[01][0-9]|12[0-2])"
    r"|#[xX](?:2[b-fB-F]|3[0-9adAD]|[4-7][0-9a-fA-F])|#(?:173|820[3-7]|8288|65279|[xX](?:[aA][dD]|200[b-fB-F]|2060|[fF][eE][fF][fF]))|shy|zwnj|zwj|NoBreak|ZeroWidthSpace|equals|colon|hyphen|dash|lowbar|sol|plus|commat|period)"
)
_MARK = r"&(?:quot|apos|#34|#39|#[xX]2[27]);"
"""A quote."""
_UNSEEN = (
    r"(?:\x00|\xc2\xad|\xcd\x8f|\xd8\x9c|\xe1\xa0\x8e|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xa9]"
    r"|\xef\xb8[\x80-\x8f]|\xef\xbb\xbf|\\{1,8}u(?:0000|00[aA][dD]|200[b-fB-F]|202[a-eA-E]|206[0-9]|[fF][eE][fF][fF]))"
)
_COLOUR = rf"[ac-df-zAC-Z0-24-9_=:\"'+/.-] ?\[[0-9]{{1,3}}(?:;[0-9]{{1,3}}){{0,5}}m{_NEXT}"
r"""A colour that lost its escape character; not after what the spelling of one ends in: `\x1b[`, `\e[`, `\033[`."""
_CHARACTERS = (
    rf"\\(?:u00{_PRINTED}|x{_PRINTED}|u\{{{_PRINTED}\}}|U000000{_PRINTED}|1[0-7][0-7]|0[4-7][0-7])",
    r"[A-Za-z0-9+:]\\{1,8}/[A-Za-z0-9+\\]",
    # Not after n, r or t: in JSON a line that begins with a colour follows `\n`.
    rf"[a-mo-qsu-zA-Z0-9_=:\"'+/.-] ?(?:{_ESCAPE}\[[0-?]{{0,24}}[ -/]{{0,4}}[@-~]){{1,4}}{_NEXT}",
    rf"{_ESCAPE}\]8;",
    _COLOUR,
    rf"{_BEFORE}%(?:2[0-9A-Fa-f]|3[0-9AaDd]|4[0-9A-Fa-f]|5[0-9AaFf]|6[0-9A-Fa-f]|7[0-9Aa])[A-Za-z0-9_%.+-]",
    rf"&{_REFERENCE};",
    rf"{_MARK}[ \t]{{0,4}}[:=,]",
    rf"[A-Za-z0-9+/_-]{{12}}=(?:{_BREAK})[A-Za-z0-9]",
    r"[A-Za-z0-9_]=3D[A-Za-z0-9+/_-]",
    rf"[A-Za-z0-9_=:\"'+/ -]{_UNSEEN}(?:{_NEXT}|{_UNSEEN})",
    r"(?:\xef\xbc[\x90-\x99\xa1-\xba]|\xef\xbd[\x81-\x9a]){2}",
)
"""A character that is spelled otherwise, or has something between itself and the next."""

_JOINED = rf"(?:(?<={_T})|(?<=\\)){_QUOTE}\s{{0,2}}[+.&~|<]{{1,2}}\s{{0,2}}\\?(?:{_BREAK}[ \t]{{0,80}})?\w?{_QUOTE}{_T}"
_BELOW = (
    rf"[\"'`]\\{{0,8}}{_BREAK}[ \t]{{0,80}}(?:[0-9]{{1,6}}[^A-Za-z0-9\n]{{1,6}})?"
    rf"[+.&~|<]{{0,2}}[ \t]{{0,8}}\w?{_QUOTE}[A-Za-z+/_=-]{{0,14}}[0-9]"
)
_CONTINUED = rf"(?<={_T})\\{{1,8}}{_BREAK}[ \t]{{0,80}}{_T}"

_APPENDED = rf"(?<=\w)[+.]=(?:{_QUOTE})?[A-Za-z0-9_+/-]{{6}}|(?<=[\w ])[+.]= ?{_QUOTE}[A-Za-z0-9_+/-]{{6}}"
"""What a program appends: between spaces, a word without quotes is a name."""
_INSIDE = rf"(?<=[!-~])(?:\\[_-]|\x08|\\u0008){_NEXT}"
"""A sign that Markdown escapes, and a character that another is printed over."""

_OPERATORS = ("+", ".", "..", "&", "~", "||", "<>", "<<")


def _literals() -> Iterator[Sign]:
    """Literals that a program puts together, and lines that a backslash continues."""
    for sign in ("+=", ".="):
        yield Sign(Word(sign), check=_APPENDED)
    for sign in ("\\_", "\\-", "\b", "\\u0008"):
        yield Sign(Word(sign), check=_INSIDE)
    for quote in "\"'`":
        for operator in _OPERATORS:
            # A full stop behind a quote ends a sentence far more often than it joins two literals.
            lines = () if operator == "." else ("\n", "\r\n", "\\n", "\\r\\n", " \\\n")
            for space in ("", " "):
                for after in (quote, " " + quote, " \\" + quote, "\\" + quote, *lines):
                    yield Sign(Word(f"{quote}{space}{operator}{after}"), check=_JOINED)
    yield Sign(Word(_BELOW, expression=True, alone=True))
    for ending in ("\\\n", "\\\r\n"):
        yield Sign(Word(ending), check=_CONTINUED)
    yield Sign(Word(rf"{_T}\\{{3,15}}n[ \t]{{0,8}}{_T}", expression=True))


_NAMES = tuple(
    case(word)
    for word in (
        "password", "passwd", "passphrase", "secret", "token", "_key", "apikey", "key=", "key:", "pwd=", "auth",
        "credential",
    )
    for case in (str.lower, str.upper, str.capitalize)
)  # fmt: skip
_SCHEMES = ("https://", "postgres", "mysql://", "mongodb", "redis://", "amqp://", "-----BEGIN ")
_HEADERS = ("eyJhbGci", "eyJ0eXAi", "eyJraWQi", "eyJlbmMi", "eyJjdHki", "eyJ4NXQi")
"""How the header of a JWT begins, by its first field: `eyJ` alone is too short to be looked for in a code."""
_CODED = 8
"""So much of an anchor is looked for in base64 and in hexadecimal digits."""
_SHORTEST_CODE, _SHORTEST_TWICE = 4, 6
_DIGITS = r"[0-9a-fA-FxX, :-]+(?:\r?\n[ \t]{0,16}[0-9a-fA-FxX, :-]+)*+"
_RUN = r"[A-Za-z0-9+/_=-]"
_ZIPPED = rf"(?:(?<!{_RUN})|(?<=\\[nrt]))(?:{zips.BASE64}|{zips.DIGITS}){_RUN}*+(?:{_BREAK}[ \t>+-]{{0,8}}{_RUN}++)*+"
"""From the beginning of a code to its end, over the lines that it was wrapped in."""
_DUMP = (
    rf"(?<![0-9a-fA-F])0{{4}}[0-9a-fA-F]{{2,4}}(?:: |[ \t]{{1,2}})(?:{dumps.BYTE}{{1,2}} {{1,2}}|[ ] [!-~] ){{3}}"
    rf"[!-~ ]*+(?:{_BREAK}[ \t>|+-]{{0,8}}[0-9a-fA-F]{{6,8}}:?[ \t][!-~ ]*+)*+"
)
"""From a row of bytes whose offset is not large to the last of the rows."""
_CODE = (
    rf"[A-Za-z0-9+/_-]{{16}}{_RUN}*+(?:{_BREAK}[ \t>+-]{{0,8}}{_RUN}{{16,}}+){{0,64}}+"
    rf"(?:{_BREAK}[ \t>+-]{{0,8}}{_RUN}{{2,}}+)?"
)
"""A code goes on behind what is looked for; a word of the language that happens to have it does not."""


def _codes(anchors: Iterable[str]) -> Iterator[Sign]:
    """How names and anchors begin in base64, at every alignment, in hexadecimal digits, and in base64 of those."""
    plain = {anchor[:_CODED] for anchor in (*anchors, *_NAMES, *_SCHEMES, *_HEADERS) if len(anchor) >= _SHORTEST_CODE}
    inside = {code for text in plain for code in base64_inside(text)}
    digits = {code for text in plain for code in hexadecimal(text)}
    twice = {code for text in inside | digits if text.isalnum() for code in base64_inside(text)}
    coded = inside | {code for code in twice if len(code) >= _SHORTEST_TWICE}
    yield from (Sign(Word(code), check=_CODE) for code in sorted(coded - digits) if len(code) >= _SHORTEST_CODE)
    yield from (Sign(Word(code), check=_DIGITS) for code in sorted(digits))
    yield from (Sign(Word(code), check=_DIGITS) for code in sorted({row for text in plain for row in _numbers(text)}))


def _numbers(text: str) -> Iterator[str]:
    for between in (",", ", "):
        yield between.join(str(byte) for byte in text.encode()[:4]) + ","


def _dumps() -> Iterator[Sign]:
    """Rows of bytes, and compressed text."""
    yield Sign(Word("0000"), check=_DUMP)
    for beginning in zips.BEGINNINGS:
        yield Sign(Word(beginning), check=_ZIPPED)


def _streams() -> Iterator[Sign]:
    """Records that hold a piece of a text each, by what such pieces are called."""
    for name in ("delta", "chunk", "partial"):
        pattern = rf"{name}[a-z_]{{0,16}}\\{{0,8}}\"[ \t]{{0,2}}[:,}}]"
        yield Sign(Word(pattern, caseless=True, expression=True), STREAM, STREAM, twice=True)


_ODD = re.compile(r"[A-Za-z][\w.:/-]*[-_][\w-]*", re.ASCII)


_LOUD = re.compile(r"[A-Z][A-Za-z0-9]{2,11}|[a-z]{2,6}[A-Z0-9]\w{0,8}")
"""An anchor that is no word of the language."""


def _cut(anchors: list[str], inside: Iterable[str]) -> Iterator[Sign]:
    """An anchor that a line break cuts, where what stands before the break is no word of the language.

    Those that may stand `inside` a longer word are one wherever they stand.
    """
    glued = {anchor[:size] for anchor in inside for size in range(3, len(anchor) + 1)}
    beginnings = {anchor[:size] for anchor in anchors for size in range(3, min(len(anchor), 12))}
    cut = {each for each in beginnings if _ODD.fullmatch(each)} | {each for each in anchors if _LOUD.fullmatch(each)}
    for text in sorted(cut):
        for ending in ("\n", "\\n", "\r\n", "\\r\\n"):
            yield Sign(Word(text + ending), 384, _FAR, check="" if text in glued else _AT_A_WORD, token=True)


_EVERYWHERE = frozenset(("ion_", "web_", "api_", "key_", "rt_", "up_", "re_", "db-", "fc-", "as-", "md-", "id-", "in_"))
"""Anchors that end so many words that it costs too much to ask at each of them."""


def _short(anchors: list[str]) -> Iterator[Sign]:
    """A short anchor with little behind it: the engine's own words are longer, and a cut would hide the token."""
    for anchor in anchors:
        if (
            3 <= len(anchor) < RARE
            and anchor not in _EVERYWHERE
            and (_ODD.fullmatch(anchor) or _LOUD.fullmatch(anchor))
        ):
            yield Sign(Word(anchor), 64, _FAR, check=_SHORT, token=True)


def own_signs(engine: Engine) -> list[SignReach | None]:
    """What an engine's own words are signs of: a token or a value that may have been cut."""
    return [_around(rules) for rules in engine.rules]


def _around(rules: list[Detector]) -> SignReach | None:
    if not any(map(_secret, rules)):
        return None
    if not (tokens := list(filter(_token, rules))):
        return SignReach(384, _FAR, NAMED_RUNS_ON, False)
    alphabets = [alphabet(rule.pattern) for rule in tokens]
    fitting = (part for part, known in _PARTS if all(each is not None and each <= known for each in alphabets))
    return SignReach(384, _FAR, runs_on(next(fitting, PART)), False, True)


def other_signs(engine: Engine) -> tuple[Sign, ...]:
    """The signs that are looked for besides an engine's words."""
    tokens = [rule for rules in engine.rules for rule in rules if _token(rule)]
    inside = {anchor for rule in tokens if rule.inside_words for anchor in rule.anchors}
    return signs({anchor for rule in tokens for anchor in rule.anchors}, inside)


def _secret(rule: Detector) -> bool:
    return Level.SECRETS.includes(rule.level)


def _token(rule: Detector) -> bool:
    """Whether it finds tokens that are known by their beginning."""
    return _secret(rule) and not (rule.lead_in or rule.caseless)


def signs(anchors: Iterable[str], inside: Iterable[str]) -> tuple[Sign, ...]:
    """The signs for tokens with these anchors, of which some may stand inside a word."""
    known = sorted({anchor for anchor in anchors if anchor.isascii()})
    return (
        *(Sign(Word(pattern, expression=True, alone=pattern is _COLOUR)) for pattern in _CHARACTERS),
        Sign(Word(_NAMED_MARK, caseless=True, expression=True)),
        Sign(Word(rf"[:=][ \t]{{0,4}}{_MARK}", expression=True), check=_VALUE),
        *_literals(),
        *_codes(known),
        *_dumps(),
        *_streams(),
        *_cut(known, inside),
        *_short(known),
    )


_BEGINS = r"(?<![A-Za-z0-9])|(?<=\\[nrt])"
_AT_A_WORD = rf"{_BEGINS}|(?<=%[0-9A-Fa-f]{{2}})|(?<=[0-9;\[]m)"
"""Where a word begins: behind the letter of an escape or of a colour too."""
PART = r"[\w./+=:@?&-]"
_END = (
    rf"(?:{_BREAK}|[ \t]{{1,40}}[|│]|\\{{0,8}}\"[ \t]{{0,2}}[,}}\]]"
    rf"|`|\*{{2}}|\*{_T}|~~{_T}|</?[a-zA-Z]|(?:{_QUOTE}\}})?\$\{{"
    rf"|{_QUOTE}(?:[ \t]|{_BREAK}){{0,40}}(?:\w?{_QUOTE}|[.,]|{_T}))"
)
"""Where a word may have been cut: a line or a string ends, another literal begins, emphasis or a tag stands inside."""
_DRAWN = r"(?:[0-9]|[a-z][A-Z]|[A-Z]{12})"
_SET_OFF = r"[\w-]{1,40}(?:: ?| ?= ?| )(?:`|\*\*|<[a-z])"
_USER = rf"://[\w.%+-]{{1,60}}:[^\s/@\"'<>]{{0,100}}?[A-Za-z][^\s/@\"'<>]{{0,60}}{_END}"
"""A password in a URL."""
_PARTS = ((r"[\w=-]", frozenset(ALNUM + "_-")), (_T, frozenset(TOKEN)))
"""Up to where it was cut, a token has no sign that none of its kind has, besides what mailers end a line with.  These
are told apart, and no more: each is a check of its own that has to be compiled."""


def runs_on(part: str) -> str:
    """From an anchor on: a token of such characters that something may have cut."""
    # Nothing that may end a word begins with a character of a word: it is read once, and never shorter than it is.
    word = rf"(?=\w{part}{{1,200}}?{_DRAWN})\w{part}{{1,272}}+{_END}"
    return rf"(?:{_BEGINS})(?:{word}|{_SET_OFF})|{_USER}"


_OPENING = (
    rf"(?:(?:(?:{_QUOTE}){{2}}\.join\([ \t]{{0,4}})?[\[(]?\s{{0,20}}[fFbBrRuU]?{_QUOTE}"
    rf"|\*\*|`?\$\{{{_QUOTE}|<[a-z]{{1,8}}>)"
)
"""What may stand before the first part of a value."""
NAMED_RUNS_ON = (
    rf"[\w.-]{{1,60}}+(?:{_QUOTE})?[ \t]{{0,4}}(?:[:=]|=>|:=|[ \t])[ \t]{{0,4}}{_OPENING}?(?:`|\*\*)?"
    rf"(?={_T}{{3,100}}?{_DRAWN}){_T}{{4,172}}+{_END}|{_USER}"
)
"""From a name on: a value that does not read like a word and may have been cut so."""
_NAMED_MARK = (
    rf"(?:pass|pwd|pw|secret|token|key|auth|cred)[A-Za-z0-9_.-]{{0,24}}[ \t]{{0,4}}[:=]{{1,2}}>?[ \t]{{0,4}}{_MARK}"
)
"""A quote behind the name of a secret."""
_VALUE = rf"(?=[^\s&<>]{{6}})[^\s&<>]{{0,100}}?{_DRAWN}"
"""Behind a quote: something that does not read like a word."""
_SHORT = rf"(?:{_BEGINS})[\w.-]{{3,16}}{_END}"
_FAR = 2048
"""How far a token may go on that was cut into lines."""
