"""Between two states of a log, every event is the same, changed, vanished or new, and nothing else."""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from steno.api.archive import Archivist
from steno.api.rewritten import Rewrite, rewritten
from steno.api.world import World
from steno.testing.fake import STILL
from tests.given.machine import claude, lines, record

ID = "aaaaaaaa-0000-4000-8000-000000000001"
EDITS = st.sampled_from(["keep", "drop", "change", "rename"])


def world(home: Path) -> World:
    return World(environ={}, home=home, clock=STILL.clock, stdin=BytesIO)


def compared(home: Path, old: list[object], new: list[object]) -> list[Rewrite]:
    path = claude(home, ID, old)
    Archivist(world(home)).run()
    path.write_bytes(lines(new))
    Archivist(world(home)).run()
    return rewritten(world(home), ID).rewrites


@given(st.lists(EDITS, min_size=1, max_size=12), st.integers(0, 3))
def test_each_event_is_the_same_changed_vanished_or_new(edits: list[str], more: int) -> None:
    old = [record("user", f"Water bed {number}", number, ID) for number in range(len(edits))]
    new = []
    for edit, each in zip(edits, old, strict=True):
        number = int(str(each["uuid"])[1:])
        if edit == "change":
            each = record("user", f"Leave bed {number}", number, ID)
        if edit == "rename":
            each = each | {"uuid": f"n{number}"}
        if edit != "drop":
            new.append(each)
    new += [record("user", f"Plant bed {number}", 20 + number, ID) for number in range(more)]
    with tempfile.TemporaryDirectory() as home:
        found = compared(Path(home), list(old), list(new))
    if new[: len(old)] == old:
        assert found == []  # it only grew
        return
    (one,) = found
    assert [each.id for each in one.vanished] == [f"u{n}" for n, edit in enumerate(edits) if edit == "drop"]
    assert [each.after.id for each in one.changed] == [f"u{n}" for n, edit in enumerate(edits) if edit == "change"]
    assert [each.id for each in one.added] == [f"u{20 + n}" for n in range(more)]
    assert one.same == sum(edit in ("keep", "rename") for edit in edits)
    assert all(each.before.text.startswith("Water") and each.after.text.startswith("Leave") for each in one.changed)


def test_a_long_text_is_shown_from_where_it_differs(tmp_path: Path) -> None:
    old, new = "x" * 500 + " roses are dry", "x" * 500 + " roses are wet"
    (one,) = compared(tmp_path, [record("user", old, 0, ID)], [record("user", new, 0, ID)])
    (pair,) = one.changed
    assert pair.before.text.endswith("roses are dry") and pair.after.text.endswith("roses are wet")
    assert pair.after.text.startswith("…x") and len(pair.after.text) < 60


def test_a_state_that_no_reader_knows_is_said(tmp_path: Path) -> None:
    path = claude(tmp_path, ID)
    Archivist(world(tmp_path)).run()
    path.write_bytes(b"\x00\x01 nothing that anybody wrote")
    Archivist(world(tmp_path)).run()
    found = rewritten(world(tmp_path), ID)
    assert isinstance(found.rewrites[0].unread, str) and not found.is_harmless
