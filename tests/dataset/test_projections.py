"""What sessions are made into: the context as the model had it, nothing twice, and rows that say what is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from steno.dataset.projections import projections
from steno.dataset.projections.contract import Column, Kind, Unfit, fitted
from tests.given.datasets import built, given, rows
from tests.given.machine import dialogue, lines, record

FIXTURES = Path(__file__).parent.parent / "fixtures"


def made(folder: Path, records: Any, projection: str = "chat", more: str = "", name: str = "s.jsonl") -> list[Any]:
    given(folder, projection, count=0, more=more)
    (folder / "sessions").mkdir(exist_ok=True)
    (folder / "sessions" / name).write_bytes(lines(records))
    built(folder)
    return rows(folder)


def said(row: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(each["role"], each["content"]) for each in row["messages"]]


def test_a_conversation_has_calls_and_what_they_returned(tmp_path: Path) -> None:
    (row,) = made(tmp_path, dialogue("s"))
    call = {
        "id": "toolu_1",
        "type": "function",
        "function": {"name": "Bash", "arguments": '{"command":"water --roses"}'},
    }
    blank = {"reasoning_content": None, "tool_calls": None, "tool_call_id": None, "copied": False}
    assert row["messages"] == [
        {"role": "user", "content": "Water the roses", **blank},
        {"role": "assistant", "content": None, **blank, "tool_calls": [call]},
        {"role": "tool", "content": "done", **blank, "tool_call_id": "toolu_1"},
        {"role": "assistant", "content": "The roses are watered.", **blank},
    ]
    assert (row["thread"], row["context"], row["is_summarised"]) == ("main", 0, False)


def test_thoughts_are_kept_where_they_are_asked_for(tmp_path: Path) -> None:
    records = dialogue("s")[:4]
    for each in records:
        message = each["message"]
        if each["type"] == "assistant" and isinstance(message, dict):
            message["id"] = "msg_1"
    (row,) = made(tmp_path, records, more='[workflow.options]\nthoughts = "keep"')
    assert [(each["role"], each["reasoning_content"]) for each in row["messages"]] == [
        ("user", None), ("assistant", "They look dry."), ("tool", None),
    ]  # fmt: skip
    assert row["messages"][1]["tool_calls"][0]["function"]["name"] == "Bash"


def test_the_shape_of_anthropic_has_blocks(tmp_path: Path) -> None:
    (row,) = made(tmp_path, dialogue("s"), "chat-anthropic")
    told = [(each["role"], [block["type"] for block in each["content"]]) for each in row["messages"]]
    assert told == [("user", ["text"]), ("assistant", ["tool_use"]), ("user", ["tool_result"]), ("assistant", ["text"])]
    use, result = row["messages"][1]["content"][0], row["messages"][2]["content"][0]
    assert (use["id"], use["name"], json.loads(use["input"])) == ("toolu_1", "Bash", {"command": "water --roses"})
    assert (result["tool_use_id"], result["content"], result["text"]) == ("toolu_1", "done", None)
    assert row["system"] is None


def compacted(session: str) -> list[dict[str, Any]]:
    """A session whose context was made shorter in the middle."""
    boundary = {
        **record("user", "", 5, session),
        "type": "system",
        "subtype": "compact_boundary",
        "content": "compacted",
    }
    del boundary["message"]
    summary = record("user", "The roses were watered; the lilies are left.", 6, session, isCompactSummary=True)
    answer = record("assistant", [{"type": "text", "text": "The lilies are watered too."}], 7, session)
    return [*dialogue(session), boundary, summary, answer]


def test_a_compaction_ends_a_context_and_begins_another_with_its_summary(tmp_path: Path) -> None:
    first, second = made(tmp_path, compacted("s"))
    assert said(first)[-1] == ("assistant", "The roses are watered.")
    assert said(second) == [
        ("user", "The roses were watered; the lilies are left."), ("assistant", "The lilies are watered too."),
    ]  # fmt: skip
    assert [(row["context"], row["is_summarised"], row["begins_known"]) for row in (first, second)] == [
        (0, False, True), (1, True, True),
    ]  # fmt: skip


def test_what_a_human_took_back_is_left_out_and_counted(tmp_path: Path) -> None:
    records = dialogue("s")
    again = record("user", "No, water the lilies", 9, "s")
    start = {**record("user", "Good morning", 20, "s"), "uuid": "root", "parentUuid": None}
    records[0]["parentUuid"] = again["parentUuid"] = "root"
    answer = record("assistant", [{"type": "text", "text": "The lilies are watered."}], 10, "s")
    answer["parentUuid"] = "u9"
    (row,) = made(tmp_path, [start, *records, again, answer])
    assert [text for _, text in said(row)] == ["Good morning", "No, water the lilies", "The lilies are watered."]
    manifest = json.loads((tmp_path / "build" / "manifest.json").read_text())
    assert manifest["losses"]["CNV711"] == 5


def losses(folder: Path) -> dict[str, int]:
    found: dict[str, int] = json.loads((folder / "build" / "manifest.json").read_text())["losses"]
    return found


@pytest.mark.parametrize("projection", ["chat", "chat-anthropic"])
@pytest.mark.parametrize(("thoughts", "named"), [("omit", {"CNV715": 1}), ("keep", {})])
def test_what_a_conversation_has_no_place_for_is_named(
    tmp_path: Path, projection: str, thoughts: str, named: dict[str, int]
) -> None:
    given(tmp_path, projection, count=0, more=f'[workflow.options]\nthoughts = "{thoughts}"')
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}
    records = [
        record("user", [{"type": "text", "text": "Which rose?"}, image], 1, "s"),
        record("assistant", [{"type": "thinking", "thinking": "Its leaves say so.", "signature": "c2lnbg=="}], 2, "s"),
        record("assistant", [{"type": "thinking", "thinking": "", "signature": "c2lnbg=="}], 3, "s"),
        record("assistant", [{"type": "text", "text": "A tea rose."}], 4, "s"),
    ]
    (tmp_path / "sessions").mkdir()
    (tmp_path / "sessions" / "s.jsonl").write_bytes(lines(records))
    built(tmp_path)
    (row,) = rows(tmp_path)
    assert ("Its leaves say so." in json.dumps(row["messages"])) == (thoughts == "keep")
    assert losses(tmp_path) == {"CNV716": 1, "CNV717": 1, **named}


def forked(first: list[dict[str, Any]], origin: str, own: str, prompt: str, answer: str) -> list[dict[str, Any]]:
    """A session that begins with a copy of another one."""
    copied = [
        {**each, "sessionId": own, "forkedFrom": {"sessionId": origin, "messageUuid": each["uuid"]}} for each in first
    ]
    return [
        *copied, record("user", prompt, 5, own), record("assistant", [{"type": "text", "text": answer}], 6, own),
    ]  # fmt: skip


@pytest.mark.parametrize("prefix", ["omit", "keep"])
def test_a_beginning_that_another_session_has_is_never_twice_without_a_word(tmp_path: Path, prefix: str) -> None:
    given(tmp_path, count=0, more=f'[workflow.options]\nprefix = "{prefix}"')
    folder = tmp_path / "sessions"
    folder.mkdir()
    first = dialogue("s0")
    more = [
        record("user", "And the lilies?", 5, "s1"),
        record("assistant", [{"type": "text", "text": "Yes."}], 6, "s1"),
    ]
    fork = [
        {**each, "sessionId": "s1", "forkedFrom": {"sessionId": "s0", "messageUuid": each["uuid"]}} for each in first
    ]
    (folder / "s0.jsonl").write_bytes(lines(first))
    (folder / "s1.jsonl").write_bytes(lines([*fork, *more]))
    built(tmp_path)
    one, two = rows(tmp_path)
    assert len(one["messages"]) == 4
    own = [("user", "And the lilies?"), ("assistant", "Yes.")]
    assert two["copied_events"] == 5
    assert two["copied_from"] == ["s0"]
    copied = [each["copied"] for each in two["messages"]]
    if prefix == "omit":
        assert (said(two), copied) == (own, [False, False])
    else:
        assert (said(two)[-2:], copied) == (own, [True, True, True, True, False, False])


def test_families_of_forks_stay_in_one_split(tmp_path: Path) -> None:
    given(tmp_path, count=0, shares="{ train = 0.5, test = 0.5 }")
    folder = tmp_path / "sessions"
    folder.mkdir()
    for number in range(6):
        first = dialogue(f"a{number}", f"Water bed {number}")
        fork = forked(first, f"a{number}", f"b{number}", f"More of {number}", f"Yes {number}.")
        (folder / f"a{number}.jsonl").write_bytes(lines(first))
        (folder / f"b{number}.jsonl").write_bytes(lines(fork))
    built(tmp_path)
    where = {row["provenance"]["session"]: split for split in ("train", "test") for row in rows(tmp_path, split)}
    assert len(where) == 12
    assert {where[f"a{number}"] == where[f"b{number}"] for number in range(6)} == {True}
    assert set(where.values()) == {"train", "test"}


def test_the_calls_of_tools_are_rows(tmp_path: Path) -> None:
    (row,) = made(tmp_path, dialogue("s", output="wet"), "tool-calls")
    assert {key: row[key] for key in ("tool", "arguments", "result", "error", "is_answered")} == {
        "tool": "Bash", "arguments": '{"command":"water --roses"}', "result": "wet", "error": None, "is_answered": True,
    }  # fmt: skip


def test_half_of_a_character_is_replaced_and_said(tmp_path: Path) -> None:
    (row,) = made(tmp_path, dialogue("s", output="wet \ud83c roses"), "tool-calls")
    assert row["result"] == "wet \ufffd roses"
    assert row["provenance"]["losses"] == []
    assert json.loads((tmp_path / "build" / "manifest.json").read_text())["losses"] == {"CNV721": 1}


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (r"wet \ud83c roses", r"wet \ud83c roses"),
        (r"wet \\ud83c roses", r"wet \\ud83c roses"),
        ("\\" + "\ud83c", "\\" + "\ufffd"),
        (r"\ud83c" + "\ud83c", r"\ud83c" + "\ufffd"),
    ],
)
def test_what_only_looks_like_half_of_a_character_stands(tmp_path: Path, said: str, kept: str) -> None:
    (row,) = made(tmp_path, dialogue("s", output=said), "tool-calls")
    assert row["result"] == kept
    losses = json.loads((tmp_path / "build" / "manifest.json").read_text())["losses"]
    assert losses == ({} if said == kept else {"CNV721": 1})


def test_a_value_that_a_column_cannot_hold_is_refused() -> None:
    columns = (Column("count", Kind.INTEGER, ""), Column("said", Kind.TEXT, ""), Column("more", Kind.JSON, ""))
    assert fitted(columns, {"said": {"a": 1}, "more": "x"}) == {"count": None, "said": '{"a":1}', "more": '"x"'}
    for wrong in ({"count": 1.5}, {"count": 1 << 64}, {"count": True}, {"colour": 1}):
        with pytest.raises(Unfit):
            fitted(columns, wrong)


@pytest.mark.parametrize("projection", projections())
@pytest.mark.parametrize("fixture", ["claude_code/every_record.jsonl", "codex/wrapped.jsonl", "pi/tree.jsonl"])
def test_every_projection_takes_every_session_and_its_files_can_be_read(
    tmp_path: Path, projection: str, fixture: str
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    given(tmp_path, projection, count=0)
    (tmp_path / "sessions").mkdir()
    (tmp_path / "sessions" / "s.jsonl").write_bytes((FIXTURES / fixture).read_bytes())
    done = built(tmp_path)
    assert done.quarantined == []
    found = rows(tmp_path)
    assert len(found) == done.manifest.splits["train"].rows
    assert len({row["id"] for row in found}) == len(found)
    if found:
        assert parquet.read_table(tmp_path / "build" / done.manifest.files[0].path).to_pylist() == found
