"""The branches of a log."""

from __future__ import annotations

from collections.abc import Callable

from steno.model import Event, Text, Trace
from steno.model.tree import Fork, Tree, tree
from steno.speech import branches, messages
from tests.given.machine import record
from tests.given.timing import linear
from tests.given.usage import answer, claude, codex, rollout


def said(text: str, number: int, after: int | None, **more: object) -> dict[str, object]:
    return record("user", text, number, "s") | {"parentUuid": None if after is None else f"u{after}", **more}


def replied(number: int, after: int, **more: object) -> dict[str, object]:
    return answer(number, f"m{number}", 5) | {"parentUuid": f"u{after}", **more}


def of(trace: Trace) -> Tree:
    return branches(trace.header, trace.events)


def asked(text: str) -> list[dict[str, object]]:
    def message(role: str, kind: str, words: str) -> dict[str, object]:
        content = [{"type": kind, "text": words}]
        return {"type": "response_item", "payload": {"type": "message", "role": role, "content": content}}

    stated: dict[str, object] = {"type": "event_msg", "payload": {"type": "user_message", "message": text}}
    return [message("user", "input_text", text), stated, message("assistant", "output_text", f"re {text}")]


def words(trace: Trace, uids: frozenset[str]) -> list[str]:
    return [event.body.text for event in trace.events if event.uid in uids and isinstance(event.body, Text)]


def test_two_prompts_after_one_record_are_a_fork_and_the_last_one_goes_on() -> None:
    trace = claude([said("a", 0, None), replied(1, 0), said("b", 2, 1), replied(3, 2), said("c", 4, 1), replied(5, 4)])
    found = of(trace)
    assert found == Tree(leaf="6", forks=(Fork(("3", "5"), "5"),), left=frozenset({"3", "4"}))


def test_the_branch_that_was_continued_last_is_active_whichever_began_first() -> None:
    trace = claude([said("a", 0, None), replied(1, 0), said("b", 2, 1), said("c", 3, 1), replied(4, 3), replied(5, 2)])
    assert (of(trace).forks, of(trace).leaf) == ((Fork(("3", "4"), "3"),), "6")


def test_a_conversation_in_one_line_and_parallel_results_have_no_branches() -> None:
    calls = [replied(1, 0), replied(2, 1)]
    result = [{"type": "tool_result", "tool_use_id": "x", "content": "ok"}]
    records = [said("a", 0, None), *calls, record("user", result, 3, "s") | {"parentUuid": "u1"}]
    records += [record("user", [*result, {"type": "text", "text": "and hurry"}], 4, "s") | {"parentUuid": "u2"}]
    trace = claude([*records, said("b", 5, 3), replied(6, 5)])
    assert len(messages(trace.header, trace.events)) == 3
    assert of(trace).forks == ()


def test_prompts_without_a_common_ancestor_are_no_fork() -> None:
    trace = claude([said("a", 0, None), replied(1, 0), said("b", 2, None), replied(3, 2)])
    assert of(trace) == Tree(leaf="4")


def test_a_branch_within_a_branch_that_was_left_is_left_with_it() -> None:
    inner = [said("b", 2, 1), replied(3, 2), said("b1", 4, 3), said("b2", 5, 3)]
    trace = claude([said("a", 0, None), replied(1, 0), *inner, said("c", 6, 1)])
    found = of(trace)
    assert len(found.forks) == 2
    assert words(trace, found.left) == ["b", "m3 5", "b1", "b2"]
    assert found.leaf == "7"


def test_prompts_that_were_taken_back_are_left_and_the_next_one_is_in_their_place() -> None:
    back = {"type": "event_msg", "payload": {"type": "thread_rolled_back", "num_turns": 2}}
    trace = codex(rollout("t", [*asked("one"), *asked("two"), *asked("three"), back, *asked("four")]))
    found = of(trace)
    texts = {each.event.uid: each.words for each in messages(trace.header, trace.events)}
    assert [[texts[uid] for uid in fork.prompts] for fork in found.forks] == [["two", "four"]]
    assert {"re two", "re three"} <= set(words(trace, found.left))
    assert not {"re one", "re four"} & set(words(trace, found.left))


def test_what_takes_more_back_than_there_is_leaves_all() -> None:
    back = {"type": "event_msg", "payload": {"type": "thread_rolled_back", "num_turns": 9}}
    trace = codex(rollout("t", [*asked("one"), back]))
    assert (of(trace).forks, "re one" in words(trace, of(trace).left)) == ((), True)


def test_records_that_are_their_own_ancestors_end() -> None:
    trace = claude([said("a", 0, 1), said("b", 1, 0), said("c", 2, 1)])
    assert isinstance(of(trace), Tree)


def test_no_events_have_no_leaf() -> None:
    assert tree([], []) == Tree()


def test_a_thousand_forks_inside_one_another_take_no_longer_than_a_line() -> None:
    def deep(count: int) -> tuple[Event, ...]:
        records = [said("a", 0, None)]
        for number in range(1, count, 2):
            after = max(0, number - 2)
            records += [said("x", number, after), said("y", number + 1, after)]
        return claude(records).events

    def work(count: int) -> Callable[[], object]:
        events = deep(count)
        return lambda: tree(events, range(len(events)))

    assert linear(work, 1000, times=8)
