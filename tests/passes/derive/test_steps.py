"""Which steps are derived of a log, and what they hold."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from steno.model import Header, Note, Trace
from steno.model.steps import derived, steps, whole
from steno.passes.derive import PASS
from tests.given.derivation import QUESTION, Session, asked, called, codex, garden, returned, values


def test_each_message_each_call_and_the_final_answer_is_a_step_of_its_own() -> None:
    assert values(garden().steps(), "step", "turn", "actor", "operation", "tool", "surface") == [
        ("user_message", 1, "user", None, None, None),
        ("error", 1, "agent:main", "execute", "Bash", "cli"),
        ("agent_step", 1, "agent:main", "read", "Read", "file"),
        ("agent_step", 1, "agent:main", "search", "Grep", "file"),
        ("agent_step", 1, "agent:main", None, None, None),
        ("agent_step", 1, "agent:main", "execute", "Bash", "cli"),
        ("agent_step", 1, "agent:main", "ask_user", "AskUserQuestion", "messaging"),
        ("user_message", 1, "user", None, None, None),
        ("agent_step", 1, "agent:main", "edit", "Edit", "file"),
        ("output", 1, "agent:main", "answer", None, None),
    ]


def test_inputs_outputs_and_stated_reasons_are_copied_word_for_word() -> None:
    assert values(garden().steps()[:5], "input", "output", "reasoning") == [
        ("Water the roses", None, None),
        ('{"command":"tap on"}', "Exit code 3\nno water", "I look for the tap first."),
        ('{"file_path":"/srv/tap"}', "open the valve", None),
        ('{"pattern":"valve"}', "valve: shut", None),
        (None, "The valve was shut.", None),
    ]


def test_blocks_of_one_message_are_one_step() -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
    blocks = [image, {"type": "text", "text": "Like this"}, {"type": "text", "text": "please"}]
    (step,) = Session().user(blocks).steps()
    assert (step.get("input"), step.notes["step"].evidence) == ("Like this\nplease", ("1.0", "1.1", "1.2"))
    assert step.notes["input"].evidence == ("1.1", "1.2")


def test_what_the_program_says_in_the_users_name_is_no_step() -> None:
    session = Session().user("Go").user("<system-reminder>x</system-reminder>").user("summary", isCompactSummary=True)
    assert values(session.steps(), "input") == [("Go",)]


def test_a_text_that_was_interrupted_is_no_final_answer() -> None:
    session = Session().user("Go").say("I beg").user("[Request interrupted by user]").user("Stop").say("Stopped.")
    assert values(session.steps(), "step", "turn") == [
        ("user_message", 1),
        ("agent_step", 1),
        ("user_message", 2),
        ("output", 2),
    ]


def test_an_answer_to_the_agents_question_is_the_users_message() -> None:
    step = garden().steps()[7]
    assert values([step], "input", "message_role", "causal_type") == [
        ("North", "selection", "answer_to_agent_question")
    ]


def test_an_answer_that_was_not_offered_is_no_selection() -> None:
    detail = {"questions": [QUESTION], "answers": {"Which bed?": "Neither"}}
    session = Session().user("Go").call("c1", "AskUserQuestion", questions=[QUESTION]).result("c1", "x", detail=detail)
    assert values(session.steps()[2:], "input", "message_role") == [("Neither", "answer_to_agent_question")]


def test_words_with_which_a_call_was_rejected_are_the_users_message() -> None:
    said = "The user doesn't want to proceed with this tool use. The tool use was rejected. the user said:\nUse a can"
    found = Session().user("Go").call("c1", "Bash", command="x").result("c1", said, error=True).steps()
    assert values(found, "step", "actor", "input") == [
        ("user_message", "user", "Go"),
        ("error", "agent:main", '{"command":"x"}'),
        ("user_message", "user", "Use a can"),
    ]
    assert found[2].get("caused_by") == [found[1].anchor.uid]


def test_a_prompt_that_waited_is_the_users_message() -> None:
    queued = {"type": "queued_command", "prompt": "And the lilies", "commandMode": "prompt"}
    session = (
        Session().user("Go").call("c1", "Bash", command="x").result("c1", "ok").other("attachment", attachment=queued)
    )
    assert values(session.steps()[2:], "step", "input", "turn") == [("user_message", "And the lilies", 2)]


def test_a_refused_request_to_the_model_is_an_error_in_its_own_words() -> None:
    session = Session().user("Go").say("API Error: 400", isApiErrorMessage=True)
    session.other("system", subtype="api_error", error={"status": 529})
    assert values(session.steps()[1:], "step", "actor", "output", "success") == [
        ("error", "agent:main", "API Error: 400", False),
        ("error", "system", '{"error":{"status":529}}', False),
    ]
    assert whole(session.trace())["termination_reason"].value == "error_unrecoverable"


@pytest.mark.parametrize("flag", [False, "yes", None])
def test_words_about_an_error_are_the_agents_words_where_the_program_does_not_mark_them(flag: object) -> None:
    session = Session().user("Go").say("API Error: 400", isApiErrorMessage=flag)
    assert values(session.steps()[1:], "step", "output") == [("output", "API Error: 400")]


def test_calls_of_one_response_are_parallel_and_others_serial() -> None:
    assert values(garden().steps()[1:6], "execution_mode", "parallel_group") == [
        ("serial", None),
        ("parallel", "pg_001"),
        ("parallel", "pg_001"),
        (None, None),
        ("serial", None),
    ]


def test_where_responses_are_not_told_apart_calls_before_the_first_result_are_parallel() -> None:
    trace = codex(
        asked("Go"),
        called("1", "exec_command", cmd="a"),
        called("2", "exec_command", cmd="b"),
        returned("1", "x"),
        returned("2", "y"),
        called("3", "exec_command", cmd="c"),
        returned("3", "z"),
    )
    assert values(steps(trace)[1:], "execution_mode", "parallel_group") == [
        ("parallel", "pg_001"),
        ("parallel", "pg_001"),
        ("serial", None),
    ]


def test_tools_of_mcp_servers_are_named_by_server_and_tool() -> None:
    found = Session().user("Go").call("1", "mcp__garden__hose_on").call("2", "mcp__odd").call("3", "Unheard").steps()
    assert values(found[1:], "tool", "surface", "operation") == [
        ("mcp:garden.hose_on", "mcp_tool", None),
        ("mcp__odd", None, None),
        ("Unheard", None, None),
    ]


def test_a_namespace_of_codex_is_a_server_only_where_it_is_marked() -> None:
    def call(namespace: str) -> tuple[str, dict[str, object]]:
        kind, payload = called("1", "open")
        return kind, payload | {"namespace": namespace}

    found = [steps(codex(asked("Go"), call(name)))[1] for name in ("mcp__garden", "agents")]
    assert values(found, "tool", "surface") == [("mcp:garden.open", "mcp_tool"), ("agents.open", None)]


def test_a_call_begins_with_its_record_and_ends_with_its_result() -> None:
    found = garden().steps()
    assert values([found[0], found[1], found[-1]], "started_at", "ended_at") == [
        ("2026-01-02T03:04:00Z", "2026-01-02T03:04:00Z"),
        ("2026-01-02T03:04:02Z", "2026-01-02T03:04:03Z"),
        (None, "2026-01-02T03:04:15Z"),
    ]


def test_a_time_that_names_no_instant_is_not_known() -> None:
    session = Session().user("Go")
    session.records[0]["timestamp"] = "yesterday"
    assert values(session.steps(), "started_at", "ended_at") == [(None, None)]


def test_sub_agents_have_their_own_label_and_their_prompt_belongs_to_the_call() -> None:
    session = Session().user("Go").call("c1", "Task", prompt="Dig")
    session.user("Dig", isSidechain=True, agentId="a7")
    session.say("Dug.", isSidechain=True, agentId="a7")
    session.result("c1", "Dug.", detail={"agentId": "a7"}).say("Done.")
    found = session.steps()
    assert values(found, "step", "actor", "operation", "causal_type") == [
        ("user_message", "user", None, None),
        ("agent_step", "agent:main", "other", "delegation_to_subagent"),
        ("agent_step", "subagent:a7", "answer", "delegated_work"),
        ("output", "agent:main", "answer", "used_subagent_result"),
    ]
    assert found[1].notes["step"].evidence == ("2", "5", "3")


def test_in_the_log_of_a_sub_agent_alone_its_prompt_is_a_step_of_another_agent() -> None:
    session = Session().user("Dig", isSidechain=True, agentId="a7").say("Dug.", isSidechain=True, agentId="a7")
    assert values(session.steps(), "step", "actor", "output") == [
        ("agent_step", "agent:parent", "Dig"),
        ("output", "subagent:a7", "Dug."),
    ]
    assert whole(session.trace())["task"].value == "Dig"


def test_a_message_from_another_agents_log_makes_it_not_the_log_of_that_agent() -> None:
    sub: dict[str, object] = {"id": "k", "source": {"subagent": {"thread_spawn": {"parent_thread_id": "t"}}}}
    word: dict[str, object] = {
        "type": "agent_message",
        "author": "/root",
        "content": [{"type": "input_text", "text": "Dig"}],
    }
    said: dict[str, object] = {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "Dug."}],
    }
    trace = codex(asked("Dig"), ("response_item", word), ("response_item", said), meta=sub)
    assert values(steps(trace), "step", "actor", "output", "causal_type") == [
        ("agent_step", "agent:parent", "Dig", None),
        ("agent_step", "agent:/root", "Dig", None),
        ("output", "subagent:k", "Dug.", "delegated_work"),
    ]


def test_an_agent_that_changes_its_model_stays_the_same_agent() -> None:
    session = Session().user("Go").say("One.").user("On").say("Two.")
    session.records[3]["message"]["model"] = "claude-test-2"
    trace = session.trace()
    assert values(steps(trace), "actor", "step")[1::2] == [("agent:main", "output")] * 2
    assert whole(trace)["agent_config"].value["model"] == ["claude-test-1", "claude-test-2"]


def test_a_trace_that_has_steps_is_left_alone() -> None:
    trace = garden().trace()
    assert PASS.run(trace, lambda _: None) is trace


def test_what_somebody_said_stays_and_has_the_last_word() -> None:
    bare = replace(garden().trace(), notes=())
    said = Note(author="human:Mara", target="1", key="message_role", value="correction")
    first = steps(PASS.run(replace(bare, notes=(said,)), lambda _: None))[0]
    assert first.notes["message_role"] == said


def test_an_empty_trace_has_no_steps_and_no_claims() -> None:
    assert PASS.run(Trace(header=Header()), lambda _: None).notes == ()


def test_a_derived_note_has_its_evidence_twice_over() -> None:
    note = derived("derive/turn", "turn", 1, of=("1",))
    assert (note.evidence, note.target) == (("1",), UNSET)
