"""From what a user types to what the index of words is asked."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.errors import UsageError
from steno.store.query import query


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("rose", '"rose"'),
        ("rose thorn", '("rose" AND "thorn")'),
        ("rose AND thorn", '("rose" AND "thorn")'),
        ("rose OR thorn", '("rose" OR "thorn")'),
        ("rose NOT thorn", '("rose" NOT "thorn")'),
        ("a b OR c NOT d", '(("a" AND "b") OR ("c" NOT "d"))'),
        ('"rose thorn" x', '("rose thorn" AND "x")'),
        ("thorn*", '"thorn"*'),
        ('"rose th"*', '"rose th"*'),
        ("(a OR b) c", '(("a" OR "b") AND "c")'),
        ("src/api.py", '"src/api.py"'),
        ("not or and", '("not" AND "or" AND "and")'),
        ("((a", '"a"'),
        ("a)) b", '("a" OR "b")'),
        ('a"b', '("a" AND "b")'),
        ("a -> b", '("a" AND "b")'),
        ("路径", '" 路  径 "'),
    ],
)
def test_what_is_typed_is_what_is_asked(text: str, match: str) -> None:
    assert query(text).match == match


@pytest.mark.parametrize("text", ["", "  ", "***", '""', "->", "()", "OR", "NOT a", "a OR NOT b", "(" * 99 + "a"])
def test_nothing_to_look_for_is_a_mistake_of_the_user(text: str) -> None:
    with pytest.raises(UsageError):
        query(text)


SIGNS = st.sampled_from([*"\"()*+-:^{}[],.;\\'%_ ", "\0", "AND ", "OR ", "NOT ", "NEAR(", "text:", "rose", "é", "路"])


@given(st.lists(SIGNS, max_size=30).map("".join) | st.text(max_size=40))
def test_no_text_is_a_broken_question(text: str) -> None:
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE words USING fts5(text, parts, content='')")
    try:
        asked = query(text).match
    except UsageError:
        return
    assert base.execute("SELECT rowid FROM words WHERE words MATCH ?", (asked,)).fetchall() == []
