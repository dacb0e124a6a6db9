"""What a Codex rollout says, as a trace."""

from __future__ import annotations

import gc
import gzip
import io
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import zstandard
from msgspec import UNSET

from steno.agents.codex import FORMAT
from steno.agents.codex.log import Rollout
from steno.agents.codex.reader import read
from steno.agents.codex.reading import Reading
from steno.agents.codex.sniff import sniff
from steno.base.files import opened
from steno.diagnostics import Diagnostic, Place
from steno.model import (
    Actor,
    ActorKind,
    Blob,
    Event,
    Kind,
    Lifecycle,
    Origin,
    Role,
    Source,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
    Usage,
    Visibility,
)

FIXTURES = Path(__file__).parents[2] / "fixtures/codex"
PNG = b"\x89PNG\r\n\x1a\nnot really a picture"
PICTURE = Blob("image/png", len(PNG), sha256(PNG).hexdigest())


def fixture(name: str) -> Trace:
    with (FIXTURES / f"{name}.jsonl").open("rb") as stream:
        (trace,) = read(stream, Place(), lambda _: None)
    return trace


def read_lines(*records: Any) -> tuple[Trace, list[Diagnostic]]:
    found: list[Diagnostic] = []
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    (trace,) = read(io.BytesIO(data), Place(), found.append)
    return trace, found


def line(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-03-04T10:00:00Z", "type": kind, "payload": payload}


def message(role: str, *texts: str) -> dict[str, Any]:
    return line(
        "response_item", type="message", role=role, content=[{"type": "input_text", "text": text} for text in texts]
    )


def by_uid(trace: Trace) -> dict[str, Event]:
    return {event.uid: event for event in trace.events}


def said(trace: Trace) -> list[tuple[str, str]]:
    """Who says what, echoes left out."""
    return [(event.actor, event.body.text) for event in trace.events if isinstance(event.body, Text)]


# Which files


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_rollout_is_recognised(path: Path) -> None:
    assert sniff(path.read_bytes())


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\n\n",
        b"not json",
        b"[]",
        b'{"type":"thread.started","thread_id":"t"}\n{"type":"item.completed","item":{"type":"agent_message"}}',
        b'{"type":"user","uuid":"u","sessionId":"s","timestamp":"x","message":{"role":"user","content":"x"}}',
        b'{"type":"session_meta","source":"codex","cwd":"x"}\n{"type":"message","role":"user","timestamp":"x","text":"y"}',
        b'{"session_id":"s","ts":1,"text":"history"}',
        b'{"id":"i","thread_name":"n","updated_at":"x"}',
        b'{"id":"i","timestamp":"x","instructions":null}\n{"type":"user","message":"x"}',
        b'{"timestamp":"x","type":"event_msg","payload":null}',
        b'{"timestamp":"x","type":["event_msg"],"payload":{}}',
    ],
)
def test_another_file_is_not_taken_for_a_rollout(head: bytes) -> None:
    assert not sniff(head)


def test_a_first_line_longer_than_the_head_is_recognised() -> None:
    meta = line("session_meta", id="t", base_instructions={"text": "x" * 100_000})
    assert sniff(json.dumps(meta).encode()[:65536])


@pytest.mark.parametrize("compress", [zstandard.ZstdCompressor().compress, gzip.compress], ids=["zst", "gzip"])
def test_a_compressed_rollout_reads_like_the_plain_one(tmp_path: Path, compress: Any) -> None:
    path = tmp_path / "rollout-2026-03-04T10-00-00-0199aaaa.jsonl.zst"
    path.write_bytes(compress((FIXTURES / "wrapped.jsonl").read_bytes()))
    with opened(path) as stream:
        (trace,) = read(stream, Place(), lambda _: None)
    assert trace == fixture("wrapped")


# The whole


def test_the_header_says_what_the_first_session_meta_says() -> None:
    header = fixture("wrapped").header
    prompt = "You are a coding agent. Fly carefully."
    assert header.ids == {
        "session": ("0199aaaa-0000-7000-8000-000000000001",),
        "thread": ("0199aaaa-0000-7000-8000-000000000001",),
    }
    assert (header.agent, header.versions, header.title) == ("codex", ("0.125.0",), "The falling kite")
    assert (header.started, header.timezone) == ("2026-03-04T10:00:00.000Z", "Europe/Vienna")
    assert (header.runtime, header.provider, header.thoughts) == ("cli", "openai", True)
    assert header.environment == {
        "cwd": ["/home/ada/kite", "/home/ada/kite/tail"],
        "originator": "codex_cli_rs",
        "source": "cli",
        "git_branch": ["main"],
        "git_commit": ["1f2e3d4c"],
        "git_repository": ["https://git.example/kite.git"],
    }
    assert header.system_prompts == {sha256(prompt.encode()).hexdigest(): prompt}
    assert header.actors["model:gpt-5.5"] == Actor(ActorKind.MODEL, "assistant", "openai", "gpt-5.5")
    assert header.sources == (Source("codex", UNSET, (FIXTURES / "wrapped.jsonl").stat().st_size),)


def test_a_fork_is_itself_and_not_the_parent_whose_meta_it_copies() -> None:
    header = fixture("fork").header
    assert header.ids == {
        "session": ("0199cccc-0000-7000-8000-000000000003",),
        "thread": ("0199cccc-0000-7000-8000-000000000003",),
        "forked_from": ("0199aaaa-0000-7000-8000-000000000001",),
    }
    assert (header.versions, header.runtime) == (("0.125.0",), "ide")


def test_an_originator_that_is_not_certain_says_nothing_of_the_runtime() -> None:
    assert fixture("every_type").header.runtime is UNSET


def test_a_sub_agents_file_says_whose_it_is_and_no_human_speaks_in_it() -> None:
    trace = fixture("subagent")
    thread = "0199eeee-0000-7000-8000-000000000005"
    assert trace.header.ids == {
        "session": ("0199aaaa-0000-7000-8000-000000000001",),
        "thread": (thread,),
        "agent": (thread,),
        "parent": ("0199aaaa-0000-7000-8000-000000000001",),
    }
    assert said(trace) == [
        ("model:@/root", "Hold the string."),
        ("parent", "Hold the string."),
        (f"model:gpt-5.6-luna@{thread}", "Holding."),
    ]
    assert {event.turn for event in trace.events} == {UNSET}
    assert Visibility.PUBLIC not in {event.visibility for event in trace.events}


@pytest.mark.parametrize("kind", ["review", {"other": "guardian"}])
def test_the_prompt_of_a_run_of_the_programs_own_is_the_programs(kind: Any) -> None:
    trace, _ = read_lines(line("session_meta", id="t", source={"subagent": kind}), message("user", "Review."))
    assert said(trace) == [("codex", "Review.")]


def test_a_bare_rollout_has_prompts_but_not_those_that_the_program_wrote() -> None:
    trace = fixture("bare")
    assert said(trace) == [
        ("codex", "<environment_context>\nCurrent working directory: /srv/mill\n</environment_context>"),
        ("human", "Count the sacks."),
        ("model", "Two sacks."),
    ]
    assert trace.header.ids["session"] == ("0198bbbb-0000-7000-8000-000000000002",)
    assert trace.header.started == "2025-08-01T08:00:00.123Z"
    assert [event.time for event in trace.events[1:]] == [UNSET] * 12


def test_a_paginated_fork_names_the_file_of_its_prefix() -> None:
    header = fixture("paginated").header
    assert header.ids["history_base"] == ("019a0000-0000-7000-8000-00000000000a",)
    assert list(header.tools) == ["weather"]


# Words


def test_a_prompt_is_the_item_that_an_event_states() -> None:
    events = by_uid(fixture("wrapped"))
    assert events["6"] == Event(
        uid="6",
        kind=Kind.MESSAGE,
        body=Text("Why does the kite fall?"),
        origin=Origin(0, 6, *_range("wrapped", 6), "/payload/content/0"),
        actor="human",
        role=Role.USER,
        visibility=Visibility.PUBLIC,
        time="2026-03-04T10:00:06.222Z",
        turn=1,
        residue={
            "timestamp": UNSET,
            "type": "response_item",
            "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": UNSET}]},
        },
    )
    assert (events["7"].body, events["7"].echo_of) == (Lifecycle("event.user_message", "Why does the kite fall?"), "6")
    assert (events["4.0"].actor, events["4.0"].visibility) == ("codex", Visibility.INTERNAL)
    assert (events["3.1"].role, events["3.1"].residue) == (Role.DEVELOPER, UNSET)


def _range(name: str, number: int) -> tuple[int, int]:
    lines = (FIXTURES / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    return sum(map(len, lines[: number - 1])), len(lines[number - 1])


def test_only_prompts_begin_a_turn() -> None:
    trace = fixture("wrapped")
    assert [event.turn for event in trace.events if event.actor == "human" and event.echo_of is UNSET] == [1, 2, 2]
    assert by_uid(trace)["35"].turn == 2


def test_words_that_only_an_event_says_are_messages_and_thoughts() -> None:
    events = by_uid(fixture("every_type"))
    assert [events[uid].body for uid in ("40.0", "41", "42")] == [
        Text("Said by the event alone."),
        Text("Answered by the event alone."),
        Thought(ThoughtState.SUMMARY, "Thought by the event alone."),
    ]
    assert (events["40.0"].turn, events["40.1"].body) == (1, PICTURE)


def test_the_same_prompt_twice_is_two_prompts_each_with_its_own_echo() -> None:
    events = by_uid(fixture("rollback"))
    assert [events[uid].echo_of for uid in ("5", "11")] == ["4", "10"]
    assert [events[uid].turn for uid in ("4", "10", "17")] == [1, 2, 3]


def test_an_echo_belongs_to_the_nearest_item_of_its_text() -> None:
    event = line("event_msg", type="user_message", message="go")
    trace, _ = read_lines(message("user", "go"), message("user", "x"), message("user", "go"), event)
    assert [each.actor for each in trace.events] == ["codex", "codex", "human", "human"]
    assert trace.events[3].echo_of == "3"


def test_items_that_stand_together_before_their_echoes_keep_their_order() -> None:
    event = line("event_msg", type="user_message", message="go")
    trace, _ = read_lines(message("user", "go"), message("user", "go"), event, event)
    assert [each.echo_of for each in trace.events] == [UNSET, UNSET, "1", "2"]


def test_a_prompt_of_several_parts_is_stated_as_one_text() -> None:
    event = line("event_msg", type="user_message", message="one two")
    trace, _ = read_lines(message("user", "one ", "two"), event)
    assert [(each.uid, each.actor, each.echo_of) for each in trace.events] == [
        ("1.0", "human", UNSET),
        ("1.1", "human", UNSET),
        ("2", "human", "1.0"),
    ]


def test_the_tags_around_an_image_are_the_programs() -> None:
    events = by_uid(fixture("wrapped"))
    assert [events[f"31.{part}"].actor for part in range(4)] == ["human", "codex", "human", "codex"]
    assert events["31.2"].body == PICTURE


def test_completed_items_are_echoes_by_text_or_by_id() -> None:
    events = by_uid(fixture("paginated"))
    echoes = {uid: event.echo_of for uid, event in events.items() if event.echo_of is not UNSET}
    assert echoes == {"7": "6", "9": "8", "11": "10", "13": "12", "23": "22", "26": "25.0"}
    assert (events["6"].actor, events["5"].actor) == ("human", "codex")


def test_completed_items_that_repeat_nothing_say_it_themselves() -> None:
    events = by_uid(fixture("paginated"))
    assert [events[uid].body for uid in ("36.0", "36.1", "37.0", "37.1", "38.0", "38.1", "38.2", "38.3")] == [
        Text("Only the event says this."),
        Text("And this."),
        Thought(ThoughtState.SUMMARY, "Only the event thinks this."),
        Thought(ThoughtState.FULL, "In full."),
        Text("Only the event asks this."),
        PICTURE,
        Blob(uri="/tmp/sketch.png"),
        Unknown("mention"),
    ]
    assert events["38.0"].turn == 2


def test_reasoning_is_summary_full_encrypted_or_taken_out() -> None:
    events, wrapped = by_uid(fixture("every_type")), by_uid(fixture("wrapped"))
    assert [events[uid].body for uid in ("13.0", "13.1", "13.2", "14")] == [
        Thought(ThoughtState.SUMMARY, "In short."),
        Thought(ThoughtState.FULL, "At length."),
        Unknown("reasoning part"),
        Thought(ThoughtState.REDACTED),
    ]
    assert wrapped["25"].body == Thought(ThoughtState.ENCRYPTED)
    assert [wrapped[uid].echo_of for uid in ("9", "10")] == ["11.0", "11.1"]


def test_the_model_is_that_of_the_latest_turn_context() -> None:
    events = by_uid(fixture("wrapped"))
    assert [events[uid].model for uid in ("5", "13", "14", "30", "33")] == [
        "gpt-5.5",
        "gpt-5.5",
        "gpt-5.5",
        "gpt-5.5-mini",
        "gpt-5.5-mini",
    ]


# Tools


def test_arguments_stay_the_text_that_they_are() -> None:
    events = by_uid(fixture("wrapped"))
    assert events["15"].body == ToolCall("exec_command", '{"cmd": "pytest -q"}')
    assert (events["15"].call, events["17"].call, events["17"].actor) == ("call_b", "call_b", "tool:exec_command")
    assert by_uid(fixture("every_type"))["17"].body == ToolCall("lookup", '{"at": 1.10}', "weather")


def test_an_exit_code_in_prose_says_nothing_of_an_error_but_a_field_does() -> None:
    events, every = by_uid(fixture("wrapped")), by_uid(fixture("every_type"))
    results = [events["17"], events["18"], every["18"], every["24"]]
    bodies = [event.body for event in results if isinstance(event.body, ToolResult)]
    assert [body.error for body in bodies] == [UNSET, UNSET, True, False]


def test_calls_that_the_provider_runs_have_no_id_to_pair_by() -> None:
    events = by_uid(fixture("paginated"))
    assert (events["22"].kind, events["22"].call, events["22"].native) == (Kind.TOOL_CALL, UNSET, "ws_1")
    assert events["25.0"].body == ToolCall("image_generation", "A red tail")
    assert (events["25.1"].body, events["25.1"].call) == (PICTURE, UNSET)


def test_bytes_that_an_echo_repeats_are_described_once() -> None:
    blobs = [event.uid for event in fixture("paginated").events if event.body == PICTURE]
    assert blobs == ["25.1", "27.1", "38.1"]


def test_a_shell_call_without_a_call_id_goes_by_its_own() -> None:
    events = by_uid(fixture("bare"))
    assert (events["9"].call, events["9"].native, events["10"].call) == ("lsh_1", "lsh_1", "lsh_1")


def test_what_is_said_about_a_call_has_its_id() -> None:
    events, paged = by_uid(fixture("every_type")), by_uid(fixture("paginated"))
    assert [events[uid].call for uid in ("31", "33", "34", "35")] == ["call_2", "call_3", "call_5", "call_6"]
    assert [paged[uid].call for uid in ("15", "17", "18", "19", "31")] == [f"call_{x}" for x in "pqrsu"]


def test_the_start_of_a_sub_agent_names_its_thread() -> None:
    events, paged = by_uid(fixture("every_type")), by_uid(fixture("paginated"))
    assert {events[uid].child_run for uid in ("20", "31", "32")} == {"0199eeee-0000-7000-8000-000000000005"}
    assert [paged[uid].child_run for uid in ("20", "21")] == ["019a0000-0000-7000-8000-00000000000c", UNSET]


# The run


def test_tokens_count_once_however_often_they_are_told() -> None:
    counts = [event for event in fixture("wrapped").events if _name(event) == "event.token_count"]
    assert [event.usage for event in counts] == [
        UNSET,
        Usage(input=9000, output=120, reasoning=64, cache_read=0, total=9120),
        UNSET,
        Usage(input=10500, output=180, reasoning=36, cache_read=8960, total=10680),
    ]
    assert [isinstance(event.body, Lifecycle) and event.body.transient for event in counts] == [
        True,
        False,
        True,
        False,
    ]


def _name(event: Event) -> str:
    return event.body.name if isinstance(event.body, Lifecycle | Unknown) else ""


def test_rollbacks_aborts_and_compactions_are_kept_and_not_transient() -> None:
    bodies = {body.name: body for event in fixture("rollback").events if isinstance(body := event.body, Lifecycle)}
    assert bodies["event.thread_rolled_back"] == Lifecycle("event.thread_rolled_back", data={"num_turns": 1})
    assert bodies["compacted"].text == "Three answers were given."
    assert {"event.context_compacted", "compaction", "context_compaction"} <= set(bodies)
    assert not any(body.transient for body in bodies.values())
    assert "event.turn_aborted" in {_name(event) for event in fixture("wrapped").events}


def test_what_is_not_known_is_kept_whole() -> None:
    unknown = [event for event in fixture("every_type").events if event.kind is Kind.UNKNOWN and not event.role]
    assert [_name(event) for event in unknown] == [
        "message",
        "telepathy",
        "event.confetti",
        "hologram",
        "compacted",
        "untyped record",
    ]
    assert isinstance(unknown[1].residue, dict)
    assert unknown[1].residue["payload"] == {"type": "telepathy", "thought": "?"}


def test_a_numeric_timestamp_is_reported_and_kept() -> None:
    trace, found = read_lines({**message("user", "Hi"), "timestamp": 1737200001.0})
    (event,) = trace.events
    assert isinstance(event.residue, dict)
    assert (event.time, event.residue["timestamp"]) == (UNSET, 1737200001.0)
    assert [str(each) for each in found] == ["1:/timestamp: SRC008 /timestamp is a number, expected a string"]


def test_the_fixtures_are_counted() -> None:
    assert FORMAT.count is not None
    found = FORMAT.count(fixture("wrapped"))
    names = ("layout", "user_messages", "assistant_messages", "tool_calls", "unpaired_calls", "thinking_blocks")
    assert [found[name] for name in names] == ["wrapped", 2, 2, 4, 1, 2]
    assert found["tokens"] == found["tokens_sum_of_last_deduped"]
    assert found["tokens_sum_of_last_naive"]["input_tokens"] == 28500
    bare = FORMAT.count(fixture("bare"))
    assert [bare[name] for name in names] == ["bare", 2, 1, 2, 0, 1]
    assert bare["session_ids"] == ["0198bbbb-0000-7000-8000-000000000002"]


# Memory


def test_what_records_leave_behind_is_kept_once() -> None:
    records = [
        line("event_msg", type="token_count", info=None, rate_limits={"primary": {"used_percent": 1.0}}),
        *(
            line("response_item", type="function_call", name="shell", arguments=f"{n}", call_id=f"c{n}")
            for n in range(3)
        ),
        line("turn_context", cwd="/work", model="tide-2", policy={"kind": "read-only"}),
        line("turn_context", cwd="/work", model="tide-2", policy={"kind": "read-only"}),
    ]
    trace, _ = read_lines(*records)
    _, *calls, first, second = trace.events
    assert len({id(each.residue) for each in calls}) == 1
    assert first.body == second.body
    assert isinstance(first.body, Lifecycle) and isinstance(second.body, Lifecycle)
    assert first.body.data is second.body.data


def test_words_that_a_statement_repeats_are_kept_once() -> None:
    said = "A sentence that the model says, and the program states. 🚀"
    content = [{"type": "output_text", "text": said}]
    trace, _ = read_lines(
        line("event_msg", type="agent_message", message=said),
        line("response_item", type="message", role="assistant", content=content),
    )
    statement, item = trace.events
    assert isinstance(statement.body, Lifecycle) and isinstance(item.body, Text)
    assert (statement.echo_of, statement.body.text) == (item.uid, said)
    assert statement.body.text is item.body.text


# What waits for the end of the file


def test_complaints_come_in_the_order_of_the_file() -> None:
    _, found = read_lines(
        line("event_msg", type="user_message", message=1),
        line("response_item", type="message", role=7),
        line("event_msg", type="agent_message", message=[]),
    )
    assert [each.place.line for each in found] == [1, 2, 3]


def test_actors_stand_in_the_order_in_which_the_file_names_them() -> None:
    trace, _ = read_lines(
        line("event_msg", type="agent_message", message="alone"),
        line("turn_context", model="tide-2"),
        line("response_item", type="function_call", name="shell", arguments="{}", call_id="c1"),
        line("event_msg", type="user_message", message="Hello."),
        line("response_item", type="message", role="assistant", content=[{"type": "output_text", "text": "Yes."}]),
    )
    assert list(trace.header.actors) == ["model", "codex", "tool:shell", "model:tide-2", "human"]


def test_a_record_before_the_header_knows_nothing_of_the_thread() -> None:
    source = {"subagent": {"thread_spawn": {"parent_thread_id": "p"}}}
    trace, _ = read_lines(
        line("event_msg", type="user_message", message="Before."),
        line("session_meta", id="t", source=source),
        line("event_msg", type="user_message", message="After."),
    )
    before, _, after = trace.events
    assert (before.actor, before.turn, before.visibility) == ("human", 1, Visibility.PUBLIC)
    assert (after.actor, after.turn, after.visibility) == ("parent", 1, Visibility.INTERNAL)


def test_what_was_read_is_freed_as_soon_as_nobody_holds_it() -> None:
    records = [message("user", "hello"), line("event_msg", type="user_message", message=1)]
    data = "".join(json.dumps(each) + "\n" for each in records).encode()
    gc.collect()
    gc.disable()
    try:
        traces = list(read(io.BytesIO(data), Place("rollout.jsonl"), lambda _: None))
        del traces
        assert not [each for each in gc.get_objects() if isinstance(each, Reading | Rollout)]
    finally:
        gc.enable()
