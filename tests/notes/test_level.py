from __future__ import annotations

from steno.model import Note
from steno.model.steps import Step, derived, steps
from steno.notes.level import REVIEWED, ReviewState, content
from tests.given.reviewed import TIME, logged, trace


def test_a_review_counts_when_it_covers_every_step() -> None:
    log = logged(trace())
    assert log.level(trace()) is None
    log.mark("human:Mara", "1", "3")
    assert log.review_state(trace()) == ReviewState("human:Mara", ("1", "3"), ("2",), (), (), False, TIME)
    assert log.level(trace()) is None
    log.mark("human:Mara", "2")
    assert log.review_state(trace()) == ReviewState("human:Mara", ("1", "2", "3"), (), (), (), False, TIME)
    assert log.level(trace()) == "human_reviewed"


def test_two_reviewers_do_not_make_one_review() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1", "2")
    log.mark("human:Bo", "2", "3")
    assert log.level(trace()) is None


def test_the_role_of_the_reviewer_gives_the_level_and_the_strongest_counts() -> None:
    levels = []
    log = logged(trace())
    for role in ("model", "human", "expert", "client"):
        log.mark(f"{role}:R", "1", "2", "3")
        levels.append(log.level(trace()))
    log.mark("model:late", "1", "2", "3")
    log.mark("agent:itself", "1", "2", "3")
    assert levels == ["model_reviewed", "human_reviewed", "expert_reviewed", "client_validated"]
    assert log.level(trace()) == "client_validated"


def test_an_agent_that_reviews_itself_raises_nothing() -> None:
    log = logged(trace())
    log.mark("agent:main", "1", "2", "3")
    assert log.level(trace()) is None


def test_a_later_note_by_somebody_else_ends_the_review_until_the_step_is_reviewed_again() -> None:
    log = logged(trace())
    log.note("human:Bo", "2")
    log.mark("human:Mara", "1", "2", "3")
    assert log.level(trace()) == "human_reviewed"
    log.note("human:Bo", "2")
    assert log.review_state(trace()).edited == ("2",)
    assert log.level(trace()) is None
    log.mark("human:Mara", "2")
    assert log.level(trace()) == "human_reviewed"


def test_the_reviewers_own_later_notes_leave_the_review_standing() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1", "2", "3")
    log.note("human:Mara", "2", value=-1)
    assert log.level(trace()) == "human_reviewed"


def test_the_same_name_in_another_role_is_somebody_else() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1", "2", "3")
    log.note("client:Mara", "2")
    assert log.level(trace()) is None


def test_a_later_note_on_the_whole_trace_ends_the_review_until_its_author_marks_again() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1", "2", "3")
    log.note("human:Bo", None, "learning", "x")
    assert (log.review_state(trace()).whole_edited, log.level(trace())) == (True, None)
    log.note("human:Mara", None, REVIEWED, None)
    assert log.level(trace()) == "human_reviewed"


def test_a_note_that_came_later_and_was_taken_back_changes_nothing() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1", "2", "3")
    later = log.note("human:Bo", "2")
    log.undo("human:Bo", later)
    assert log.level(trace()) == "human_reviewed"


def test_taking_back_what_the_reviewer_saw_is_an_edit_unless_the_reviewer_does_it() -> None:
    for who, level in (("human:Bo", None), ("human:Mara", "human_reviewed")):
        log = logged(trace())
        seen = log.note("human:Bo", "2")
        log.mark("human:Mara", "1", "2", "3")
        log.undo(who, seen)
        assert log.level(trace()) == level


def test_a_review_that_is_taken_back_is_none() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1", "2", "3")
    log.undo("human:Mara", log.entries[1])
    assert (log.review_state(trace()).missing, log.level(trace())) == (("2",), None)


def test_marks_of_others_are_no_edits() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1", "2", "3")
    log.mark("human:Bo", "1", "2", "3")
    assert log.level(trace()) == "human_reviewed"


def test_a_step_whose_content_changed_is_no_longer_reviewed() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1", "2", "3")
    changed = trace(s2="something else")
    assert (log.review_state(changed).changed, log.level(changed)) == (("2",), None)


def test_a_step_that_came_later_is_not_reviewed() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1", "2", "3")
    assert (log.review_state(trace(4)).missing, log.level(trace(4))) == (("4",), None)


def test_a_trace_without_steps_is_never_reviewed() -> None:
    log = logged(trace())
    log.mark("human:Mara", "1")
    assert log.level(trace(0)) is None


def test_the_content_of_a_step_is_what_it_says_and_not_who_says_so_or_its_number() -> None:
    one = steps(trace())[1]
    said = {key: Note(author="human:Mara", target="2", key=key, value=note.value) for key, note in one.notes.items()}
    assert content(Step(17, one.anchor, said)) == content(one)
    odd = derived("test/input", "input", {"n": 10**30, "s": "\ud800", "f": 1.5}, one.anchor)
    assert content(Step(2, one.anchor, {**one.notes, "input": odd})) != content(one)
