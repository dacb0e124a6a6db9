"""Nothing that a trace says can steer a terminal."""

from __future__ import annotations

import io
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.api.progress import of_file
from steno.render.progress import Progress, line
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
    assert table(columns, rows, Paint(colour=False, columns=80)) == [
        "NAME     N  END",
        "漢字     1  x",
        "␛[31m…  20",
        "a b      3  y",
    ]


def test_a_table_is_whole_where_no_terminal_listens() -> None:
    columns = (Column("ID"), Column("TITLE", most=6))
    assert table(columns, [("1", "漢字" * 99)], Paint(colour=False)) == ["ID  TITLE", "1   " + "漢字" * 99]


SESSIONS = (
    Column("ID"), Column("AGENT", rank=3), Column("N", right=True, rank=4), Column("WHERE", end=True, rank=2),
    Column("TITLE", least=20, rank=1),
)  # fmt: skip
ROW = ("0123456789abcdef", "claude-code", "1,000", "/srv/garden/roses", "Water the roses before noon")


@pytest.mark.parametrize(
    ("columns", "head", "line"),
    [
        (
            90,
            "ID                AGENT            N  WHERE              TITLE",
            "0123456789abcdef  claude-code  1,000  /srv/garden/roses  Water the roses before noon",
        ),
        (
            80,
            "ID                AGENT            N  WHERE          TITLE",
            "0123456789abcdef  claude-code  1,000  …garden/roses  Water the roses before noon",
        ),
        (
            70,
            "ID                AGENT        WHERE         TITLE …",
            "0123456789abcdef  claude-code  …arden/roses  Water the roses before…",
        ),
        (40, "ID                TITLE …", "0123456789abcdef  Water the roses bef…"),
        (20, "ID …", "0123456789abcdef"),
        (4, "ID …", "0123456789abcdef"),
    ],
)
def test_a_narrow_terminal_cuts_what_matters_least_then_leaves_it_out_and_says_so(
    columns: int, head: str, line: str
) -> None:
    assert table(SESSIONS, [ROW], Paint(colour=False, columns=columns)) == [head, line]


def test_a_narrow_terminal_leaves_out_empty_columns_first() -> None:
    columns = (Column("ID"), Column("MODEL", rank=1), Column("TITLE", rank=2))
    assert table(columns, [("1", "", "Water the roses")], Paint(colour=False, columns=20)) == [
        "ID  TITLE …",
        "1   Water the ros…",
    ]


@given(
    st.lists(st.tuples(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60)), max_size=5),
    st.integers(min_value=20, max_value=200),
    st.permutations([1, 2, 3]),
)
def test_no_line_of_a_table_is_wider_than_the_terminal(
    rows: list[tuple[str, str, str]], columns: int, ranks: list[int]
) -> None:
    head = [Column("ID"), *(Column(f"C{rank}", rank=rank, end=rank == 2, least=rank) for rank in ranks)]
    cells = [("0123456789", *row) for row in rows]
    lines = table(head, cells, Paint(colour=False, columns=columns))
    assert max(map(width, lines)) <= columns
    assert all(line.startswith("0123456789") for line in lines[1:])


@pytest.mark.parametrize(
    ("text", "columns"),
    [("a", 1), ("漢", 2), ("🙂", 2), ("e\u0301", 1), ("ก็", 1), ("❤\ufe0f", 2), ("가", 2), ("", 0)],
)
def test_the_width_of_a_text_is_what_a_terminal_shows(text: str, columns: int) -> None:
    assert width(text) == columns


def test_what_is_cut_at_its_beginning_does_not_begin_with_a_mark_that_stood_on_a_letter() -> None:
    assert fitted("cafe\u0301s", 3, end=True) == "…e\u0301s"
    assert fitted("cafe\u0301s", 2, end=True) == "…s"


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
