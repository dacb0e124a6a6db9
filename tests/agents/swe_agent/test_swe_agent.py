"""What SWE-agent's trajectories say: a history, steps that repeat it, and steps that only stand there."""

from __future__ import annotations

from steno.model import Kind, Lifecycle
from steno.model.signs import Injected, LifecycleKind
from steno.usage import Ledger, requests
from tests.given.sessions import of, one, said, spent


def test_a_demonstration_is_labelled_and_is_nobodys_words_here() -> None:
    trace = one("swe-agent", "text.traj")
    shown = [event for event in trace.events if event.signs.injected is Injected.INSTRUCTIONS]
    assert [(event.actor, event.body.text) for event in shown] == [  # type: ignore[union-attr]
        ("program", "Here is a demonstration of a mended roof."),
        ("program", "I nail it."),
        ("program", "nailed"),
    ]
    assert said(trace, "human") == ["The barn is on fire."]


def test_a_step_that_the_history_has_is_a_repeat_and_another_is_read() -> None:
    trace = one("swe-agent", "text.traj")
    assert said(trace, "model") == ["I look.\n```\nls\n```", "I edit in vain."]
    assert said(trace, "program")[-1] == "no such line"
    steps = [event for event in of(trace, Kind.LIFECYCLE) if isinstance(event.body, Lifecycle) and event.body.transient]
    assert [event.body.name for event in steps] == ["step"]  # type: ignore[union-attr]


def test_ids_that_come_again_are_joined_in_their_order() -> None:
    trace = one("swe-agent", "calls.traj")
    calls, results = of(trace, Kind.TOOL_CALL), of(trace, Kind.TOOL_RESULT)
    assert len({each.call for each in calls}) == 2
    assert [each.call for each in calls] == [each.call for each in results]


def test_the_run_says_how_it_ended_and_what_it_took() -> None:
    trace = one("swe-agent", "text.traj")
    end = trace.events[0]
    assert (end.signs.lifecycle, end.body.data["exit_status"]) == (LifecycleKind.RUN_END, "submitted")  # type: ignore[union-attr,index]
    total = spent(trace)
    assert (total.requests, total.input, total.output) == (1, 900, 80)


def test_runs_that_name_no_session_are_counted_apart_and_each_once() -> None:
    ledger = Ledger[str]()
    names = ("text.traj", "calls.traj", "text.traj")
    assert [len(ledger.add(name, requests(one("swe-agent", name)))) for name in names] == [1, 1, 0]
