"""What a text says in another shape is found, masked where the text spells it, and in linear time."""

from __future__ import annotations

import base64
import hashlib
import json
from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from steno.detect import PLACEHOLDER, RULES, Level, Span, Unscannable
from steno.detect.rule import crc32_base62, fake
from steno.detect.views.ansi import uncoloured
from steno.detect.views.base64_runs import decoded
from steno.detect.views.chunks import assembled
from steno.detect.views.entities import dereferenced
from steno.detect.views.escapes import unescaped
from steno.detect.views.hex_runs import unhexed
from steno.detect.views.invisible import seen
from steno.detect.views.lines import joined
from steno.detect.views.literals import concatenated
from steno.detect.views.page import SPELLED, Page, Signs
from steno.detect.views.percent import unquoted
from steno.detect.views.plan import SHAPES
from steno.detect.views.printable import unprinted
from steno.detect.views.view import Edit, Shape, View
from tests.given.effort import examples
from tests.given.finders import engine, shaped
from tests.given.timing import quick

BODY = fake(30)
GITHUB = "ghp_" + BODY + crc32_base62(BODY)
AWS = "AKIA" + fake(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
ANTHROPIC = "sk-ant-" + "api03-" + fake(93)
KEY = "\n".join(["-----BEGIN PRIVATE " + "KEY-----", fake(64), fake(64), "-----END PRIVATE " + "KEY-----"])
MARK = "[REDACTED:api_key:0123abcd]"


def openly(text: str) -> list[Span]:
    return engine(Level.SECRETS).find(text)


def secrets(text: str) -> list[Span]:
    return shaped(Level.SECRETS).find(text)


def strict(text: str) -> list[Span]:
    return shaped(Level.STRICT).find(text)


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in secrets(text)]


def masked(text: str) -> str:
    for span in reversed(secrets(text)):
        text = text[: span.start] + f"[REDACTED:{span.type}:0123abcd]" + text[span.end :]
    return text


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def noise(seed: int, size: int) -> bytes:
    """Bytes without any order in them."""
    return hashlib.shake_256(bytes([seed])).digest(size)


# Each shape


@pytest.mark.parametrize(
    ("shape", "text", "expected"),
    [
        (unescaped, r"a\"b\\c\/d\n\t\u002d\x41\101\e\ud83d\ude00", 'a"b\\c/d\n\t-AA\x1b😀'),
        (unescaped, r"\u{2d}\U0000002d\U0001f600", "--😀"),
        (unescaped, r"\ud83d \u12 \q \u{zz}", None),
        (unquoted, "a%2Db%3dc%20 100% %zz %C3%A9", "a-b=c  100% %zz %C3%A9"),
        (dereferenced, "&quot;a&amp;b&#45;&#x2D;&nosuch; &eacute;", '"a&b--&nosuch; &eacute;'),
        (unprinted, "abc=\ndef=3Dg=\r\nh", "abcdef=gh"),
        (unprinted, "abc=\ndef=20g=\nh=\nhost=local", "abcdef gh=\nhost=local"),
        (uncoloured, "\x1b[1;31mre\x1b[0md\x1b]8;;http://x\x07li\x1b]8;;\x1b\\nk\x1b(B", "redlink"),
        (uncoloured, "a^[[32mb␛[0mc[0md\\x1b[1me\\\\u001b[me", "abcdee"),
        (seen, "a\u200bb\u00adc\ufeffd\0e", "abcde"),
        (seen, "ｓｋ－ａ", "sk-a"),
        (joined, "x = ab12cd34ef56\ngh78ij90", "x = ab12cd34ef56gh78ij90"),
        (joined, "  1→ab12cd34ef56\n  2→gh78ij90 x", "  1→ab12cd34ef56gh78ij90 x"),
        (joined, "+ab12cd34ef56\n+gh78ij90 x", "+ab12cd34ef56gh78ij90 x"),
        (joined, "> ab12cd34ef56\n> gh78ij90", "> ab12cd34ef56gh78ij90"),
        (joined, "export A=ab\\\n  cd", "export A=abcd"),
        (joined, "some words here\nand more words", None),
        (joined, "A=ab12cd34ef56\nB=gh78ij90", None),
        (joined, "12345678\n87654321", None),
        (concatenated, "x = \"ab\" + \"cd\" + 'ef'", "x = \"abcdef'"),
        (concatenated, "'ab' . 'cd'", "'abcd'"),
        (concatenated, "`ab`+`cd`", "`abcd`"),
        (concatenated, '("ab12"\n    f"cd34ef")', '("ab12cd34ef")'),
        (concatenated, "grep 'foo' 'bar'", None),
        (concatenated, '["ab", "cd"]', None),
        (assembled, '{"delta":"sk-a"}\n{"delta":"b1c2d3"}', '{"delta":"sk-ab1c2d3"}'),
        (assembled, '{"n":1,"t":"a"} {"n":2,"t":"b"} {"n":3,"t":"c"}', '{"n":1,"t":"abc"}'),
        (assembled, '{"name":"a1b2c3"},{"id":"d4e5f6"}', None),
        (decoded, "k: " + b64("hello wonderful world") + ";", "k: hello wonderful world;"),
        (decoded, base64.urlsafe_b64encode(b">>>???>>>???~~~abcd").decode().rstrip("="), ">>>???>>>???~~~abcd"),
        (decoded, "data:image/svg+xml;base64," + b64("<svg>hello wonderful world</svg>"), None),
        (decoded, "/usr/share/locale/en/LC_MESSAGES/something", None),
        (unhexed, b"hello world!".hex(), "hello world!"),
        (unhexed, "x " + " ".join(f"{byte:02X}" for byte in b"hello world!"), "x hello world!"),
        (unhexed, "{" + ", ".join(f"0x{byte:02x}" for byte in b"hello world!") + "}", "{hello world!}"),
        (unhexed, "da39a3ee5e6b4b0d3255bfef95601890afd80709", None),
    ],
)  # fmt: skip
def test_a_shape_is_undone(shape: Shape, text: str, expected: str | None) -> None:
    view = shape(Page(text))
    assert (view.text if view else None) == expected


PARTS = [
    "\\n", "\\u002d", "\\\\", "\\", '"', "'", "%2D", "%", "&amp;", "&", "\x1b[31m", "\x1b", "[0m",
    "\u200b", "\0", "ａｂ", "\n", "\r\n", "=\n", "=3D", '" + "', "' '", '{"t":"a1"}', '{"t":"b2c3d4"}',
    "ab12cd34ef56gh78", "\n  12→", "\n  13→", "\n+", " ", "é", "😀", "0x41, ", "41 ", b64("hello wonderful world"),
    b"hello world!".hex(), "word", "=", "==", MARK,
]  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=4)), max_size=25).map("".join)


@pytest.mark.parametrize("shape", SHAPES)
@given(text=TEXTS, data=st.data())
@settings(max_examples=examples(150), deadline=None)
def test_the_way_back_is_ordered_and_leads_to_what_spells_the_stretch(
    shape: Shape, text: str, data: st.DataObject
) -> None:
    view = shape(Page(text))
    if view is None or not view.text:
        return
    start = data.draw(st.integers(0, len(view.text) - 1))
    end = data.draw(st.integers(start + 1, len(view.text)))
    first, last = view.in_original(start, end)
    assert 0 <= first < last <= len(text)
    assert view.in_original(start, start) == (first, first)
    assert view.in_original(0, len(view.text))[0] <= first
    assert [view.in_original(at, at + 1)[0] for at in range(start, end)] == sorted(
        view.in_original(at, at + 1)[0] for at in range(start, end)
    )


LOCAL = (unescaped, unquoted, dereferenced, uncoloured, seen)


@pytest.mark.parametrize("shape", LOCAL)
@given(text=TEXTS, data=st.data())
@settings(max_examples=examples(150), deadline=None)
def test_the_stretch_that_the_way_back_leads_to_says_the_same(shape: Shape, text: str, data: st.DataObject) -> None:
    view = shape(Page(text))
    if view is None or not view.text:
        return
    start = data.draw(st.integers(0, len(view.text) - 1))
    end = data.draw(st.integers(start + 1, len(view.text)))
    first, last = view.in_original(start, end)
    again = shape(Page(text[first:last]))
    assert view.text[start:end] in (again.text if again else text[first:last])


@given(st.binary(min_size=3100, max_size=3200).map(lambda data: data.hex()), st.data())
@settings(max_examples=20, deadline=None)
def test_the_way_back_out_of_a_long_code_leads_to_whole_groups(text: str, data: st.DataObject) -> None:
    view = decoded(Page(" " + b64(text) + " "))
    assert view is not None
    start = data.draw(st.integers(1, len(text) - 30))
    first, last = view.in_original(start, start + 20)
    assert view.text[start : start + 20] in base64.b64decode(b64(text)[first - 1 : last - 1]).decode()
    assert last - first <= 32


@given(TEXTS)
@settings(max_examples=examples(300), deadline=None)
def test_what_a_view_leaves_alone_stays_in_its_place(text: str) -> None:
    for shape in SHAPES:
        view = shape(Page(text))
        for at in range(len(view.text) if view else 0):
            assert view is not None
            first, last = view.in_original(at, at + 1)
            assert last - first != 1 or text[first] == view.text[at] or shape is seen


@given(TEXTS, st.integers(0, 8), st.integers(0, 8))
@settings(max_examples=examples(300), deadline=None)
def test_the_changed_stretches_hold_every_change_and_are_apart(text: str, reach: int, longest: int) -> None:
    for shape in SHAPES:
        if view := shape(Page(text)):
            stretches = list(view.changed(reach, longest))
            ends = [-1]
            for begin, end in stretches:
                assert ends[-1] < begin <= end <= len(view.text)
                ends.append(end)
            for first, last in view._edited:
                assert any(
                    begin <= max(0, first - reach) and min(len(view.text), last + reach) <= end
                    for begin, end in stretches
                )


def test_a_long_unchanged_text_costs_one_entry() -> None:
    view = View("x" * 1_000_000 + "%2D", [Edit(1_000_000, 1_000_003, "-")])
    assert (len(view._runs), view.in_original(999_999, 1_000_001)) == (2, (999_999, 1_000_003))


@given(TEXTS)
@settings(max_examples=examples(200), deadline=None)
def test_signs_are_the_same_with_and_without_vectorscan(text: str) -> None:
    patterns = {"a": r"[0-9][a-z0-9]{0,15}\r?\n", "b": r"[a-z0-9]\r?\n[a-z0-9]{4}", "c": "=3D"}
    data = Page(text).data
    fast, slow = (Signs(patterns, places=True, short=short) for short in (0, 1 << 30))
    assert fast.ends(data) == slow.ends(data)
    assert Signs({"c": "=3D"}, short=0).ends(data).keys() == Signs({"c": "=3D"}).ends(data).keys()
    assert (
        SPELLED.ends(data).keys()
        == Signs(dict(zip(SPELLED._names, (each.decode() for each in SPELLED._patterns), strict=True)), short=0)
        .ends(data)
        .keys()
    )


# All of them


def json_text(text: str, levels: int) -> str:
    for _ in range(levels):
        text = json.dumps({"v": text})
    return text


COLOURED = "\x1b[32m" + "\x1b[0m\x1b[33m".join(ANTHROPIC[i : i + 9] for i in range(0, len(ANTHROPIC), 9)) + "\x1b[0m"
WRAPPED = "\n".join(("export ANTHROPIC=" + ANTHROPIC)[i : i + 40] for i in range(0, 125, 40))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"a {ANTHROPIC.replace('-', chr(92) + 'u002d')} b", ANTHROPIC.replace("-", "\\u002d")),
        (f"a {quote(ANTHROPIC).replace('-', '%2D')} b", ANTHROPIC.replace("-", "%2D")),
        (f"a {quote(quote(ANTHROPIC).replace('-', '%2D'))} b", ANTHROPIC.replace("-", "%252D")),
        (f"a {ANTHROPIC.replace('-', '&#45;')} b", ANTHROPIC.replace("-", "&#45;")),
        (f"a {COLOURED} b", COLOURED[5:-4]),
        (f"a {COLOURED.replace(chr(27), chr(92) + 'x1b')} b", COLOURED.replace("\x1b", "\\x1b")[8:-7]),
        (WRAPPED, WRAPPED[17:]),
        (f'k = "{GITHUB[:12]}" +\n    "{GITHUB[12:]}"', f'{GITHUB[:12]}" +\n    "{GITHUB[12:]}'),
        (f"a {GITHUB[:9]}\u200b{GITHUB[9:]} b", f"{GITHUB[:9]}\u200b{GITHUB[9:]}"),
        (f"x: {b64('token=' + ANTHROPIC)} y", b64("token=" + ANTHROPIC)),
        (f"x: {b64(b64('token=' + GITHUB))} y", b64(b64("token=" + GITHUB))),
        (f"x: {b64('a ' + GITHUB).rstrip('=')}, y", b64("a " + GITHUB).rstrip("=")),
        (f"x: {ANTHROPIC.encode().hex()} y", ANTHROPIC.encode().hex()),
        (f"x: {b64(GITHUB.encode().hex())} y", b64(GITHUB.encode().hex())),
    ],
)
def test_a_secret_in_another_shape_is_found_whole(text: str, expected: str) -> None:
    assert found(text) == [expected]


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_a_private_key_is_found_through_nested_json(levels: int) -> None:
    text = json_text("key:\n" + KEY + "\n", levels)
    (inside,) = found(text)
    assert inside.startswith("-----BEGIN") and inside.endswith("KEY-----")


def test_a_secret_in_streamed_pieces_is_found_whole() -> None:
    pieces = [ANTHROPIC[i : i + 11] for i in range(0, len(ANTHROPIC), 11)]
    text = "\n\n".join("data: " + json.dumps({"i": i, "delta": {"text": piece}}) for i, piece in enumerate(pieces))
    first, last = text.index(pieces[0]), text.index(pieces[-1]) + len(pieces[-1])
    assert [(span.start, span.end, span.value) for span in secrets(text)] == [(first, last, ANTHROPIC)]


def test_base64_in_wrapped_lines_is_found_over_the_line_break() -> None:
    code = base64.encodebytes(("x" * 40 + " " + ANTHROPIC + " " + "y" * 40).encode()).decode()
    assert ANTHROPIC in [span.value for span in secrets("secret:\n" + code)]


def test_a_finding_says_what_it_spells() -> None:
    text = "x " + b64("a " + GITHUB + " b")
    assert secrets(text) == [Span(2, len(text), "auth_token", secrets(GITHUB)[0].code, GITHUB)]


def test_a_finding_that_a_view_shows_again_is_found_once() -> None:
    text = f'say \\"hi\\" {GITHUB}\\n'
    assert secrets(text) == openly(text)


def test_placeholders_stay_in_every_shape() -> None:
    text = f'{MARK}\\n{MARK}%20"{MARK}" + "{MARK}" {{"t":"{MARK}"}} {{"t":"{MARK}"}}'
    assert strict(text) == []


def test_a_secret_around_a_placeholder_is_masked_without_it() -> None:
    head, tail = GITHUB[:20], GITHUB[20:]
    text = f'{{"t":"{head}"}}\x1b]0;{MARK}\x07{{"t":"{tail}"}}'
    assert all(not PLACEHOLDER.search(piece) for piece in found(text))


@pytest.mark.parametrize(
    "text",
    [
        "data:image/png;base64," + base64.b64encode(noise(1, 90_000)).decode(),
        base64.b64encode(noise(2, 3_000)).decode(),
        "sha512-" + base64.b64encode(noise(3, 64)).decode(),
        "\n".join(noise(i, 20).hex() for i in range(200)),
    ],
)
def test_images_signatures_and_hashes_are_left_alone(text: str) -> None:
    assert strict(text) == engine(Level.STRICT).find(text)


NASTY = [*PARTS, GITHUB, GITHUB[:15], GITHUB[15:], AWS, b64(AWS + " " + GITHUB), ANTHROPIC[:40], ANTHROPIC[40:]]
EXAMPLES = [text for rule in RULES[:: max(1, len(RULES) // 40)] for text in rule.positives]


@given(st.lists(st.sampled_from([*NASTY, *EXAMPLES]), max_size=10).map("".join))
@example(f"ngrok config add-authtoken {fake(48)}ngrok config add-authtoken {fake(48)}")
@settings(max_examples=examples(300), deadline=None)
def test_a_masked_text_has_no_further_finding(text: str) -> None:
    assert secrets(masked(text)) == []


@given(st.lists(st.sampled_from([*NASTY, *EXAMPLES]), max_size=10).map("".join))
@settings(max_examples=examples(200), deadline=None)
def test_findings_are_in_order_and_cover_all_that_stands_there_openly(text: str) -> None:
    spans = secrets(text)
    ends = [0]
    for span in spans:
        assert ends[-1] <= span.start < span.end <= len(text)
        ends.append(span.end)
    covered = {at for span in spans for at in range(span.start, span.end)}
    for span in openly(text):
        assert covered >= set(range(span.start, span.end))


@given(st.text(max_size=80))
@settings(max_examples=examples(300), deadline=None)
def test_no_text_is_too_odd(text: str) -> None:
    assert all(0 <= span.start < span.end <= len(text) for span in strict(text))


# Time


def nested(text: str, levels: int) -> str:
    for _ in range(levels):
        text = b64(text)
    return text


@pytest.mark.parametrize(
    "text",
    [nested("hello " * 50, 10), "\x1b[31m" * 100_000, json_text("a\n" + GITHUB, 12), ('"' + "\\" * 4095) * 50],
    ids=["base64", "colours", "json", "backslashes"],
)
def test_what_lies_deep_takes_little_time(text: str) -> None:
    assert quick(lambda: secrets(text), 5)


def test_a_text_with_more_shapes_than_can_be_looked_at_is_not_passed_as_clean() -> None:
    unit = '%41b\x1b[0mc&#65;d\\u0041e" + "f\\\\\\\\ng=\nh\u200bi%255cu0041 YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXo='
    with pytest.raises(Unscannable):
        secrets(unit * 500)
