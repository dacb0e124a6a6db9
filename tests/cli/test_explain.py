"""`steno explain` says what the steps are, who says so, and where it stands."""

from __future__ import annotations

from pathlib import Path

from tests.given.derivation import garden
from tests.given.machine import lines, steno


def written(home: Path) -> str:
    path = home / "garden.jsonl"
    path.write_bytes(lines(garden().records))
    return str(path)


def test_a_step_is_explained_field_by_field(tmp_path: Path) -> None:
    ended = steno("explain", written(tmp_path), "--step", "6", home=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    shown = [" ".join(line.split()) for line in ended.out.splitlines()]
    assert shown[0] == "step 6 agent_step, garden.jsonl:10"
    assert {
        'input {"command":"tap on"} observed DRV051 derive/arguments line 10',
        "success true derived DRV072 derive/tool-result-ok line 11",
        "caused_by [2] derived DRV064 derive/retry line 3, line 4, line 10",
        "retry_of 2 derived DRV064 derive/retry line 3, line 4, line 10",
        "DRV064 derive/retry",
    } <= set(shown)
    assert "not known: parallel_group, observation" in ended.out


def test_a_step_as_json_has_values_authors_and_places(tmp_path: Path) -> None:
    path = written(tmp_path)
    (record,) = steno("explain", path, "--step", "2", "--json", home=tmp_path).json()
    assert (record["schema"], record["step"], record["uid"]) == ("steno.explain/1", 2, "3")
    lines = Path(path).read_bytes().splitlines(keepends=True)
    fourth = {"line": 4, "offset": sum(map(len, lines[:3])), "length": len(lines[3])}
    assert record["fields"]["success"] == {
        "value": False,
        "how": "derived",
        "rule": "derive/exit-code",
        "code": "DRV071",
        "evidence": [{"uid": "4", "path": path, **fourth, "pointer": "/message/content/0"}],
    }
    assert record["unknown"] == [
        "parallel_group", "observation", "input_source", "state_change", "alternatives_considered", "message_role",
        "feedback_type", "feedback_content", "retry_of",
    ]  # fmt: skip


def test_without_a_step_it_says_how_much_is_accounted_for_and_why_it_is_trusted(tmp_path: Path) -> None:
    ended = steno("explain", written(tmp_path), home=tmp_path)
    assert ended.code == 0
    assert "10 steps in 1 turn: 2 user_message, 1 error, 6 agent_step, 1 output" in ended.out
    assert "17 events: 16 of the 16 with work in them are in steps; 6 of 6 calls with a result" in ended.out
    assert "DRV093 derive/confidence" in ended.out
    assert "retraced_from_logs" in ended.out


def test_the_whole_as_json(tmp_path: Path) -> None:
    (record,) = steno("explain", written(tmp_path), "--json", home=tmp_path).json()
    assert record["fields"] == {"observed": 42, "derived": 94, "annotated": 0, "absent": 134}
    assert record["coverage"]["accounted"] == record["coverage"]["material"] == 16
    assert record["whole"]["agent_confidence"]["value"] == 90


def test_steps_are_listed(tmp_path: Path) -> None:
    ended = steno("explain", written(tmp_path), "--steps", home=tmp_path)
    assert [line.split() for line in ended.out.splitlines()[:3]] == [
        ["STEP", "TURN", "ACTOR", "ACTION", "OPERATION", "TOOL", "WHERE"],
        ["1", "1", "user", "user_message", "garden.jsonl:1"],
        ["2", "1", "agent:main", "error", "execute", "Bash", "garden.jsonl:3"],
    ]


def test_what_somebody_said_is_annotated_and_names_them(tmp_path: Path) -> None:
    path = written(tmp_path)
    said = ("--step", "3", "--eval", "+1", "--eval-reason", "Found it", "--author", "Mara", "--role", "human")
    assert steno("note", path, *said, home=tmp_path).code == 0
    (record,) = steno("explain", path, "--step", "3", "--json", home=tmp_path).json()
    known = record["fields"]["eval"]
    assert (known["value"], known["how"], known["author"]) == (1, "annotated", "human:Mara")


def test_a_step_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    ended = steno("explain", written(tmp_path), "--step", "99", home=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert "no step 99: the trace has 10 steps" in ended.err


def test_hostile_text_is_shown_and_never_obeyed(tmp_path: Path) -> None:
    session = garden()
    session.records[0]["message"]["content"] = "\x1b[2Jgone"
    path = tmp_path / "garden.jsonl"
    path.write_bytes(lines(session.records))
    for args in ((), ("--step", "1"), ("--steps",)):
        assert "\x1b" not in steno("explain", str(path), *args, home=tmp_path).out


def test_the_page_of_a_rule_is_found_by_its_name_too(tmp_path: Path) -> None:
    by_name, by_code = (steno("rule", word, home=tmp_path).out for word in ("derive/retry", "DRV064"))
    assert by_name == by_code != ""
