"""Edits that failed."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from steno.edits.calls import Tried, edits
from tests.given.twins import run, trace


def test_a_failed_patch_that_names_a_file_and_no_change_was_tried() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n*** End Patch"
    found = trace(run("aaaa", ("asks", "Go"), ("calls", "apply_patch", {"input": patch}, "no hunk", True)))
    anyone = replace(found, header=replace(found.header, agent=UNSET))  # so that the tools of every agent are known
    assert [(edit.path, edit.steps) for edit in edits(anyone)] == [("a.py", (Tried(),))]
