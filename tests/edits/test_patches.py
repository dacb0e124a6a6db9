"""The patches that a log alone shows."""

from __future__ import annotations

import io
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from steno import registry
from steno.api.convert import convert
from steno.edits.patches import Ids, address, patches
from steno.model import Patch, Trace
from tests.given.derivation import Session, asked, called, codex, returned

HUNKS: list[dict[str, Any]] = [
    {
        "oldStart": 1,
        "oldLines": 3,
        "newStart": 1,
        "newLines": 5,
        "lines": [" one", "-two", "+2", "+2b", " three", "+4"],
    },
    {"oldStart": 9, "oldLines": 2, "newStart": 11, "newLines": 1, "lines": ["-nine", " ten"]},
]


def edited(detail: object, **arguments: Any) -> Trace:
    return Session().user("Go").call("c", "Edit", **arguments).result("c", "ok", error=False, detail=detail).trace()


def told(found: tuple[Patch, ...]) -> list[tuple[object, ...]]:
    return [(each.path, each.change, each.first, each.last) for each in found]


EDIT = edited(
    {"filePath": "/a", "structuredPatch": HUNKS, "originalFile": "x"}, file_path="/a", old_string="two", new_string="2"
)


def test_each_place_that_an_edit_changed_is_a_patch_with_its_lines() -> None:
    found = patches(EDIT)
    assert told(found) == [("/a", "modify", 2, 3), ("/a", "add", 5, 5), ("/a", "delete", 11, 10)]
    assert [each.content for each in found] == [
        address("/a", ["two"], ["2", "2b"]),
        address("/a", [], ["4"]),
        address("/a", ["nine"], []),
    ]
    assert {(each.event, each.methods, each.limitations) for each in found} == {("2", ("log_tool",), ())}


def test_a_patch_whose_place_nobody_knows_has_no_lines_and_says_so() -> None:
    (found,) = patches(edited(None, file_path="/a", old_string="x\ntwo", new_string="x\n2"))
    assert (found.change, isinstance(found.first, int), found.limitations) == ("modify", False, ("unverified_base",))
    assert found.content == address("/a", ["two"], ["2"])


def test_a_patch_of_several_files_is_a_patch_for_each() -> None:
    text = (
        "*** Begin Patch\n*** Add File: new.py\n+one\n*** Update File: a.py\n*** Move to: b.py\n@@\n-x\n+y\n"
        "*** Delete File: old.py\n*** End Patch"
    )
    found = patches(codex(asked("Go"), called("c", "apply_patch", input=text), returned("c", "Success.")))
    assert [(each.path, each.change) for each in found] == [
        ("new.py", "add"),
        ("a.py", "modify"),
        ("b.py", "rename"),
        ("old.py", "delete"),
    ]


def test_what_failed_or_has_no_result_is_no_patch() -> None:
    session = Session().user("Go").call("c", "Write", file_path="/a", content="x").result("c", "no", error=True)
    session.call("d", "Write", file_path="/b", content="x")
    assert patches(session.trace()) == ()


def test_two_edits_alike_are_two_patches() -> None:
    session = Session().user("Go")
    for id in ("c", "d"):
        session.call(id, "Write", file_path="/a", content="x").result(id, "ok", error=False)
    first, second = patches(session.trace())
    assert (first.content == second.content, first.id == second.id) == (True, False)


@given(st.lists(st.tuples(st.sampled_from("12"), st.sampled_from("ab")), max_size=12))
def test_no_two_patches_of_a_trace_have_one_id(made: list[tuple[str, str]]) -> None:
    ids = Ids()
    assert len({ids.of(*each) for each in made}) == len(made)


def test_a_record_without_a_repository_has_patches_without_an_anchor() -> None:
    out = io.BytesIO()
    losses: list[str] = []
    convert(EDIT, "opentraces", out, redact="none", report=lambda each: losses.append(each.place.pointer))
    record = json.loads(out.getvalue())
    assert [(each["tool_call_id"], each["step_index"], each["anchor"]) for each in record["patches"]] == [
        ("c", 1, None)
    ] * 3
    assert [len(each["patch_id"]) for each in record["patches"]] == [64] * 3
    assert "/patches" not in losses


def test_patches_that_a_search_found_are_left_as_they_are() -> None:
    known = (Patch(id="p", path="a", change="modify"),)
    assert registry.passes["enrich"].run(replace(EDIT, patches=known), lambda _: None).patches == known
