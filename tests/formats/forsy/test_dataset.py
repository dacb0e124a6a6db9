"""The files of a dataset: whole traces, rows of steps, manifests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from steno.base.exact import decode, encode
from steno.formats.forsy import dataset, raw
from steno.formats.forsy.upgrade import upgrade
from steno.formats.forsy.words import STEP
from tests.given import machine
from tests.given.corpus import corpus
from tests.given.forsy import FIXTURES

V1, V0_1 = str(FIXTURES / "v1.json"), str(FIXTURES / "v0_1.json")


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def gathered(tmp_path: Path, *words: str) -> Path:
    folder = tmp_path / "set"
    ended = machine.steno("bundle", "--dataset", *words, "-o", str(folder), home=tmp_path)
    assert ended.code == 0, ended.err
    return folder


def test_a_dataset_is_three_files(tmp_path: Path) -> None:
    folder = gathered(tmp_path, V0_1, V1)
    found = {each.name: lines(each) for each in folder.iterdir()}
    old = json.loads(Path(V1).read_bytes())
    assert found["traces.jsonl"] == [json.loads(Path(V0_1).read_bytes()), json.loads(encode(upgrade(old)))]
    assert [each["trace_id"] for each in found["manifests.jsonl"]] == ["forsy_trace_fan_001", "col_7"]
    assert [(each["trace_id"], each["step_index"]) for each in found["steps.jsonl"]] == [
        *(("forsy_trace_fan_001", number) for number in range(1, 9)),
        *(("col_7", number) for number in range(1, 5)),
    ]


def test_a_row_has_every_field_of_its_step_and_says_of_which_trace_it_is(tmp_path: Path) -> None:
    (row, *_) = lines(gathered(tmp_path, V0_1) / "steps.jsonl")[1:2]
    step = json.loads(Path(V0_1).read_bytes())["steps"][1]
    assert row == {
        **{key: step[key] for key in STEP if key != "step"},
        "feedback": None,
        "step_index": 2,
        "trace_id": "forsy_trace_fan_001",
        "trace_slug": None,
        "original_folder_name": None,
        "source_trace_id": None,
    }
    assert list(row) == sorted(row)


def test_the_published_shape_leaves_alternatives_out_and_renames_feedback(tmp_path: Path) -> None:
    row = lines(gathered(tmp_path, V0_1, "--compat") / "steps.jsonl")[7]
    assert {"alternatives_considered", "feedback_content"}.isdisjoint(row)
    assert row["feedback"] == "The fan stops."


def test_the_published_files_are_reproduced_byte_for_byte(tmp_path: Path) -> None:
    published = corpus() / "forsy"
    examples = [str(each) for each in sorted((published / "examples").iterdir())]
    folder = gathered(tmp_path, *examples, "--compat")
    for name in dataset.FILES:
        assert (folder / name).read_bytes() == (published / "dataset" / name).read_bytes(), name


def test_traces_as_they_were_handed_in_become_the_published_ones() -> None:
    published = corpus() / "forsy"
    count = 0
    for folder in sorted((published / "examples").iterdir()):
        trace, manifest = (decode((folder / name).read_bytes()).value for name in ("trace.json", "manifest.json"))
        source = published / "raw" / trace["original_folder_name"]
        given, about = (decode((source / name).read_bytes()).value for name in ("data.json", "manifest.json"))
        found = raw.published(given, about, trace["trace_slug"], trace["source_folder_names"])
        assert [dataset.line(each) for each in found] == [dataset.line(trace), dataset.line(manifest)], folder
        count += 1
    assert count == 10


def hand_in(folder: Path, **more: Any) -> str:
    folder.mkdir()
    steps = [{"step": 1, "action": "user_message", "input": "a"}, {"step": 2, "action": "tool_call", "input": "b"}]
    trace = {"collection_id": "c-1", "prior_collection_id": "", "task": "t", "steps": steps, **more}
    (folder / "data.json").write_text(json.dumps(trace))
    (folder / "manifest.json").write_text(json.dumps({"collection_id": "c-1", "schema_version": "forsy-v1"}))
    return str(folder)


def test_a_trace_that_was_handed_in_twice_is_one(tmp_path: Path) -> None:
    words = [hand_in(tmp_path / "x1"), hand_in(tmp_path / "x2"), hand_in(tmp_path / "x3", task="u")]
    found = lines(gathered(tmp_path, *words, "--compat") / "traces.jsonl")
    assert [(each["trace_slug"], each["source_folder_names"]) for each in found] == [
        ("x1", ["x1", "x2"]),
        ("x3", ["x3"]),
    ]
    assert [(each["actor"], each["step_index"]) for each in found[0]["steps"]] == [("user", 1), ("agent", 2)]
    assert (found[0]["schema_version"], found[0]["trace_id"], found[0]["prior_trace_id"]) == ("forsy-v1", "c-1", None)


def test_a_secret_leaves_neither_in_a_trace_nor_in_its_manifest(tmp_path: Path) -> None:
    secret = "AKIA" + "QYLPMN5HFIQR7XYA"
    folder = hand_in(tmp_path / "x1", task=f"use {secret}")
    (tmp_path / "x1" / "manifest.json").write_text(json.dumps({"collection_id": "c-1", "contact": f"use {secret}"}))
    made = gathered(tmp_path, folder)
    assert [secret in each.read_text() for each in sorted(made.iterdir())] == [False] * 3
    assert lines(made / "manifests.jsonl")[0]["contact"] == "use [CREDENTIAL]"


def test_an_input_that_cannot_be_read_is_named_and_the_others_are_gathered(tmp_path: Path) -> None:
    made = tmp_path / "set"
    ended = machine.steno("bundle", "--dataset", V0_1, "missing.json", "-o", str(made), home=tmp_path)
    assert (ended.code, "missing.json" in ended.err, len(lines(made / "traces.jsonl"))) == (4, True, 1)


@pytest.mark.parametrize("words", [("missing.json",), ("missing.json", "gone.json")])
def test_where_no_input_can_be_read_there_is_no_dataset(words: tuple[str, ...], tmp_path: Path) -> None:
    ended = machine.steno("bundle", "--dataset", *words, "-o", str(tmp_path / "set"), home=tmp_path)
    assert (ended.code, list(tmp_path.iterdir())) == (3, [])


def test_a_dataset_of_a_folder_and_of_the_sessions_of_a_project(tmp_path: Path) -> None:
    machine.claude(tmp_path, "a" * 8)
    machine.claude(tmp_path, "b" * 8, machine.dialogue("b" * 8, cwd="/srv/shed"))
    folder = str(tmp_path / ".claude" / "projects")
    for number, (count, args) in enumerate({
        2: (folder,), 1: (folder, "--project", "shed"), 0: (folder, "--since", "2026-01-03"),
    }.items()):  # fmt: skip
        made = tmp_path / f"set{number}"
        ended = machine.steno("bundle", "--dataset", *args, "-o", str(made), home=tmp_path)
        assert (ended.code, len(lines(made / "traces.jsonl"))) == (0, count)
    made = tmp_path / "set"
    ended = machine.steno("bundle", "--dataset", "--project", "shed", "-o", str(made), home=tmp_path)
    assert (ended.code, len(lines(made / "traces.jsonl"))) == (0, 1)
    assert machine.steno("bundle", "--dataset", "-o", str(tmp_path / "none"), home=tmp_path).code == 2


def test_a_dataset_without_redaction_says_so_loudly(tmp_path: Path) -> None:
    args = ("bundle", "--dataset", V0_1, "-o")
    usual = machine.steno(*args, str(tmp_path / "one"), home=tmp_path)
    asked = machine.steno(*args, str(tmp_path / "two"), "-O", "redact=none", home=tmp_path)
    assert ["NOTHING: redaction is off" in each.err for each in (usual, asked)] == [False, True]


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ({"b": [1, 2.50], "a": {"d": None, "c": 'x, "ü": '}}, '{"a": {"c": "x, \\"ü\\": ", "d": null}, "b": [1, 2.5]}'),
        ({}, "{}"),
        ({"a": []}, '{"a": []}'),
    ],
)  # fmt: skip
def test_a_line_has_its_keys_in_order_and_a_space_behind_commas_and_colons(value: Any, line: str) -> None:
    assert dataset.line(value) == line.encode() + b"\n"
    assert dataset.line(value).decode() == json.dumps(value, sort_keys=True, ensure_ascii=False) + "\n"
