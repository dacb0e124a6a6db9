"""Nothing that a trace says can steer a terminal."""

from __future__ import annotations

import io
import sys
import unicodedata

import pytest

from steno.render.progress import Progress, line, of_file
from steno.render.table import Column, table
from steno.render.terminal import Paint, fitted, one_line, visible, wants_colour, width


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b]0;owned\x07", "␛]0;owned␇"),
        ("\x1b[2J\x1b[1;31mred", "␛[2J␛[1;31mred"),
        ("safe\rEVIL", "safe␍EVIL"),
        ("a\x7f\x9bm\x85", "a␡<U+009B>m<U+0085>"),
        ("user\u202etxt.exe\u2066", "user<U+202E>txt.exe<U+2066>"),
        ("zero\u200bwidth\ufeff\u00ad", "zero<U+200B>width<U+FEFF><U+00AD>"),
        ("line\u2028para\u2029", "line<U+2028>para<U+2029>"),
        ("lone \ud800", "lone <U+D800>"),
        ("tag \U000e0041", "tag <U+E0041>"),
        ("tab\tand\nline, é 漢 🌹", "tab\tand\nline, é 漢 🌹"),
    ],
)
def test_what_a_terminal_would_obey_is_shown(hostile: str, shown: str) -> None:
    assert visible(hostile) == shown


def test_no_control_format_or_separator_character_passes() -> None:
    hostile = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    passed = [
        hex(point)
        for point in range(sys.maxunicode + 1)
        if unicodedata.category(chr(point)) in hostile and visible(chr(point)) == chr(point)
    ]
    assert passed == [hex(ord("\t")), hex(ord("\n"))]


def test_one_line_has_no_line_break() -> None:
    assert one_line(" a\r\n\tb\x1bc\n") == "a b␛c"


@pytest.mark.parametrize(
    ("text", "columns", "shown"), [("roses", 5, "roses"), ("roses", 4, "ros…"), ("漢字漢字", 5, "漢字…"), ("", 3, "")]
)
def test_a_text_that_does_not_fit_says_so(text: str, columns: int, shown: str) -> None:
    assert fitted(text, columns) == shown
    assert width(shown) <= columns


def test_a_cut_path_shows_its_end() -> None:
    assert fitted("/srv/garden/roses", 7, end=True) == "…/roses"


@pytest.mark.parametrize(
    ("choice", "environ", "terminal", "wanted"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"FORCE_COLOR": "0"}, False, False),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_colour_is_asked_for_in_this_order(choice: str, environ: dict[str, str], terminal: bool, wanted: bool) -> None:
    assert wants_colour(Terminal() if terminal else io.StringIO(), environ, choice) is wanted


def test_paint_styles_each_line_and_only_what_is_safe() -> None:
    assert Paint(colour=True)("a\x1b\n\nb", "bold") == "\x1b[1ma␛\x1b[0m\n\n\x1b[1mb\x1b[0m"
    assert Paint(colour=False)("a\x1b", "bold") == "a␛"


def test_a_table_lines_up_whatever_its_cells_hold() -> None:
    columns = (Column("NAME", most=6), Column("N", right=True), Column("END"))
    rows = [("漢字", "1", "x"), ("\x1b[31mred", "20", ""), ("a\nb", "3", "y")]
    assert table(columns, rows, Paint(colour=False)) == [
        "NAME     N  END",
        "漢字     1  x",
        "␛[31m…  20",
        "a b      3  y",
    ]


def test_progress_is_silent_where_no_terminal_listens() -> None:
    stream = io.StringIO()
    with Progress(stream, after=0, every=0.001) as progress:
        progress.say("reading", 0.5)
    assert stream.getvalue() == ""


def test_progress_is_silent_for_short_work() -> None:
    stream = Terminal()
    with Progress(stream) as progress:
        progress.say("reading", 0.5)
    assert stream.getvalue() == ""


def test_progress_shows_a_bar_and_takes_it_away() -> None:
    stream = Terminal()
    with Progress(stream, after=0, every=0.001) as progress:
        progress.say("reading \x1bx", 0.5)
        while "50%" not in stream.getvalue():
            pass
    assert "\rreading ␛x [############............]  50%\x1b[K" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_progress_of_what_cannot_be_measured_has_no_number() -> None:
    assert line("reading", of_file(io.BytesIO(b"x"), 1)()) == "reading …"
