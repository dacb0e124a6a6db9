"""Whatever tells itself is masked in every shape that logs have, at every level, and at every depth of JSON."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from functools import cache

import pytest

from steno.detect import Level, Span, Unscannable, finder
from steno.detect.every import TOKENS
from steno.detect.rule import Detector
from steno.detect.views.page import Page
from steno.detect.views.zips import unzipped
from tests.given.finders import alone
from tests.given.wrappings import CHARACTERS, CODES, LITERALS, WRAPPINGS, WRAPS, Piece, Pieces, left, plain

LEVELS = (Level.SECRETS, Level.PII, Level.STRICT)


@pytest.mark.parametrize("level", LEVELS)
def test_what_was_looked_at_without_a_finding_hides_nothing_beside_it(level: Level) -> None:
    bare = "see %41%42%43 and \\u0041\\u0042 of it"
    token = "ghp" + "%5F" + "k7Rw2x9Qz4Lm8Tn3Vb6Ys1Hd5Jf0Gc7PaWeB"
    looking = finder(level)
    assert [looking.find(bare) for _ in range(3)] == [[], [], []]
    for text in (f"{bare} {token}", f"{token} {bare}", f"{bare}\n{token}\n{bare}"):
        assert looking.find(text) == looking.find(text) != []
        assert looking.find(bare) == []


_TOKEN = re.compile(r"[\w.+/=-]{24,400}", re.ASCII)
SHARE = 7
"""Each shape is tried with every so many of the detectors, and each detector with every so many of the shapes."""


def value_of(rule: Detector) -> str:
    """What a detector finds in its first example, where it tells itself by how it begins."""
    found = alone(rule).find(rule.positives[0]) if Level.SECRETS.includes(rule.level) else []
    value = rule.positives[0][found[0].start : found[0].end] if found else ""
    tells = any(4 <= len(anchor) <= 10 and value.startswith(anchor) for anchor in rule.anchors)
    return value if tells and _TOKEN.fullmatch(value) else ""


NUMBERS = {"SEC161", "SEC420", "SEC437"}
"""Their parts are numbers, dates and halves of UUIDs, which nobody can tell from others when they are cut."""
OPEN = {"SEC016", "SEC084", "SEC138", "SEC183"}
"""They have no length of their own: a word that follows a cut may belong to them."""
KNOWN = {"removed": {"SEC183"}, "context": {"SEC183"}}
"""Not found yet: what is left of it after the cut is too short to be joined to a line of a diff."""


@cache
def values() -> list[tuple[str, str]]:
    return [(rule.code, value) for rule in TOKENS if rule.code not in NUMBERS and (value := value_of(rule))]


def some(name: str) -> list[tuple[str, str]]:
    return values()[zlib.crc32(name.encode()) % SHARE :: SHARE]


def spans(text: str, level: Level = Level.SECRETS) -> list[Span]:
    return finder(level).find(text)


def rest(pieces: Pieces, level: Level = Level.SECRETS) -> list[str]:
    """What is left of the secret: a crumb of three characters says nothing."""
    seen = left(pieces, [(span.start, span.end) for span in spans(plain(pieces), level)])
    return [each for each in seen if len(each) > 3]


def test_the_examples_are_most_of_what_tells_itself() -> None:
    assert len(values()) > 150


@pytest.mark.parametrize("name", WRAPPINGS)
def test_nothing_of_a_token_is_left_in_any_shape(name: str) -> None:
    kept = {code: shown for code, value in some(name) if (shown := rest(WRAPPINGS[name]("value ", value, " end")))}
    assert kept.keys() <= KNOWN.get(name, set())


@pytest.mark.parametrize("level", LEVELS)
def test_the_levels_above_mask_it_too(level: Level) -> None:
    for name in list(WRAPPINGS)[:: len(LEVELS)]:
        for _, value in some(name)[:3]:
            assert rest(WRAPPINGS[name]("value ", value, " end"), level) == [], name


def escaped(pieces: Pieces) -> Pieces:
    return [
        Piece('{"v":"'),
        *(Piece(json.dumps(each.text, ensure_ascii=False)[1:-1], each.secret) for each in pieces),
        Piece('"}'),
    ]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_nothing_is_left_of_it_in_nested_json(depth: int) -> None:
    # The `\\b` of JSON is a word boundary in far more texts than it is a backspace.
    for name in [name for name in (*CHARACTERS, *WRAPS, *CODES) if name != "backspace"][depth - 1 :: 3]:
        for _, value in some(name)[:2]:
            pieces = WRAPPINGS[name]("value ", value, " end")
            for _ in range(depth):
                pieces = escaped(pieces)
            assert rest(pieces) == [], name


@pytest.mark.parametrize("name", [*CHARACTERS, *WRAPS, *LITERALS])
def test_a_finding_says_the_value_and_nothing_around_it(name: str) -> None:
    for code, value in [each for each in some(name) if each[0] not in OPEN][:4]:
        pieces = WRAPPINGS[name]("value ", value, " end")
        first = plain(pieces).index(next(each.text for each in pieces if each.secret))
        (found,) = [span for span in spans(plain(pieces)) if span.start <= first]
        text = plain(pieces)[found.start : found.end]
        said = (found.value or text).replace("=", "") if name.startswith("quoted-printable") else found.value or text
        # A token that may hold an equals sign keeps that of a soft line end.
        assert said == (value.replace("=", "") if name.startswith("quoted-printable") else value), (code, text)


NAMED = [("DB_PASSWORD=", "Kestrel41Harbor9xQ", "\n"), ('{"password": "', "Kestrel41Harbor9xQ", '"}')]
APART = {"python, side by side", "python, prefixes", "shell, half quoted", "shell, both quotes"}
"""Two arguments of a command look the same: only a token that tells itself is put together from them."""


@pytest.mark.parametrize("name", [*CHARACTERS, *(name for name in LITERALS if name not in APART)])
def test_nothing_of_a_named_value_is_left(name: str) -> None:
    for before, value, after in NAMED:
        assert rest(WRAPPINGS[name](before, value, after)) == [], before


def test_a_value_that_grows_step_by_step_is_found() -> None:
    value = values()[0][1]
    head, tail = value[:20], value[20:]
    for text in (f"T={head}; T+={tail}", f'T="{head}"\nT+="{tail}"', f's = "{head}"\ns += "{tail}"'):
        pieces = [Piece(part, part in (head, tail)) for part in re.split(f"({head}|{tail})", text)]
        assert rest(pieces) == [], text


@pytest.mark.parametrize(
    "text",
    [
        "Read the docs.\nThen write `code` and **bold** words, as in <b>this</b>.\n",
        "0000000 the quick brown fox\n0000010 jumps over\n",
        '["one", "two"].join("")\n"alpha"\n"beta"\n',
        "x += value\ny = x + 'abc' + 'def'\n",
        "blob=" + b64encode(b"an ordinary sentence, encoded").decode(),
    ],
)
def test_what_only_looks_cut_stays(text: str) -> None:
    assert spans(text) == []


def bomb(size: int) -> str:
    return b64encode(zlib.compress(b" " * size, 9)).decode()


def test_a_compressed_text_that_is_too_large_is_not_let_through() -> None:
    with pytest.raises(Unscannable, match="compressed"):
        spans("out: " + bomb(10_000_000) + "\n")


def test_a_compressed_text_is_read_as_far_as_it_goes() -> None:
    code = b64encode(zlib.compress(b"hello " * 40 + bytes(range(256)))).decode()
    view = unzipped(Page(code[:60]))
    assert view is not None and view.text.startswith("hello ")
    assert view.in_original(0, 5) == (0, 60)


@pytest.mark.parametrize("line", ["password={}", "DB_PASSWORD={}", "  password: {}", "api_token = {}"])
def test_settings_of_equal_length_are_not_one_value_that_was_wrapped(line: str) -> None:
    values = [f"{number * 7919 + 0x9F3C51D07B2E8A64:016x}" for number in range(4)]
    text = "\n".join(line.format(value) for value in values)
    assert [text[span.start : span.end] for span in finder(Level.SECRETS).find(text)] == values


@pytest.mark.parametrize("before", ["", "a ", "ab ", "abc "])
def test_a_jwt_in_base64_is_found_at_every_alignment(before: str) -> None:
    (jwt,) = [rule for rule in TOKENS if rule.code == "SEC038"]
    value = jwt.positives[0].removeprefix("Authorization: Bearer ")
    code = b64encode((before + value).encode()).decode()
    (span,) = finder(Level.SECRETS).find(f"blob={code}")
    assert span.end >= len("blob=") + len(code.rstrip("=")) - 1


@pytest.mark.parametrize("quote", ["&quot;", "&#34;", "&apos;", "&#39;", "&#x27;", "&#X22;"])
@pytest.mark.parametrize(
    "name", ["password = ", "const apiSecret = ", "API_TOKEN=", "client_secret: ", "dbPassword => "]
)
def test_a_value_in_quotes_that_markup_spells_is_found(name: str, quote: str) -> None:
    secret = "Falcon" + "9152FkzECq7R2"
    text = f"<pre>{name}{quote}{secret}{quote}</pre>"
    assert [text[each.start : each.end] for each in finder(Level.SECRETS).find(text)] == [secret]
