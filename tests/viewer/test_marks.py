"""What would be masked is marked: exactly where that is certain, and never too little."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from steno.viewer.marks import spans, within

MARKED = "[REDACTED:api_key:2c75b6a5]"


def marked(bare: str, masked: str) -> list[str]:
    return [bare[a:b] for a, b, *_ in spans(bare, masked)]


def test_a_value_between_words() -> None:
    assert spans("key is SECRET here", f"key is {MARKED} here") == [(7, 13, "api_key", "2c75b6a5")]


def test_several_values_apart() -> None:
    assert marked("a=ONE, b=TWO, c=THREE", f"a={MARKED}, b={MARKED}, c={MARKED}") == ["ONE", "TWO", "THREE"]


def test_equal_texts_have_no_marks() -> None:
    assert spans("nothing", "nothing") == []


def test_where_it_is_not_certain_all_between_is_marked() -> None:
    assert marked("A x B x C end", f"{MARKED} x {MARKED} end") == ["A x B x C"]
    assert marked("something else", f"quite another {MARKED}") == ["something else"]
    assert marked("withheld", "all of it is gone") == ["withheld"]


def test_marks_of_a_part_count_as_a_browser_does() -> None:
    bare = "🚀 SECRET 🚀 tail"
    found = spans(bare, f"🚀 {MARKED} 🚀 tail")
    assert within(found, bare, 0, len(bare)) == [(3, 9, "api_key", "2c75b6a5")]
    assert within(found, bare, 4, 5) == [(0, 4, "api_key", "2c75b6a5")]
    assert within(found, bare, 9, 5) == []


PIECES = st.lists(st.text(alphabet="ab =\n", max_size=6), min_size=2, max_size=6)
VALUES = st.text(alphabet="XYZab", min_size=1, max_size=6)


@given(PIECES, st.data())
def test_every_value_is_covered_by_marks(pieces: list[str], data: st.DataObject) -> None:
    bare, masked, values = pieces[0], pieces[0], list[tuple[int, int]]()
    for piece in pieces[1:]:
        value = data.draw(VALUES)
        values.append((len(bare), len(bare) + len(value)))
        bare, masked = bare + value + piece, masked + MARKED + piece
    covered = {at for a, b, *_ in spans(bare, masked) for at in range(a, b)}
    assert all(at in covered for a, b in values for at in range(a, b))
