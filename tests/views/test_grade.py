from __future__ import annotations

import pytest

from steno.model import Actor, ActorKind, Derivation, Event, Kind, Note, Origin, Text
from steno.views.grade import Grades, Strength, named

ACTORS = {"human": Actor(ActorKind.HUMAN, "user"), "agent": Actor(ActorKind.MODEL, "agent")}


def event(uid: str, text: str, *, actor: str, read: bool = True) -> Event:
    origin = Origin(0, 1, 0, 1) if read else Derivation("pair/missing-result")
    return Event(uid=uid, kind=Kind.MESSAGE, body=Text(text), origin=origin, actor=actor)


EVENTS = {
    each.uid: each
    for each in (
        event("1", "No, the roses.", actor="human"),
        event("2", "The roses.", actor="agent"),
        event("3", "made up by a pass", actor="human", read=False),
    )
}
GRADES = Grades(EVENTS, ACTORS)


def derived(value: object, *of: str) -> Note:
    return Note(author=Derivation("derive/words", of), target="1", key="input", value=value, evidence=of)


@pytest.mark.parametrize(
    ("author", "strength"),
    [
        ("model:judge-2", Strength.MODEL),
        ("human:Mara", Strength.HUMAN),
        ("expert:Dr. Ode", Strength.EXPERT),
        ("client:Garden Ltd", Strength.CLIENT),
        ("agent:claude-test-1", Strength.WEAK),
    ],
)
def test_a_label_is_as_strong_as_the_role_of_whoever_is_named(author: str, strength: Strength) -> None:
    note = Note(author=author, target="1", key="eval", value=1, evidence=("1",))
    assert GRADES.evidence(note) == {
        "grade": f"annotated:{author}",
        "strength": strength.value,
        "evidence": ["1"],
    }


@pytest.mark.parametrize("author", ["expert:unnamed", "human:unnamed", "expert:", "client: ", "expert", "Mara", ""])
def test_a_role_without_a_name_is_weak(author: str) -> None:
    note = Note(author=author, target="1", key="eval", value=1)
    assert GRADES.strength(note) is Strength.WEAK
    assert not named(author)


@pytest.mark.parametrize("author", ["experts:Mara", "EXPERT:Mara", "agent:expert:Mara", "not an expert:Mara"])
def test_a_role_that_is_none_is_weak(author: str) -> None:
    assert GRADES.strength(Note(author=author, target="1", key="eval", value=1)) is Strength.WEAK


def test_a_rule_is_weak_and_names_itself() -> None:
    assert GRADES.evidence(derived(-1, "1", "2")) == {
        "grade": "derived:derive/words",
        "strength": "weak",
        "evidence": ["1", "2"],
    }


def test_what_a_source_says_word_for_word_is_observed() -> None:
    assert GRADES.grade(derived("The roses.", "2")) == "observed"
    assert GRADES.strength(derived("The roses.", "2")) is Strength.WEAK


def test_the_words_of_a_human_are_a_humans() -> None:
    assert GRADES.grade(derived("No, the roses.", "1")) == "observed"
    assert GRADES.strength(derived("No, the roses.", "1")) is Strength.HUMAN


@pytest.mark.parametrize(
    "note",
    [
        derived("the roses", "2"),
        derived("No, the roses.", "1", "2"),
        derived("made up by a pass", "3"),
        derived("The roses.", "gone"),
        derived("The roses."),
    ],
)
def test_anything_else_is_not_observed(note: Note) -> None:
    assert GRADES.grade(note) == "derived:derive/words"
    assert GRADES.strength(note) is Strength.WEAK


def test_what_somebody_says_is_never_observed() -> None:
    note = Note(author="agent:x", target="2", key="output", value="The roses.", evidence=("2",))
    assert GRADES.grade(note) == "annotated:agent:x"
