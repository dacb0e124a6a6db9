from __future__ import annotations

from msgspec.structs import replace

from steno.contracts import UsageError
from steno.diagnostics import Diagnostic, Place
from steno.model import Note, Trace
from steno.model.steps import derived, steps, whole
from steno.notes.merge import merge
from steno.notes.sidecar import Entry
from tests.given.reviewed import TIME, Log, logged, trace


def merged(trace: Trace, entries: list[Entry]) -> tuple[Trace, list[str]]:
    found: list[Diagnostic] = []
    return merge(trace, entries, Place("notes"), found.append, lambda trace: trace), [str(each) for each in found]


def said(entry: Entry) -> Note:
    assert isinstance(entry.key, str)
    return Note(author=entry.author, target=entry.target, key=entry.key, value=entry.value, time=entry.time)


def test_notes_that_stand_are_put_into_the_trace_in_their_order() -> None:
    log = logged(trace())
    notes = [log.note("human:Mara", "2"), log.note("human:Bo", None, "learning", "x"), log.note("human:Bo", "2")]
    log.undo("human:Mara", log.note("human:Mara", "3"))
    before = trace()
    assert merged(before, log.entries) == (replace(before, notes=(*before.notes, *map(said, notes))), [])


def test_what_somebody_said_has_the_last_word_over_a_rule_that_runs_later() -> None:
    log = logged(trace())
    log.note("human:Mara", "2", "eval", -1)
    after, _ = merged(trace(), log.entries)
    again = replace(after, notes=(*after.notes, derived("test/eval", "eval", 1, after.events[1])))
    assert steps(again)[1].get("eval") == -1


def test_what_only_the_log_or_a_review_can_say_is_refused() -> None:
    log = logged(trace())
    said = [("2", "output"), ("2", "step"), ("2", "learning"), (None, "validation_level"), (None, "eval"), ("2", "x")]
    for target, key in said:
        log.note("client:Eve", target, key, "client_validated")
    problems = [f"notes: SRC207 client:Eve sets {key!r}, which no note can set" for _, key in said]
    assert merged(trace(), log.entries) == (trace(), problems)


def test_a_note_whose_target_is_gone_is_said_and_not_put_into_the_trace() -> None:
    log = logged(trace())
    log.note("human:Mara", "9")
    log.note("human:Mara", "3", "caused_by", ["1", "8"])
    log.note("human:Mara", "3", "retry_of", "7")
    log.entries.append(replace(log.note("human:Mara", "1"), id="e", evidence=("6",)))
    kept = log.entries[3]
    before = trace()
    after, problems = merged(before, log.entries)
    assert after == replace(before, notes=(*before.notes, said(kept)))
    assert problems == [
        f"notes: SRC201 {key!r} by human:Mara refers to '{uid}', which is not an event of this trace"
        for key, uid in (("eval", 9), ("caused_by", 8), ("retry_of", 7), ("eval", 6))
    ]


def test_a_complete_review_names_the_reviewer_and_its_marks_stay_out_of_the_trace() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1", "2", "3")
    before = trace()
    level = Note(
        author="human:Mara", key="validation_level", value="human_reviewed", time=TIME, evidence=("1", "2", "3")
    )
    assert merged(before, log.entries) == (replace(before, notes=(*before.notes, level)), [])


def test_the_level_of_a_review_stands_over_the_one_that_rules_compute_later() -> None:
    log = logged(trace())
    log.mark("expert:Ode", "1", "2", "3")
    after, _ = merged(trace(), log.entries)
    computed = derived("test/level", "validation_level", "retraced_from_logs")
    assert whole(replace(after, notes=(*after.notes, computed)))["validation_level"].value == "expert_reviewed"


def test_a_review_that_is_not_complete_or_no_longer_holds_is_said() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1")
    assert merged(trace(), log.entries) == (trace(), ["notes: SRC202 human:Mara has reviewed 1 of 3 steps"])
    log.mark("human:Mara", "2", "3")
    log.note("human:Bo", "1")
    log.note("human:Bo", None, "learning", "x")
    after, problems = merged(trace(s2="other"), log.entries)
    assert "validation_level" not in whole(after)
    reasons = (
        "steps with later notes by others: 1, steps that have changed: 1, later notes by others on the whole trace"
    )
    assert problems == [f"notes: SRC203 the review by human:Mara no longer holds: {reasons}"]


def test_steps_are_derived_only_where_something_asks_for_them() -> None:
    def never(trace: Trace) -> Trace:
        raise UsageError("derived")

    log = logged(trace())
    log.note("human:Mara", None, "learning", "x")
    assert len(merge(trace(), log.entries, Place(), print, never).notes) == len(trace().notes) + 1


def test_a_note_on_what_is_no_step_any_more_is_said_and_kept() -> None:
    log = logged(trace())
    note = log.note("human:Mara", "2")
    before = replace(trace(), notes=tuple(each for each in trace().notes if each.target != "2"))
    message = "notes: SRC206 'eval' by human:Mara is about '2', which is not a step"
    assert merged(before, log.entries) == (replace(before, notes=(*before.notes, said(note))), [message])


def test_a_note_on_what_turned_out_to_be_an_echo_is_about_what_it_states_again() -> None:
    log = logged(trace())
    log.note("human:Mara", "2")
    log.note("human:Mara", "3", "caused_by", ["1", "2"])
    log.note("human:Mara", "3", "retry_of", "2")
    log.entries[0] = replace(log.entries[0], evidence=("2",))
    events = trace().events
    grown = replace(trace(), events=(events[0], replace(events[1], echo_of="1"), events[2]))
    after, problems = merged(grown, log.entries)
    assert [(note.target, note.value, note.evidence) for note in after.notes[-3:]] == [
        ("1", 1, ("1",)),
        ("3", ["1"], ()),
        ("3", "1", ()),
    ]
    assert problems == []


def test_a_claim_of_review_in_the_file_itself_falls_with_the_first_note() -> None:
    claim = Note(author="agent:file", key="validation_level", value="expert_reviewed")
    before = replace(trace(), notes=(*trace().notes, claim))
    assert merged(before, []) == (before, [])
    log = Log(steps(before))
    note = log.note("human:Mara", "2")
    after, problems = merged(before, log.entries)
    lowered = Note(author="agent:steno", key="validation_level", value="self_traced", time=TIME, evidence=("2",))
    assert after == replace(before, notes=(*before.notes, said(note), lowered))
    assert problems == ["notes: SRC205 the trace claims expert_reviewed, but notes were added later"]
    log.mark("human:Mara", "1", "2", "3")
    after, problems = merged(before, log.entries)
    assert (whole(after)["validation_level"].value, problems) == ("human_reviewed", [])
