from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from steno.detect.rule import crc32_base62, fake
from tests.given import garden
from tests.given.corpus import corpus
from tests.given.machine import claude, dialogue, lines, steno

BODY = fake(30)
SECRET = "ghp_" + BODY + crc32_base62(BODY)
FORSY = Path(__file__).parents[1] / "fixtures" / "forsy"
VIEWS = ("sft", "preference", "process-reward", "trajectory")


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return claude(tmp_path, garden.SESSION, garden.session(f" {SECRET}"))


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_bytes(bytes(range(32)))
    path.chmod(0o600)
    return path


@pytest.mark.parametrize("view", VIEWS)
def test_no_secret_leaves_unless_asked_for(view: str, session: Path, tmp_path: Path) -> None:
    usual = steno("view-as", view, str(session), home=tmp_path)
    assert (usual.code, SECRET in usual.out) == (0, False)
    assert "[REDACTED:" in usual.out
    asked = steno("view-as", view, str(session), "--redact", "none", home=tmp_path)
    assert (asked.code, SECRET in asked.out) == (0, True)


@pytest.mark.parametrize("view", VIEWS)
def test_rows_are_the_same_every_time(view: str, session: Path, key: Path, tmp_path: Path) -> None:
    args = ("view-as", view, str(session), "--redaction-key", str(key), "--redact", "pii")
    first = steno(*args, home=tmp_path)
    assert first.out
    assert steno(*args, home=tmp_path) == first


def test_one_secret_has_one_mark_in_all_inputs(session: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(lines(dialogue("b" * 8, prompt=f"Use {SECRET}")))
    ended = steno("view-as", "trajectory", str(session), str(other), home=tmp_path)
    first, second = (row["context"]["task"] for row in ended.json())
    assert first.removeprefix("Water the roses daily ") == second.removeprefix("Use ")


@pytest.mark.parametrize("view", VIEWS)
def test_at_strict_nothing_leaves_that_tools_returned(view: str, session: Path, tmp_path: Path) -> None:
    ended = steno("view-as", view, str(session), "--redact", "strict", home=tmp_path)
    assert ended.code == 0
    for said in ("String to replace", "the pump is cold", "was updated", 'watered"'):
        assert said not in ended.out


def test_at_strict_a_result_that_a_trace_states_is_masked(tmp_path: Path) -> None:
    document = json.loads((FORSY / "v0_1.json").read_bytes())
    ended = steno("view-as", "trajectory", str(FORSY / "v0_1.json"), "--redact", "strict", home=tmp_path)
    (row,) = ended.json()
    answers = {step["step"] for step in document["steps"] if step["action"] == "output"}
    said = [step["next_state"]["output"] for step in row["steps"] if step["step"] not in answers]
    said += [step["state"]["observation"] for step in row["steps"]]
    assert {each.partition(":")[0] if each else None for each in said} == {None, "[REDACTED"}


def test_a_file_is_for_its_owner_alone(session: Path, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    ended = steno("view-as", "sft", str(session), "-o", str(path), home=tmp_path)
    assert (ended.code, ended.out) == (0, "")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [json.loads(line)["step"] for line in path.read_bytes().splitlines()] == [6, 8]
    assert "2 rows of sft from 1 input" in ended.err


def test_a_session_may_come_from_standard_input(session: Path, tmp_path: Path) -> None:
    ended = steno("view-as", "sft", "-", home=tmp_path, stdin=session.read_bytes())
    assert [row["step"] for row in ended.json()] == [6, 8]


def test_one_input_that_cannot_be_read_does_not_stop_the_others(session: Path, tmp_path: Path) -> None:
    ended = steno("view-as", "sft", str(tmp_path / "gone.jsonl"), str(session), "zzzz", home=tmp_path)
    assert ended.code == 4
    assert [row["step"] for row in ended.json()] == [6, 8]
    assert "gone.jsonl: no such file" in ended.err
    assert "no file 'zzzz', and no session id begins with it" in ended.err
    assert "2 rows of sft from 1 input" in ended.err


def test_no_input_that_can_be_read_ends_with_3(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone.jsonl")
    alone = steno("view-as", "sft", gone, "--json", home=tmp_path)
    assert (alone.code, json.loads(alone.err)["error"]["kind"]) == (3, "unreadable")
    assert steno("view-as", "sft", gone, gone, home=tmp_path).code == 3


def test_nothing_is_written_where_a_file_already_is_and_the_input_fails(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("before")
    assert steno("view-as", "sft", str(tmp_path / "gone.jsonl"), "-o", str(path), home=tmp_path).code == 3
    assert path.read_text() == "before"


def test_an_unknown_view_is_a_usage_error(session: Path, tmp_path: Path) -> None:
    ended = steno("view-as", "sftt", str(session), home=tmp_path)
    assert ended.code == 2
    assert "'sftt' is not one of 'sft', 'preference', 'process-reward', 'trajectory'" in ended.err


def test_a_system_prompt_is_named_and_quoted_only_on_request(tmp_path: Path) -> None:
    document = json.loads((FORSY / "v0_1.json").read_bytes())
    document["system_prompt"] = "You tend a garden."
    trace = tmp_path / "trace.json"
    trace.write_text(json.dumps(document))

    def prompt(*args: str) -> Any:
        (row,) = steno("view-as", "trajectory", str(trace), *args, home=tmp_path).json()
        return row["context"]["system_prompt"]

    assert prompt().startswith("sha256:")
    assert prompt("--system-prompt", "text") == "You tend a garden."


def test_a_review_shows_in_every_row(session: Path, tmp_path: Path) -> None:
    mara = ("--author", "Mara", "--role", "human")
    for step in range(1, 9):
        ended = steno("note", str(session), "--step", str(step), "--reviewed", *mara, home=tmp_path)
        assert ended.code == 0, ended.err
    for row in steno("view-as", "process-reward", str(session), home=tmp_path).json():
        assert row["trust"]["validation_level"] == "human_reviewed"
        assert row["trust"]["validation_grade"] == "annotated:human:Mara"
        # Who looked at a step did not thereby say what a rule says of it.
        assert {each["strength"] for each in row["labels"].values() if each} == {"weak"}


# steno export -t forsy


def exported(word: Path, home: Path, *args: str) -> Path:
    path = home / "exported.json"
    ended = steno("export", str(word), "-t", "forsy", "-o", str(path), *args, home=home)
    assert ended.code == 0, ended.err
    return path


def test_an_exported_session_keeps_every_strict_rule(session: Path, tmp_path: Path) -> None:
    trace = exported(session, tmp_path)
    assert SECRET not in trace.read_text()
    assert steno("check", str(trace), "--level", "strict", home=tmp_path).code == 0


def test_leave_to_export_thoughts_is_open_tokens_matter_alone(session: Path, tmp_path: Path) -> None:
    ended = steno("export", str(session), "-t", "forsy", home=tmp_path, STENO_PERMIT_INTERNAL="1")
    assert (ended.code, json.loads(ended.out)["schema_version"]) == (0, "forsy-trace-v0.1")


def test_without_a_format_a_session_is_exported_as_open_token(session: Path, tmp_path: Path) -> None:
    ended = steno("export", str(session), home=tmp_path)
    assert "events" in json.loads(ended.out)


@pytest.mark.parametrize(
    "name", ["claude-code/spotter-subagent/subagent.jsonl", "codex/localpush-2026-02-23T12-54-34/*.jsonl"]
)
def test_an_exported_session_of_the_corpus_keeps_every_strict_rule(name: str, tmp_path: Path) -> None:
    (session,) = corpus().glob(name)
    trace = exported(session, tmp_path)
    ended = steno("check", str(trace), "--level", "strict", home=tmp_path)
    assert (ended.code, ended.out) == (0, "")
    numbers = {step["step"] for step in json.loads(trace.read_bytes())["steps"]}
    (row,) = steno("view-as", "trajectory", str(session), home=tmp_path).json()
    assert {step["step"] for step in row["steps"]} == numbers


@pytest.mark.parametrize("view", VIEWS)
def test_rows_that_were_not_masked_are_announced(view: str, session: Path, tmp_path: Path) -> None:
    usual = steno("view-as", view, str(session), home=tmp_path)
    asked = steno("view-as", view, str(session), "--redact", "none", home=tmp_path)
    assert ["NOTHING: redaction is off (redact=none)" in each.err for each in (usual, asked)] == [False, True]


def test_a_folder_stands_for_the_sessions_in_it(session: Path, tmp_path: Path) -> None:
    claude(tmp_path, "b" * 8)
    agent = session.with_suffix("") / "subagents" / "agent-a.jsonl"
    agent.parent.mkdir(parents=True)
    agent.write_bytes(b"")
    (session.parent / "x.notes.jsonl").write_text("{}\n")
    ended = steno("view-as", "trajectory", str(tmp_path / ".claude"), home=tmp_path)
    assert (ended.code, len(ended.json())) == (0, 2)
    assert "2 rows of trajectory from 2 inputs" in ended.err


def test_a_file_of_a_folder_that_cannot_be_read_is_named_and_the_others_are_done(session: Path, tmp_path: Path) -> None:
    (session.parent / "bad.jsonl").write_text("nothing\n")
    ended = steno("view-as", "trajectory", str(session.parent), home=tmp_path)
    assert (ended.code, len(ended.json()), "bad.jsonl" in ended.err) == (4, 1, True)


def test_sessions_are_chosen_by_project_and_by_day(session: Path, tmp_path: Path) -> None:
    shed = claude(tmp_path, "b" * 8, dialogue("b" * 8, cwd="/srv/shed"))

    def chosen(*args: str) -> list[str]:
        ended = steno("view-as", "trajectory", *args, home=tmp_path)
        assert ended.code == 0, ended.err
        return [row["trace"] for row in ended.json()]

    assert chosen("--project", "shed") == ["b" * 8]
    assert chosen(str(session), str(shed), "--project", "/srv/garden") == [garden.SESSION]
    assert sorted(chosen("--since", "2026-01-02", str(tmp_path / ".claude"))) == [garden.SESSION, "b" * 8]
    assert chosen("--since", "2026-01-03", str(tmp_path / ".claude")) == []
    assert steno("view-as", "trajectory", home=tmp_path).code == 2
    assert steno("view-as", "trajectory", "--since", "soon", home=tmp_path).code == 2
