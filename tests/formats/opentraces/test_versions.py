"""Records of every version are read, and written as another without losing a word."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opentraces_schema.migrations import migrate_record, reconstruct_patches_from_unified_diff

from steno.formats.opentraces.hashes import content_hash
from steno.formats.opentraces.versions import changes, legacy_patches, moved
from steno.model import Patch
from tests.given.effort import examples
from tests.given.opentraces import FIXTURES, package, read, written

OLD = json.loads((FIXTURES / "v0_1.json").read_bytes())
LATE = json.loads((FIXTURES / "v0_9.jsonl").read_bytes())
FOO = "--- a/foo.py\n+++ b/foo.py\n@@ -1 +1 @@\n-a\n+b\n"
DELETED = "--- a/old.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
_lines = st.sampled_from(
    ["--- a/x.py", "+++ b/x.py", "--- /dev/null", "+++ /dev/null", "--- b/y\t2026", "+++ ", "---  ", "@@ -1 +1 @@",
     "-- x", "--- x", "++ y", "+a", "-b", " c", "", "diff --git a/x b/x"]
)  # fmt: skip


@pytest.mark.parametrize(
    ("diff", "expected"),
    [
        (FOO, [("foo.py", "b70a814ff28672b2a36af56253814d4f331bac48bade586192af44412167c609", "modify")]),
        (DELETED, [("old.py", "5675ecd1e96d3b5a33ff6bbb3cf44c4b79a2967fd3473b88d015b28bf4fae1e0", "delete")]),
        (
            "--- a/foo.py\n+++ b/foo.py\n@@ -1 +1,2 @@\n a\n+b\n--- a/bar.py\n+++ b/bar.py\n@@ -0,0 +1 @@\n+z\n",
            [
                ("foo.py", "de90c9d8ba677eb317e187ef3596f96dfd7853b0a6cd6b64d991c1cd5eef9052", "modify"),
                ("bar.py", "364a2cf8d66d7752b6b1c12a6fc2eee07f67a90641e841f22f3dde75dfcb3857", "modify"),
            ],
        ),
        ("not a diff", []),
    ],
)
def test_a_diff_of_the_whole_session_is_patches_with_the_ids_of_the_reference(diff: str, expected: Any) -> None:
    assert [(each.path, each.id, each.kind) for each in changes(diff)] == expected


@settings(max_examples=examples(300), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(_lines, max_size=8).map("\n".join))
def test_any_diff_is_taken_apart_as_the_reference_does(diff: str) -> None:
    assert legacy_patches({"outcome": {"patch": diff}}) == reconstruct_patches_from_unified_diff(diff)


def test_an_old_record_is_read_with_the_patches_of_its_diff() -> None:
    trace, problems = read((FIXTURES / "v0_1.json").read_bytes())
    assert problems == []
    assert [(each.path, each.change, each.methods, each.limitations) for each in trace.patches] == [
        ("rose.py", "modify", ("legacy_outcome_patch_migration",), ("reconstructed_from_outcome_patch",)),
        ("old.py", "delete", ("legacy_outcome_patch_migration",), ("reconstructed_from_outcome_patch",)),
    ]
    assert trace.patches[0].diff == "--- a/rose.py\n+++ b/rose.py\n@@ -1 +1 @@\n-name = 'a'\n+name = 'b'"


def test_an_old_record_becomes_one_that_the_package_takes() -> None:
    data, losses = written(read((FIXTURES / "v0_1.json").read_bytes())[0])
    found = json.loads(data)
    package(data)
    expected = migrate_record(OLD)
    assert found["patches"] == expected["patches"]
    assert found["metadata"] == {
        "source": "garden",
        "legacy": {"patch": OLD["outcome"]["patch"], "attribution.version": "0.1.0", "security.tier": 2},
    }
    assert found["security"] == {"redactions_applied": 1, "scanned": True}
    assert (found["schema_version"], "patch" in found["outcome"]) == ("0.9.0", False)
    assert "CNV308" in {loss.code for loss in losses}


def test_a_migration_leaves_its_record_as_it_is_and_happens_once() -> None:
    before = json.dumps(OLD)
    once = moved(OLD, "0.7")
    assert moved(once, "0.7") == once
    assert json.dumps(OLD) == before


def test_a_word_for_evidence_that_the_schema_does_not_know_is_read_and_respelled() -> None:
    data = (FIXTURES / "v0_9.jsonl").read_bytes()
    trace, problems = read(data)
    assert [(each.code, each.place.pointer) for each in problems] == [
        ("SRC130", "/patches/0/anchor/evidence_tier"),
        ("SRC130", "/patches/0/anchor/evidence_firmness"),
    ]
    (patch,) = trace.patches
    assert isinstance(patch, Patch)
    assert (getattr(patch.anchor, "tier", None), getattr(patch.anchor, "firmness", None)) == (
        "structural_symbol", "firm_observed",
    )  # fmt: skip
    package(written(trace, "version=0.7")[0])


def test_fields_of_a_later_version_are_kept_for_an_earlier_one() -> None:
    found = moved(LATE, "0.7")
    assert found["environment"] == {"os": "linux"}
    assert found["metadata"]["legacy"] == {
        "environment.resolved_dependencies": [{"name": "six", "version": "1.16.0"}],
        "environment.interpreter": {"name": "cpython", "version": "3.11.4"},
        "environment.arch": "x86_64",
    }
    assert moved(LATE, "0.9")["environment"] == LATE["environment"]


def test_the_hash_of_a_record_is_that_of_its_own_version() -> None:
    """The same content has another hash under another version: a field that is null is a field."""
    later, earlier = ({**LATE, "environment": {}, "schema_version": version} for version in ("0.9.0", "0.7.0"))
    later, earlier = ({**each, "patches": []} for each in (later, earlier))
    assert content_hash(later) != content_hash(earlier)


@pytest.mark.parametrize("name", ["v0_1.json", "v0_9.jsonl"])
def test_a_record_is_kept_in_its_version_on_request(name: str) -> None:
    data = (FIXTURES / name).read_bytes()
    found, losses = written(read(data)[0], "version=keep")
    assert (json.loads(found), losses) == (json.loads(data), [])


def test_a_record_of_the_version_asked_for_is_left_as_it_stands() -> None:
    data = (FIXTURES / "v0_7.jsonl").read_bytes().splitlines(keepends=True)[0]
    assert written(read(data)[0], "version=0.7") == (data, [])
