"""What holds of everything that is derived, of whatever log."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import encode
from steno.diagnostics import Diagnostic, Place
from steno.model import Derivation, Note, Trace
from steno.model.steps import ACTIONS, FIELDS, STEP, WHOLE, steps
from steno.passes.derive import CODES, PASS, RULES
from steno.passes.derive.coverage import FATES, coverage
from steno.registry import codes
from steno.session import Input, read, with_steps
from steno.testing.strategies import traces
from steno.verify import verify
from tests.given.corpus import answers
from tests.given.derivation import garden
from tests.given.effort import examples

FILES = [path for agent in ("claude-code", "codex") for path in answers(agent) if "hack-trade_arena" not in path.parts]
"""Every session of the corpus but one agent's summary by hand, which is of no format."""


def run(trace: Trace) -> Trace:
    return PASS.run(trace, lambda _: None)


def derived(trace: Trace) -> list[Note]:
    return [note for note in run(trace).notes if isinstance(note.author, Derivation)]


def broken(trace: Trace) -> Iterator[str]:
    """In what the notes of a trace break the laws of derivation."""
    order = {event.uid: index for index, event in enumerate(trace.events)}
    anchors = {step.anchor.uid for step in steps(trace)}
    for note in trace.notes:
        if not isinstance(note.author, Derivation):
            continue
        if note.author.rule not in RULES:
            yield f"{note.key}: no rule {note.author.rule}"
        if not note.evidence or note.evidence != note.author.of or not set(note.evidence) <= set(order):
            yield f"{note.key}: evidence {note.evidence}"
        if note.value is None or note.value in ("", [], {}):
            yield f"{note.key}: an empty value"
        if note.key not in (*FIELDS, STEP) if note.target is not UNSET else note.key not in WHOLE:
            yield f"{note.key}: no such field"
        named = note.value if note.key == "caused_by" else [note.value] if note.key == "retry_of" else []
        for uid in named:
            if uid not in anchors or order[uid] >= order[str(note.target)]:
                yield f"{note.key}: {uid} is no earlier step"


def user_messages_that_say_too_much(trace: Trace) -> list[int]:
    never = ("operation", "tool", "execution_mode", "observation", "output", "reasoning", "success", "directive")
    return [
        step.number
        for step in steps(trace)
        if (step.action == "user_message") != (step.get("actor") == "user")
        or (step.action == "user_message" and any(step.get(key) is not None for key in never))
    ]


@given(traces(10))
@settings(max_examples=examples(40), deadline=None)
def test_whatever_the_log_every_field_has_a_rule_and_evidence(trace: Trace) -> None:
    found = run(trace)
    assert list(broken(found)) == []
    assert user_messages_that_say_too_much(found) == []
    assert {step.action for step in steps(found)} <= set(ACTIONS)
    assert sum(coverage(found).fates.values()) == len(trace.events)
    assert encode(found.notes) == encode(run(trace).notes)


def without(trace: Trace, uids: tuple[str, ...]) -> Trace:
    return replace(trace, events=tuple(event for event in trace.events if event.uid not in uids))


def still_there(trace: Trace) -> list[str]:
    """Fields that rest on the same evidence after it was taken away."""
    bare = replace(trace, notes=())
    wrong: list[str] = []
    for evidence in {note.evidence for note in derived(bare)}:
        left = {(each.target, each.key, each.evidence) for each in derived(without(bare, evidence))}
        wrong += [
            note.key
            for note in derived(bare)
            if note.evidence == evidence and (note.target, note.key, note.evidence) in left
        ]
    return wrong


@given(traces(6))
@settings(max_examples=examples(25), deadline=None)
def test_without_its_evidence_no_field_stays(trace: Trace) -> None:
    assert still_there(trace) == []


@given(st.lists(st.sampled_from(range(17)), max_size=17))
@settings(max_examples=examples(60), deadline=None)
def test_records_in_any_order_and_any_number_give_sound_steps(order: list[int]) -> None:
    session = garden()
    session.records = [session.records[index] for index in order]
    if session.records:
        found = session.trace()
        assert list(broken(found)) == []
        assert user_messages_that_say_too_much(found) == []


def test_without_its_evidence_no_field_of_a_session_stays() -> None:
    assert still_there(garden().trace()) == []


@pytest.mark.parametrize("key", ["success", "output", "reasoning", "observation", "state_change", "retry_of"])
def test_without_its_evidence_a_field_is_absent_and_never_guessed(key: str) -> None:
    trace = replace(garden().trace(), notes=())
    for note in derived(trace):
        if note.key == key and note.target not in note.evidence:
            left = [each for each in derived(without(trace, note.evidence)) if each.target == note.target]
            assert left
            assert key not in {each.key for each in left}


def test_every_rule_has_a_page_and_is_found_by_its_code_and_its_name() -> None:
    known = codes()
    assert [known[each.code] for each in CODES] == list(CODES)
    assert len({each.name for each in CODES}) == len({each.code for each in CODES}) == len(CODES)


def test_every_rule_name_of_a_session_is_one_of_the_rules() -> None:
    assert {note.author.rule for note in derived(replace(garden().trace(), notes=()))} <= set(RULES)  # type: ignore[union-attr]


def test_the_model_accepts_a_trace_with_steps() -> None:
    found: list[Diagnostic] = []
    verify(garden().trace(), Place(), found.append)
    assert found == []


def test_everything_that_happened_is_told_in_the_coverage() -> None:
    seen = coverage(garden().trace())
    told = {fate: count for fate, count in seen.fates.items() if count}
    assert (told, seen.material, seen.accounted) == (
        {"steps": 10, "parts of steps": 6, "records of the program": 1},
        16,
        16,
    )
    assert list(seen.fates) == list(FATES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_every_field_of_a_real_session_has_a_rule_and_evidence(path: Path) -> None:
    for trace in read(Input(str(path), path), io.BytesIO(), lambda _: None, subagents=True):
        found = with_steps(trace)
        assert list(broken(found)) == []
        assert user_messages_that_say_too_much(found) == []
        assert encode(with_steps(trace).notes) == encode(found.notes)
