from __future__ import annotations

import json
import os
import shutil
import stat
from pathlib import Path

import pytest

from steno.api import judgements
from steno.notes import judged
from tests.given.machine import claude, codex, dialogue, lines, record, steno
from tests.given.noted import BO, FORSY, ID, MARA, forsy, listed, note, notes_of

TIME = "2026-01-31T00:00:00Z"


def dump(folder: Path) -> dict[str, bytes]:
    return {str(each): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def grown(id: str = ID) -> list[dict[str, object]]:
    """The dialogue, and what came after it."""
    call = {"type": "tool_use", "id": "toolu_2", "name": "Bash", "input": {"command": "prune --roses"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_2", "content": "pruned"}
    return [
        *dialogue(id),
        record("user", "Prune them, too", 5, id),
        record("assistant", [call], 6, id),
        record("user", [result], 7, id),
        record("assistant", [{"type": "text", "text": "They are pruned."}], 8, id),
    ]


def test_a_note_on_a_step_is_kept_with_author_time_target_and_evidence(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    args = ("--step", "2", "--eval", "-1", "--directive", "Look first", "--evidence", "1")
    ended = note(ID, *args, "--json", *MARA, home=tmp_path)
    expected = [
        {
            "schema": "steno.note/1",
            "author": "human:Mara",
            "time": TIME,
            "target": "3",
            "step": 2,
            "key": key,
            "value": value,
            "evidence": ["1"],
            "gone": False,
            "retracted": False,
        }
        for key, value in (("eval", -1), ("directive", "Look first"))
    ]
    assert ended.code == 0
    assert [{key: value for key, value in each.items() if key != "id"} for each in ended.json()] == expected
    assert listed(ID, tmp_path) == ended.json()
    kept = [json.loads(line) for line in notes_of(tmp_path).read_bytes().splitlines()]
    assert [each["id"] for each in kept] == [each["id"] for each in ended.json()]
    assert len({each["id"] for each in kept}) == 2


def test_notes_are_merged_into_an_export(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    before, _ = forsy(ID, tmp_path)
    note(ID, "--step", "2", "--eval", "-1", "--eval-reason", "Wrong", "--no-success", *MARA, home=tmp_path)
    note(ID, "--step", "3", "--key", "retry_of", "--value", "2", *MARA, home=tmp_path)
    note(ID, "--step", "3", "--key", "caused_by", "--json-value", "[1,2]", *MARA, home=tmp_path)
    note(ID, "--learning", "Look first", "--goal-not-achieved", "--termination-reason", "timeout", *MARA, home=tmp_path)
    after, _ = forsy(ID, tmp_path)
    expected = json.loads(json.dumps(before))
    expected["steps"][1] |= {"eval": -1, "eval_reason": "Wrong", "success": False}
    expected["steps"][2] |= {"retry_of": 2, "caused_by": [1, 2]}
    expected |= {"learning": "Look first", "termination_reason": "timeout"}
    expected["summary"] |= {"goal_achieved": False, "negative_steps": 1, "neutral_steps": 2}
    assert after == expected


def test_an_agents_own_folder_is_left_as_it_is(tmp_path: Path) -> None:
    path = claude(tmp_path, ID)
    rollout = codex(tmp_path, "0199aaaa-2222-7333-8444-555566667777")
    fixture = Path(__file__).parents[1] / "fixtures" / "codex"
    rollout.write_bytes(next(iter(sorted(fixture.rglob("*.jsonl")))).read_bytes())
    folders = [tmp_path / ".claude", tmp_path / ".codex"]
    before = [dump(folder) for folder in folders]
    for word in (ID, str(path), str(rollout)):
        assert note(word, "--learning", "x", *MARA, home=tmp_path).code == 0
    assert [dump(folder) for folder in folders] == before
    kept = notes_of(tmp_path).parent
    assert sorted(each.name for each in kept.iterdir()) == [f"{ID}.notes.jsonl", f"{rollout.stem}.notes.jsonl"]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o700
    assert [stat.S_IMODE(each.stat().st_mode) for each in kept.iterdir()] == [0o600, 0o600]
    assert len(listed(ID, tmp_path)) == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_trace_in_a_folder_that_is_read_only_gets_no_notes_and_says_why(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    shutil.copy(FORSY / "clean.json", folder / "t.json")
    folder.chmod(0o500)
    ended = note(folder / "t.json", "--learning", "x", *MARA, home=tmp_path)
    assert (ended.code, "copy the trace to a folder of your own" in ended.err) == (2, True)


def test_notes_on_any_other_file_lie_beside_it_however_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "work" / "t.json"
    path.parent.mkdir()
    shutil.copy(FORSY / "clean.json", path)
    (tmp_path / "link.json").symlink_to(path)
    assert note(tmp_path / "link.json", "--step", "2", "--eval", "0", *MARA, home=tmp_path).code == 0
    assert sorted(each.name for each in path.parent.iterdir()) == ["t.json", "t.json.notes.jsonl"]
    assert [each["value"] for each in listed(path, tmp_path)] == [0]


def test_transcripts_of_one_name_in_two_folders_have_notes_of_their_own(tmp_path: Path) -> None:
    share = tmp_path / ".local" / "share"
    for folder in (share / "steno" / "transcripts", share / "awf" / "transcripts"):
        folder.mkdir(parents=True)
        (folder / "run.jsonl").write_bytes(
            (Path(__file__).parents[1] / "fixtures/awf").rglob("*.jsonl").__next__().read_bytes()
        )
        assert note(folder / "run.jsonl", "--learning", str(folder), *MARA, home=tmp_path).code == 0
        assert [each["value"] for each in listed(folder / "run.jsonl", tmp_path)] == [str(folder)]
        assert [each.name for each in folder.iterdir()] == ["run.jsonl"]


def test_notes_survive_the_growth_of_the_session(tmp_path: Path) -> None:
    path = claude(tmp_path, ID)
    note(ID, "--step", "2", "--directive", "Look first", *MARA, home=tmp_path)
    note(ID, "--step", "3", "--eval", "1", *MARA, home=tmp_path)
    with path.open("ab") as file:
        file.write(lines(grown()[len(dialogue(ID)) :]))
    assert [(each["step"], each["key"], each["gone"]) for each in listed(ID, tmp_path)] == [
        (2, "directive", False),
        (3, "eval", False),
    ]
    document, _ = forsy(ID, tmp_path)
    assert [(step["step"], step["directive"], step["eval"]) for step in document["steps"]] == [
        (1, None, 0),
        (2, "Look first", 0),
        (3, None, 1),
        (4, None, 0),
        (5, None, 0),
        (6, None, 0),
    ]


def test_a_note_whose_step_is_gone_is_said_and_stays_in_the_file(tmp_path: Path) -> None:
    path = claude(tmp_path, ID, grown())
    note(ID, "--step", "6", "--eval", "1", *MARA, home=tmp_path)
    path.write_bytes(lines(dialogue(ID)))
    before = notes_of(tmp_path).read_bytes()
    ended = note(ID, "--list", home=tmp_path)
    assert ended.out.splitlines()[1].split()[-3:] == ["gone", "eval", "1"]
    assert "1 of them are about steps that this trace does not have" in ended.err
    _, said = forsy(ID, tmp_path)
    assert (
        "1 SRC201 note-has-no-target: 'eval' by human:Mara refers to '9', which is not an event of this trace" in said
    )
    assert notes_of(tmp_path).read_bytes() == before


def test_a_note_on_a_sub_agents_step_is_said_where_its_run_is_not_read(tmp_path: Path) -> None:
    path = claude(tmp_path, ID)
    folder = path.with_suffix("") / "subagents"
    folder.mkdir(parents=True)
    words = [{"type": "text", "text": "Raked."}]
    (folder / "agent-a1.jsonl").write_bytes(lines([record("assistant", words, 0, ID, isSidechain=True, agentId="a1")]))
    ended = note(ID, "--step", "4", "--eval", "1", "--json", *MARA, home=tmp_path)
    assert [each["target"] for each in ended.json()] == ["a1/1"]
    document, said = forsy(ID, tmp_path)  # which reads one file
    assert [step["eval"] for step in document["steps"]] == [0, 0, 0]
    assert (
        "SRC201 note-has-no-target: 'eval' by human:Mara refers to 'a1/1', which is not an event of this trace" in said
    )


def test_the_level_rises_by_a_review_of_every_step_and_falls_by_an_edit_or_growth(tmp_path: Path) -> None:
    path = claude(tmp_path, ID)
    level = forsy(ID, tmp_path)[0]["validation_level"]
    levels = []

    def step(number: int, *args: str) -> None:
        assert note(ID, "--step", str(number), *args, home=tmp_path).code == 0
        levels.append(forsy(ID, tmp_path)[0]["validation_level"])

    for number in (1, 2, 3):
        step(number, "--reviewed", *MARA)
    step(2, "--eval", "1", *BO)
    step(2, "--reviewed", *MARA)
    path.write_bytes(lines(grown()))
    for number in (1, 2, 3, 4, 5, 6):
        step(number, "--reviewed", *BO)
    assert levels == [level, level, "human_reviewed", level, "human_reviewed", *[level] * 5, "expert_reviewed"]


def test_a_step_whose_output_arrives_after_the_review_must_be_reviewed_again(tmp_path: Path) -> None:
    path = claude(tmp_path, ID, dialogue(ID)[:3])
    for number in ("1", "2"):
        note(ID, "--step", number, "--reviewed", *MARA, home=tmp_path)
    assert forsy(ID, tmp_path)[0]["validation_level"] == "human_reviewed"
    path.write_bytes(lines(dialogue(ID)[:4]))
    document, said = forsy(ID, tmp_path)
    assert document["validation_level"] != "human_reviewed"
    assert "SRC203 review-no-longer-holds: the review by human:Mara no longer holds: steps that have changed: 1" in said


def test_a_note_is_taken_back_by_its_id_or_as_the_last(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    ids = [
        note(ID, "--step", "2", "--eval", value, "--json", *who, home=tmp_path).json()[0]["id"]
        for value, who in (("-1", MARA), ("0", MARA), ("1", BO))
    ]
    ended = note(ID, "--undo", "last", "--json", *MARA, home=tmp_path)
    assert [(each["id"], each["retracted"]) for each in ended.json()] == [(ids[1], True)]
    assert forsy(ID, tmp_path)[0]["steps"][1]["eval"] == 1
    assert note(ID, "--undo", ids[2], *MARA, home=tmp_path).code == 0
    assert forsy(ID, tmp_path)[0]["steps"][1]["eval"] == -1
    assert [each["id"] for each in listed(ID, tmp_path)] == ids[:1]
    again = note(ID, "--undo", ids[2], *MARA, home=tmp_path)
    assert (again.code, again.err) == (2, f"steno: {ids[2]!r} was already taken back\n")


def test_the_release_tier_is_part_of_the_summary_that_stands(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    shutil.copy(FORSY / "clean.json", path)
    before, _ = forsy(path, tmp_path)
    note(path, "--release-tier", "private", *MARA, home=tmp_path)
    after, _ = forsy(path, tmp_path)
    assert after["dataset_summary"] == before["dataset_summary"] | {"release_tier": "private"}


def test_who_speaks_is_never_guessed(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    for args, lacking in (
        ((), "--author and --role"),
        (MARA[:2], "--role"),
        (MARA[2:], "--author"),
    ):
        ended = note(ID, "--learning", "x", *args, home=tmp_path, USER="mara")
        wanted = f"steno: the author is missing: give {lacking}, or set STENO_AUTHOR and STENO_ROLE\n"
        assert (ended.code, ended.err) == (2, wanted)
    assert not notes_of(tmp_path).exists()
    ended = note(ID, "--learning", "x", "--json", home=tmp_path, STENO_AUTHOR="judge-2", STENO_ROLE="model")
    assert [each["author"] for each in ended.json()] == ["model:judge-2"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--step", "2", "--eval", "2"), "eval is 2, expected one of -1, 0, 1"),
        (("--step", "2", "--eval", "good"), 'eval is "good", expected one of -1, 0, 1'),
        (("--step", "2", "--eval", "true"), 'eval is true, expected one of -1, 0, 1'),
        (("--step", "1", "--eval", "1"), "step 1 is a user message, which has no eval"),
        (("--step", "1", "--directive", "x"), "step 1 is a user message, which has no directive"),
        (("--step", "1", "--feedback-type", "correct"), 'feedback_type is "correct", expected one of correction, appr'),
        (("--step", "2", "--feedback-type", "approval"), "step 2 is of kind agent_step; only a user message has a fe"),
        (("--step", "2", "--directive", " "), 'directive is " ", expected a text that is not empty'),
        (("--step", "2", "--key", "directiv", "--value", "x"), "no note on a step is called 'directiv'; did you mean"),
        (("--step", "2", "--key", "output", "--value", "x"), "output comes from the log or from rules"),
        (("--step", "2", "--key", "surface", "--value", "clii"), 'surface is "clii", expected one of'),
        (("--step", "2", "--key", "success", "--json-value", "1"), "success is 1, expected true or false"),
        (("--step", "2", "--key", "retry_of", "--value", "1"), "step 1 is a user message, which cannot be retried"),
        (("--step", "2", "--key", "retry_of", "--value", "2"), "retry_of names step 2, which is not earlier than ste"),
        (("--step", "2", "--key", "caused_by", "--value", "1"), "caused_by is 1, expected a list of numbers of earli"),
        (("--step", "2", "--key", "eval"), "--key needs either --value or --json-value"),
        (("--step", "2", "--value", "x"), "--value and --json-value need a --key"),
        (("--step", "2", "--learning", "x"), "learning does not apply to a step: leave out --step"),
        (("--step", "4", "--eval", "1"), "no step 4: the trace has 3 steps"),
        (("--step", "0", "--eval", "1"), "no step 0: the trace has 3 steps"),
        (("--step", "2", "--eval", "1", "--evidence", "7"), "no step 7: the trace has 3 steps"),
        (("--eval", "1"), "eval does not apply to the whole trace: give --step"),
        (("--key", "validation_level", "--value", "expert_reviewed"), "validation_level rises only by a review"),
        (("--key", "agent_confidence", "--json-value", "99"), "agent_confidence comes from the log or from rules"),
        (("--release-tier", "secret"), 'dataset_summary.release_tier is "secret", expected one of open_example'),
        (("--key", "dataset_summary", "--json-value", '{"x":1}'), "dataset_summary has 'x', expected only title"),
        (("--termination-reason", "done"), 'termination_reason is "done", expected one of task_complete'),
        (("--step", "2", "--eval", "1", "--list"), "one thing at a time"),
        (("--step", "2"), "one thing at a time"),
        (("--undo", "last"), "human:Mara has no note here to take back"),
    ],
)  # fmt: skip
def test_what_may_not_be_said_is_refused_and_nothing_is_kept(
    tmp_path: Path, args: tuple[str, ...], message: str
) -> None:
    claude(tmp_path, ID)
    ended = note(ID, *args, *MARA, home=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"steno: {message}")
    assert not notes_of(tmp_path).exists()


def test_every_field_that_may_be_judged_has_a_check() -> None:
    assert {*judgements.OF_STEP, *judged.LINKS} == set(judged.OF_STEP)
    assert set(judgements.OF_WHOLE) == set(judged.OF_WHOLE)


def test_a_value_can_be_said_to_be_unknown(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    shutil.copy(FORSY / "clean.json", path)
    assert note(path, "--step", "6", "--key", "retry_of", "--json-value", "null", *MARA, home=tmp_path).code == 0
    assert forsy(path, tmp_path)[0]["steps"][5]["retry_of"] is None


def test_notes_need_one_trace_in_a_file(tmp_path: Path) -> None:
    ended = steno("note", "-", "--learning", "x", *MARA, home=tmp_path, stdin=lines(dialogue(ID)))
    assert (ended.code, ended.err.startswith("steno: notes are kept beside a file")) == (2, True)
    path = tmp_path / "traces.jsonl"
    shutil.copy(FORSY / "traces.jsonl", path)
    ended = note(path, "--learning", "x", *MARA, home=tmp_path)
    assert (ended.code, "holds several traces; notes are about one" in ended.err) == (2, True)
    plain = steno("convert", str(path), "-t", "forsy", "--no-seeds", home=tmp_path)
    single = tmp_path / "t.json"
    shutil.copy(FORSY / "clean.json", single)
    note(single, "--learning", "x", *MARA, home=tmp_path)
    shutil.copy(tmp_path / "t.json.notes.jsonl", tmp_path / "traces.jsonl.notes.jsonl")
    ended = steno("convert", str(path), "-t", "forsy", "--no-seeds", home=tmp_path)
    assert ended.out == plain.out
    assert "SRC204 notes-on-several-traces: 1 note on a file with several traces" in ended.err


def test_a_secret_in_a_note_does_not_leave(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    secret = "AKIA" + "QYLPMN5HFIQR7XYA"
    note(ID, "--step", "2", "--directive", f"Do not use {secret}", *MARA, home=tmp_path)
    document, _ = forsy(ID, tmp_path)
    assert document["steps"][1]["directive"] == "Do not use [CREDENTIAL]"


def test_hostile_text_in_notes_is_shown_and_never_obeyed(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    text = "\x1b[2Jgone\u202e\x07"
    note(ID, "--step", "2", "--directive", text, *MARA, home=tmp_path)
    bad = {"steno_note": 1, "id": "\x1b[2J", "author": "human:\x1b[2J", "time": "\x1b[2J", "key": "\x1b[2J", "value": 1}
    with notes_of(tmp_path).open("ab") as file:
        file.write(json.dumps(bad).encode() + b"\n{\x1b[2J\n")
    for args in (("note", ID, "--list"), ("convert", ID, "-t", "forsy", "--no-seeds")):
        ended = steno(*args, home=tmp_path)
        assert ended.code == 0
        shown = ended.err + (ended.out if args[0] == "note" else "")  # a document is for programs
        assert not set("\x1b\x07\u202e") & set(shown)
    assert listed(ID, tmp_path)[0]["value"] == text


def test_a_file_of_notes_that_cannot_be_read_stops_an_export(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    notes_of(tmp_path).mkdir(parents=True)
    ended = steno("export", ID, home=tmp_path)
    assert (ended.code, ended.out) == (3, "")
    assert ended.err == f"steno: {notes_of(tmp_path)}: a directory, expected a session file\n"


def test_a_trace_without_notes_is_exported_as_before(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    before = forsy(ID, tmp_path)
    note(ID, "--step", "2", "--eval", "1", *MARA, home=tmp_path)
    note(ID, "--undo", "last", *MARA, home=tmp_path)
    assert forsy(ID, tmp_path) == before
