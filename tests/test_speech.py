"""What a human said: one place decides it, for steps, tasks, turns, titles and roles alike."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno import pipeline
from steno.diagnostics import Place
from steno.model import Trace
from steno.model.steps import Step, steps, whole
from steno.registry import formats
from steno.session import enriched, overview
from steno.speech import Voice, Voices, joined, messages
from steno.testing.fake import STILL
from tests.given.derivation import Session, asked, called, codex, garden, linked, returned, values

LOCAL = "<command-name>/{0}</command-name>\n            <command-message>{0}</command-message>"
INVOKED = "<command-message>{0} is running</command-message>\n<command-name>/{0}</command-name>\n"
SHELL = "<user_shell_command>\n<command>\nls beds\n</command>\n<result>\nExit code: 0\n</result>\n</user_shell_command>"
REJECTED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the "
    "new_string was NOT written to the file). To tell you how to proceed, the user said:\n"
)
CLARIFY = (
    "The user wants to clarify these questions.\n    This means they may have additional information.\n"
    '    Questions asked:\n- "Which bed?"\n  {}\n- "Which can?"\n  (No answer provided)'
)


def record_of(trace: Trace) -> dict[str, Any]:
    out = io.BytesIO()
    pipeline.convert([enriched(trace)], formats["opentraces"], ("redact=none",), out, lambda _: None, STILL)
    record: dict[str, Any] = json.loads(out.getvalue().splitlines()[0])
    return record


def human(trace: Trace) -> list[tuple[str, int]]:
    """What the steps say that the human said, and in which turn."""
    said = [step for step in steps(trace) if step.action == "user_message"]
    return [(step.get("input"), step.get("turn")) for step in said]


def queue(session: Session, operation: str, content: str | None = None) -> Session:
    session.other("queue-operation", operation=operation)
    session.records[-1] |= {} if content is None else {"content": content}
    return session


# What is typed to the program


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (LOCAL.format("clear"), "/clear"),
        (LOCAL.format("model") + "<command-args>big</command-args>", "/model big"),
        ("<bash-input>ls beds</bash-input>", "ls beds"),
        ("<user-memory-input>roses are thirsty</user-memory-input>", "roses are thirsty"),
    ],
)
def test_a_command_to_the_program_is_no_message_to_the_agent(content: str, words: str) -> None:
    trace = Session().user(content).user("Water the roses").say("Done.").user(content).trace()
    assert human(trace) == [("Water the roses", 1)]
    assert linked(steps(trace))[1] == ([1], "user_request", None)
    voices = Voices(trace.header)
    typed = [each for each in trace.events if voices.of(each) is Voice.OPERATOR]
    assert joined(typed[: len(typed) // 2]) == words
    assert [each["role"] for each in record_of(trace)["steps"] if each["content"] == "Water the roses"] == ["user"]
    assert sum(each["role"] == "user" for each in record_of(trace)["steps"]) == 1
    assert whole(trace)["task"].value == "Water the roses"
    seen = overview(trace)
    assert (seen.turns, seen.title) == (1, "Water the roses")


def test_a_line_for_the_shell_begins_no_turn_of_codex() -> None:
    trace = codex(asked(SHELL), asked("Water the roses"))
    assert human(trace) == [("Water the roses", 1)]
    assert whole(trace)["task"].value == "Water the roses"
    stated: tuple[str, dict[str, object]] = ("event_msg", {"type": "user_message", "message": "Water the roses"})
    assert human(codex(asked(SHELL), asked("Water the roses"), stated)) == human(trace)


def test_a_session_of_commands_alone_has_no_task() -> None:
    trace = Session().user(LOCAL.format("exit")).trace()
    assert "task" not in whole(trace)
    assert record_of(trace)["task"]["description"] is None


def test_a_command_that_stands_for_a_prompt_is_a_message_as_it_was_typed() -> None:
    dig = INVOKED.format("dig") + "<command-args>the north bed</command-args>"
    trace = Session().user(dig).user("Dig deep.", isMeta=True).say("Dug.").trace()
    assert human(trace) == [("/dig the north bed", 1)]
    assert whole(trace)["task"].value == "/dig the north bed"
    assert linked(steps(trace))[1] == ([1], "user_request", None)


def test_what_only_looks_like_a_command_is_the_task_if_the_agent_answered_it() -> None:
    answered = Session().user("/dig").say("Dug.").user("More").trace()
    ignored = Session().user("/dig").user("More").say("Dug.").trace()
    assert (whole(answered)["task"].value, whole(ignored)["task"].value) == ("/dig", "More")


# What the program says in somebody's place


@pytest.mark.parametrize(
    "more",
    [
        {"isMeta": True},
        {"isCompactSummary": True},
        {"origin": {"kind": "task-notification"}},
        {"origin": {"kind": "teammate"}},
    ],
)
def test_a_record_that_says_no_human_wrote_it_is_the_programs(more: dict[str, object]) -> None:
    trace = Session().user("Go on.", **more).user("Water the roses", origin={"kind": "human"}).trace()
    assert human(trace) == [("Water the roses", 1)]
    assert [each["role"] for each in record_of(trace)["steps"]] == ["system", "user"]


@pytest.mark.parametrize(
    "text",
    [
        "<agent-notification>\n<agent-id>a</agent-id>\n</agent-notification>",
        "<teammate-message from='b'>Hello</teammate-message>",
        "Stop hook feedback:\nnot yet",
        "This session is being continued from a previous conversation that ran out of context. It was about roses.",
    ],
)
def test_a_notice_is_the_programs_without_a_flag(text: str) -> None:
    trace = Session().user("Water the roses").say("Done.").user(text).say("Noted.").trace()
    assert human(trace) == [("Water the roses", 1)]


def test_a_plan_that_is_handed_over_is_the_task_and_not_the_humans_words() -> None:
    plan = "Implement the following plan:\n\n# Roses"
    trace = Session().user(plan, planContent="# Roses").say("Done.").user("More water").trace()
    assert human(trace) == [("More water", 1)]
    assert whole(trace)["task"].value == plan
    record = record_of(trace)
    assert record["task"]["description"] == plan
    assert record["task"]["source"] is None


def test_what_the_program_says_in_the_models_place_is_no_output() -> None:
    session = Session().user("Water the roses").say("Done.")
    session.say("No response requested.")
    session.records[-1]["message"]["model"] = "<synthetic>"
    trace = session.trace()
    assert values(steps(trace), "step", "output")[1:] == [("output", "Done.")]
    assert whole(trace)["final_output"].value == "Done."
    assert [each["role"] for each in record_of(trace)["steps"]] == ["user", "agent", "system"]


def test_what_another_agent_asks_for_is_no_humans() -> None:
    trace = Session().user("Look at the beds", isSidechain=True, agentId="a").trace()
    assert human(trace) == []
    assert whole(trace)["task"].value == "Look at the beds"
    spawned: Any = {"subagent": {"thread_spawn": {"parent_thread_id": "p", "depth": 1}}}
    child = codex(asked("Look at the beds"), meta={"id": "t", "source": spawned, "cli_version": "0.125.0"})
    assert human(child) == []
    assert whole(child)["task"].value == "Look at the beds"
    for each in (trace, child):
        assert "user" not in {step["role"] for step in record_of(each)["steps"]}


# Words in results


@pytest.mark.parametrize(
    ("content", "detail", "words"),
    [
        ("-", {"answers": {"Which bed?": "North"}}, "North"),
        ("-", {"answers": {"Which bed?": "North", "Which can?": "The red"}}, "North\nThe red"),
        ("-", {"answers": {"Bed?": "North"}, "annotations": {"Bed?": {"notes": "not far"}}}, "North\nnot far"),
        ('User has answered your questions: "Bed?"="North", "Can?"="Red". You can now continue', None, "North\nRed"),
        (CLARIFY.format("Answer: North"), None, "North"),
        ("the north one", None, "the north one"),
    ],
)  # fmt: skip
def test_only_the_answers_are_the_humans(content: str, detail: object, words: str) -> None:
    trace = Session().user("Go").call("c", "AskUserQuestion").result("c", content, detail=detail).trace()
    assert human(trace)[1:] == [(words, 1)]


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (CLARIFY.format("(No answer provided)"), None),
        (REJECTED + CLARIFY.format("(No answer provided)"), True),
        (REJECTED.partition(" To tell")[0], True),
    ],
)
def test_what_the_program_says_where_nobody_answered_is_nobodys(content: str, error: bool | None) -> None:
    trace = Session().user("Go").call("c", "AskUserQuestion").result("c", content, error=error).trace()
    assert human(trace) == [("Go", 1)]


def test_only_the_answers_are_the_humans_in_codex() -> None:
    answers = {"bed": {"answers": ["North", "user_note: not far"]}, "can": {"answers": ["Red"]}}
    output = json.dumps({"answers": answers})
    trace = codex(asked("Go"), called("c", "request_user_input"), returned("c", output))
    assert human(trace)[1:] == [("North\nnot far\nRed", 1)]


def test_a_question_that_nobody_was_asked_is_a_failed_call() -> None:
    output = "request_user_input is unavailable in Default mode"
    trace = codex(asked("Go"), called("c", "request_user_input"), returned("c", output))
    assert values(steps(trace), "step", "success") == [("user_message", None), ("error", False)]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Use the can", "Use the can"),
        (
            "Use the can\n\nNote: The user's next message may contain a correction or preference. Mind it.",
            "Use the can",
        ),
        (CLARIFY.format("Answer: North"), "North"),
    ],
)
@pytest.mark.parametrize("tool", ["Bash", "ExitPlanMode"])
def test_the_words_of_a_rejection_are_the_humans_alone(said: str, words: str, tool: str) -> None:
    trace = Session().user("Go").call("c", tool).result("c", REJECTED + said, error=True).trace()
    assert human(trace)[1:] == [(words, 1)]


# Prompts that waited


def work(session: Session, id: str) -> Session:
    return session.call(id, "Bash", "r" + id, command="tap on").result(id, "wet")


def test_a_prompt_that_waited_and_left_the_queue_is_a_message_where_it_left() -> None:
    session = work(queue(work(Session().user("Water the roses"), "a"), "enqueue", "the red ones"), "b")
    trace = queue(session, "remove").say("Done.").trace()
    assert human(trace) == [("Water the roses", 1), ("the red ones", 2)]
    found = steps(trace)
    assert values(found, "step", "turn")[-2:] == [("user_message", 2), ("output", 2)]
    assert linked(found)[-1][0] == [3, 4]
    assert overview(trace).turns == 2
    assert [each["content"] for each in record_of(trace)["steps"] if each["role"] == "user"] == [
        "Water the roses",
        "the red ones",
    ]


def test_a_prompt_that_another_record_repeats_counts_once() -> None:
    taken = queue(queue(Session().user("Water the roses"), "enqueue", "the red ones"), "dequeue")
    trace = taken.user("the red ones").say("Done.").trace()
    assert human(trace) == [("Water the roses", 1), ("the red ones", 2)]
    held = {"type": "queued_command", "prompt": "the red ones", "commandMode": "prompt"}
    for order in ((0, 1), (1, 0)):
        session = queue(Session().user("Water the roses"), "enqueue", "the red ones")
        for step in order:
            session = session.other("attachment", attachment=held) if step else queue(session, "remove")
        assert human(session.say("Done.").trace()) == [("Water the roses", 1), ("the red ones", 2)]


def test_a_prompt_whose_record_says_more_counts_once() -> None:
    session = queue(queue(Session().user("Water the roses"), "enqueue", "like [pasted text]"), "dequeue")
    trace = queue(session.user("like this: much, and often").say("Done."), "remove").say("Dry.").trace()
    assert human(trace) == [("Water the roses", 1), ("like this: much, and often", 2)]


def test_a_prompt_that_began_a_turn_without_a_record_is_a_message() -> None:
    session = queue(queue(Session().user("Water the roses"), "enqueue", "the red ones"), "dequeue")
    assert human(session.say("Done.").trace()) == [("Water the roses", 1), ("the red ones", 2)]


def test_a_prompt_that_went_back_to_the_human_was_not_sent() -> None:
    session = queue(Session().user("Water the roses"), "enqueue", "the red ones")
    trace = queue(queue(session, "popAll", "the red ones"), "remove").say("Done.").trace()
    assert human(trace) == [("Water the roses", 1)]


def test_a_notice_that_waits_is_not_taken_for_the_prompt_behind_it() -> None:
    notice = "<task-notification>\n<task-id>t</task-id>\n</task-notification>"
    session = queue(queue(Session().user("Water the roses"), "enqueue", notice), "enqueue", "the red ones")
    trace = queue(session, "remove").say("Done.").user(notice).say("Noted.").trace()
    assert human(trace) == [("Water the roses", 1), ("the red ones", 2)]
    both = queue(queue(session, "remove"), "remove").say("Done.").trace()
    assert human(both) == [("Water the roses", 1), ("the red ones", 2)]


def test_the_same_words_typed_again_are_another_message() -> None:
    session = queue(queue(Session().user("Water the roses"), "enqueue", "yes"), "remove").say("Done.")
    assert human(session.user("yes").say("Done.").trace())[1:] == [("yes", 2), ("yes", 3)]


_MOVES = st.lists(
    st.tuples(st.sampled_from(["enqueue", "remove", "dequeue", "popAll", "say", "user"]), st.sampled_from("abc"))
)


@given(_MOVES)
def test_each_prompt_is_heard_at_most_once_and_turns_are_counted_alike(moves: list[tuple[str, str]]) -> None:
    session = Session().user("begin")
    for move, word in moves:
        if move == "say":
            session.say(word)
        elif move == "user":
            session.user(word)
        else:
            queue(session, move, word if move == "enqueue" else None)
    trace = session.trace()
    found = messages(trace.header, trace.events)
    typed = 1 + sum(move in ("enqueue", "user") for move, _ in moves)
    assert len({id(part) for each in found for part in each.parts}) == sum(len(each.parts) for each in found)
    assert 1 + sum(move == "user" for move, _ in moves) <= len(found) <= typed
    assert overview(trace).turns == len(human(trace)) == len(found)


# Prompts that were taken back


def test_a_prompt_that_was_taken_back_is_no_cause_and_no_task() -> None:
    session = Session().user("Water the roses", uuid="a", parentUuid="p")
    session.user("Water the tulips", uuid="b", parentUuid="p").say("Done.", uuid="c", parentUuid="b")
    trace = session.trace()
    assert human(trace) == [("Water the roses", 1), ("Water the tulips", 2)]
    assert linked(steps(trace))[2] == ([2], "user_request", None)
    assert whole(trace)["task"].value == "Water the tulips"
    assert record_of(trace)["task"]["description"] == "Water the tulips"


def test_what_was_said_on_a_branch_that_was_left_is_no_cause() -> None:
    session = Session().user("Water the roses", uuid="a", parentUuid="p").say("Done.", uuid="b", parentUuid="a")
    session.user("More", uuid="c", parentUuid="b").user("Dig", uuid="d", parentUuid="p").say("Dug.", parentUuid="d")
    trace = session.trace()
    assert linked(steps(trace))[-1] == ([4], "follow_up_user_request", None)
    assert whole(trace)["task"].value == "Water the roses"


def test_prompts_that_follow_each_other_are_all_answered() -> None:
    session = Session().user("Water the roses", uuid="a", parentUuid="p")
    trace = session.user("and the tulips", uuid="b", parentUuid="a").say("Done.", parentUuid="b").trace()
    assert linked(steps(trace))[-1][0] == [1, 2]


# The law


def sessions() -> list[Trace]:
    return [
        garden().trace(),
        Session().user(LOCAL.format("clear")).user(INVOKED.format("dig")).say("Dug.").trace(),
        codex(asked("<environment_context>\n</environment_context>"), asked("Water the roses"), asked(SHELL)),
    ]


@pytest.mark.parametrize("trace", sessions())
def test_steps_and_roles_and_tasks_agree_on_what_a_human_said(trace: Trace) -> None:
    said = [each.words for each in messages(trace.header, trace.events)]
    rules = ("derive/answer-to-question", "derive/words-in-rejection")
    assert [each.get("input") for each in steps(trace) if _speaks(each, rules)] == said
    record = record_of(trace)
    assert [each["content"] for each in record["steps"] if each["role"] == "user"] == said
    assert record["task"]["description"] == whole(trace)["task"].value


def _speaks(step: Step, others: tuple[str, ...]) -> bool:
    author = step.notes["step"].author
    return step.action == "user_message" and getattr(author, "rule", "") not in others


def test_a_text_with_markup_in_a_trace_of_another_format_is_the_programs() -> None:
    step = {"step_index": 0, "role": "user", "content": "<system-reminder>\nIt is dry.\n</system-reminder>"}
    said = {"step_index": 1, "role": "user", "content": "Water the roses"}
    record = {
        "schema_version": "0.7.0",
        "trace_id": "t",
        "session_id": "s",
        "agent": {"name": "x"},
        "steps": [step, said],
    }
    data = json.dumps(record).encode() + b"\n"
    (trace,) = pipeline.read(io.BytesIO(data), Place("r.jsonl"), lambda _: None, "opentraces")
    voices = Voices(trace.header)
    assert [voices.of(each) for each in trace.events] == [Voice.PROGRAM, Voice.HUMAN]
    assert [each.words for each in messages(trace.header, trace.events)] == ["Water the roses"]
