"""Where the lines of a file come from, when formatters and people have been at it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.base.sequence import common, ends
from steno.vcs.alignment import Source, Text, aligned, tokens, words
from steno.vcs.difference import Middle, middle
from steno.vcs.lines import Owner, State, carried, kept
from tests.given.formatters import formatted


def sources(old: str, new: str) -> list[Source | None]:
    return align(Text(old.split("\n")), Text(new.split("\n")))


def align(old: Text, new: Text) -> list[Source | None]:
    """For each new line its source, or None where there is none."""
    start, end, middle = aligned(old, new)
    last, more = len(new.lines) - end, len(old.lines) - len(new.lines)
    return [
        Source(k, exact=True) if k < start else middle.get(k) if k < last else Source(k + more, exact=True)
        for k in range(len(new.lines))
    ]


LINE = st.text(st.one_of(st.sampled_from("fFrbu'\"`#0x1AFEz_.,;()\\ \t"), st.characters()), max_size=40)


@given(LINE)
def test_the_words_of_a_line_are_its_tokens_without_the_signs(line: str) -> None:
    assert words(line) == [token for token in tokens(line) if token[0].isalnum() or token[0] == "_"]


@given(LINE)
def test_a_number_is_the_same_word_however_its_letters_are_spelled(line: str) -> None:
    assert tokens(f"{line} 0xAF #C0FFEE 1E5") == (*tokens(line), "0xaf", "#", "c0ffee", "1e5")


def test_equal_lines_come_from_each_other_also_where_others_were_put_between() -> None:
    found = sources("first line here\nsecond line here\n}", "first line here\nsomething new\nsecond line here\n}")
    assert found == [Source(0, exact=True), None, Source(1, exact=True), Source(2, exact=True)]


def test_a_call_that_a_formatter_split_comes_from_its_line_bracket_included() -> None:
    old = "def plant(bed):\n    rose = water_rose(bed, 'crimson', 12)\n    return rose"
    new = (
        'def plant(bed):\n    rose = water_rose(\n        bed,\n        "crimson",\n        12,\n    )\n    return rose'
    )
    assert sources(old, new) == [
        Source(0, exact=True), *[Source(1, exact=False)] * 5, Source(2, exact=True),
    ]  # fmt: skip


def test_a_line_with_one_other_word_has_no_source() -> None:
    old = "alpha_one = compute(value, 'aaaa')\nbeta_two = other(value)"
    assert sources(old, old.replace("aaaa", "bbbb")) == [None, Source(1, exact=True)]


def test_boilerplate_that_stands_alone_is_no_evidence() -> None:
    old = "def one():\n    try:\n        first_thing()\n    else:\n        pass\nlast_line = 1"
    new = "def two():\n    other_thing()\n    else:\n        various()\nlast_line = 1"
    assert sources(old, new)[:4] == [None, None, None, None]


def test_lines_are_split_as_git_does_and_not_at_form_feeds() -> None:
    state = carried([State(["a\x0cb", "c\u2028d"], [Owner(0, 0), Owner(0, 1)])], "a\x0cb\nc\u2028d", set())
    assert list(state.owners) == [Owner(0, 0), Owner(0, 1)]


def test_a_restored_line_of_somebody_else_is_not_claimed_for_its_likeness() -> None:
    known = State(["    total_sum = add(left, 'right')"], [Owner(0, 0)])
    line = '    total_sum = add(left, "right")'
    assert list(carried([known], line, set()).owners) == [Owner(0, 0, exact=False)]
    assert list(carried([known], line, {line}).owners) == [None]


def test_a_second_copy_of_somebody_elses_line_may_be_the_agents() -> None:
    theirs, mine = 'const beds = require("garden");', "const beds = require('garden')"
    known = State([theirs, "plant(beds, 'roses')", mine], [None, Owner(0, 0), Owner(0, 1)])
    after = carried([known], f'{theirs}\nplant(beds, "roses");\n{theirs}', {theirs})
    assert list(after.owners) == [None, Owner(0, 0, exact=False), Owner(0, 1, exact=False)]


def test_a_line_that_drops_a_word_is_another_line_unless_the_next_one_has_it() -> None:
    known = State(["def prune(bed, shears):", "    shears.cut(bed)"], [Owner(0, 0), Owner(0, 1)])
    assert list(carried([known], "def prune(bed):\n    bed.rest()", set()).owners) == [None, None]
    split = "def prune(\n    bed,\n    shears,\n):\n    shears.cut(bed)"
    rewritten = Owner(0, 0, exact=False)
    assert list(carried([known], split, set()).owners) == [rewritten, rewritten, rewritten, rewritten, Owner(0, 1)]


def test_a_line_joined_from_two_authors_is_nobodys() -> None:
    known = State(["rake(leaves,", "     paths, borders, hedges)"], [None, Owner(0, 0)])
    assert list(carried([known], "rake(leaves, paths, borders, hedges)", set()).owners) == [None]


def test_where_all_moves_to_the_right_a_line_is_not_taken_for_one_that_looks_like_it() -> None:
    old = "if wet:\n  return nothing\nfor bed in garden_beds:\n    return nothing\nplant(roses)"
    new = "if wet:\n    return nothing\nfor bed in garden_beds:\n        return nothing\nplant(roses)"
    assert sources(old, new) == [
        Source(0, exact=True), Source(1, exact=False), Source(2, exact=True), Source(3, exact=False),
        Source(4, exact=True),
    ]  # fmt: skip


def test_the_bracket_before_new_lines_stays_with_the_lines_before_it() -> None:
    old = "bed {\n    roses: 'red'\n}\n\npath {"
    new = 'bed {\n  roses: "red"\n}\n\nhedge {\n  yew: "old"\n}\n\npath {'
    assert sources(old, new) == [
        Source(0, exact=True), Source(1, exact=False), Source(2, exact=True), Source(3, exact=True),
        None, None, None, None, Source(4, exact=True),
    ]  # fmt: skip


@given(st.lists(st.sampled_from("abcde"), max_size=30), st.lists(st.sampled_from("abcde"), max_size=30))
def test_what_is_in_common_is_equal_and_in_order(a: list[str], b: list[str]) -> None:
    for pairs in (common(a, b, (3, 1)), kept(a, b)):
        assert all(a[i] == b[j] for i, j in pairs)
        assert all(p[0] < q[0] and p[1] < q[1] for p, q in pairwise(pairs))


@given(
    st.lists(st.text("ab (),'\n", max_size=12), max_size=12), st.lists(st.text("ab (),'\n", max_size=12), max_size=12)
)
def test_every_exact_source_is_the_same_line(old: list[str], new: list[str]) -> None:
    for line, source in zip(new, align(Text(old), Text(new)), strict=True):
        assert source is None or not source.exact or old[source.line] == line


PYTHON = """
def sow(bed, seeds, *, depth=None, water=True):
    rows = [make_row(bed, seed, depth) for seed in seeds if seed.kind not in ('weed', 'moss') and not seed.spent]
    if (len(rows) > 12) : raise TooMany('only %d rows fit into %r' % (12, bed.name))
    result = {'bed': bed.name, 'rows': rows, 'depth': depth, 'watered': water, 'season': season_of(bed)}
    return result
"""
SCRIPT = """
function sow(bed, seeds) {
    const rows = seeds.filter(seed => seed.kind !== 'weed').map(seed => makeRow(bed, seed, 'deep', bed.name))
    if (rows.length > 12) { throw new Error('only 12 rows fit into ' + bed.name) }
    return {bed: bed.name, rows: rows, season: seasonOf(bed)}
}
"""
GO = """package garden

func sow(bed Bed,n int) (int,error) {
if n>12{ return 0,errors.New( "full" ) }
return n*bed.rows,nil
}
"""
RUST = """fn sow(bed: &Bed, n: usize) -> Result<usize, Error> {
if n > 12 { return Err(Error::Full(bed.name.clone(), "no more rows fit into this bed", season_of(bed))); }
Ok(n * bed.rows) }
"""


@pytest.mark.parametrize(
    ("formatter", "text"),
    [("ruff", PYTHON), ("black", PYTHON), ("prettier", SCRIPT), ("gofmt", GO), ("rustfmt", RUST)],
)
def test_every_line_of_a_real_formatter_comes_from_the_agents_lines(formatter: str, text: str) -> None:
    after = formatted(formatter, text)
    assert after != text
    lines = text.split("\n")
    owned = State(lines, [Owner(0, number) for number in range(len(lines))])
    state = carried([owned], after, set())
    assert [line for line, owner in zip(state.lines, state.owners, strict=True) if line.strip() and owner is None] == []


def test_a_long_file_and_a_long_line_are_aligned_to_the_end() -> None:
    rows = [f"  bed_{number} = plant(row_{number % 97}, 'rose')" for number in range(20_000)]
    old = [*rows, ";".join(rows)]
    new = [line.strip().replace("'", '"') for line in [*rows, *rows]]
    assert align(Text(old), Text(new)) == [
        *(Source(number, exact=False) for number in range(20_000)), *[Source(20_000, exact=False)] * 20_000,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("", "", (0, 0)), ("abc", "abc", (3, 0)), ("abc", "abXc", (2, 1)), ("aa", "aaa", (2, 0)),
        ("abc", "xyz", (0, 0)), ("abcde", "abe", (2, 1)), ("xabc", "abc", (0, 3)),
    ],
)  # fmt: skip
def test_equal_items_at_both_ends_are_counted_once(old: str, new: str, same: tuple[int, int]) -> None:
    assert ends(old, new) == same


def test_a_state_has_the_name_that_git_gives_the_file() -> None:
    assert State(["a", ""], [None, None]).blob("0" * 40) == "78981922613b2afb6025042ff6bd878ac1994e85"
    assert State(["a", ""], [None, None], crlf=True).blob("0" * 40) == "533790e525dfeb785a02edfceeb1c7d120972c0d"


@given(st.text("ab\n", max_size=12), st.text("ab\n", max_size=12), st.text("ab\n", max_size=12), st.integers(0, 9000))
def test_texts_differ_in_the_lines_in_which_their_lists_of_lines_do(one: str, two: str, end: str, same: int) -> None:
    more = "bed\n" * (same // 4)  # longer than what is compared at once
    old, new = (more + text + end for text in (one, two))
    a, b = old.split("\n"), new.split("\n")
    start, last = ends(a, b)
    assert middle(old, new) == Middle(start, a[start : len(a) - last], b[start : len(b) - last])
