"""What a program writes into a human's message is not the human's: it is split off, and nothing is lost by that."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno import pipeline
from steno.agents.claude_code.wire import MARKS as CLAUDE
from steno.agents.codex.wire import MARKS as CODEX
from steno.base.exact import JSON
from steno.diagnostics import Diagnostic, Place
from steno.formats.injected import Marks, pieces
from steno.model import ActorKind, Event, Origin, Text, Trace, Visibility
from steno.model.event import COMMAND, INJECTED, INVOKED
from steno.registry import formats
from steno.testing.accounting import unaccounted
from steno.testing.fake import STILL

OPENED = "<ide_opened_file>The user opened the file /work/a.py in the IDE.</ide_opened_file>"
REMINDER = "<system-reminder>\nToday is Monday.\n</system-reminder>"
IDE = "# Context from my IDE setup:\n\n## Active file: a.py\n\n## My request for Codex:\n"
ENVIRONMENT = "<environment_context>\n  <cwd>/work</cwd>\n</environment_context>"
WRAPPED = "<command-message>dig is running</command-message>\n<command-name>/dig</command-name>\n"

CASES: list[tuple[Marks, str, list[tuple[str, str]]]] = [
    (CLAUDE, "Fix it.", [("Fix it.", "")]),
    (CLAUDE, OPENED, [(OPENED, INJECTED)]),
    (CLAUDE, OPENED + "Fix it.", [(OPENED, INJECTED), ("Fix it.", "")]),
    (CLAUDE, f"{OPENED}\n{REMINDER}\n\nFix it.\n", [(f"{OPENED}\n{REMINDER}\n\n", INJECTED), ("Fix it.\n", "")]),
    (CLAUDE, f"Fix it.\n\n{REMINDER}\n", [("Fix it.", ""), (f"\n\n{REMINDER}\n", INJECTED)]),
    (
        CLAUDE,
        f"Fix\n{REMINDER}\nthis",
        [("Fix", ""), (f"\n{REMINDER}\n", INJECTED), ("this", "")],
    ),
    (
        CLAUDE,
        WRAPPED + "<command-args>the den</command-args>",
        [
            (WRAPPED.partition("/dig")[0], INJECTED),
            ("/dig", INVOKED),
            ("</command-name>\n<command-args>", INJECTED),
            ("the den", INVOKED),
            ("</command-args>", INJECTED),
        ],
    ),
    (
        CLAUDE,
        "<command-name>/model</command-name>\n<command-args>big</command-args>",
        [
            ("<command-name>", INJECTED),
            ("/model", COMMAND),
            ("</command-name>\n<command-args>", INJECTED),
            ("big", COMMAND),
            ("</command-args>", INJECTED),
        ],
    ),
    (
        CLAUDE,
        "<command-name>/clear</command-name>\n<command-args></command-args>",
        [
            ("<command-name>", INJECTED),
            ("/clear", COMMAND),
            ("</command-name>\n<command-args></command-args>", INJECTED),
        ],
    ),
    (
        CLAUDE,
        "<bash-input>ls</bash-input>",
        [("<bash-input>", INJECTED), ("ls", COMMAND), ("</bash-input>", INJECTED)],
    ),
    (
        CLAUDE,
        "<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>",
        [("<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", INJECTED)],
    ),
    (CLAUDE, "[Request interrupted by user]", [("[Request interrupted by user]", INJECTED)]),
    (
        CLAUDE,
        "<task-notification>\n</task-notification>\nRead the file.",
        [("<task-notification>\n</task-notification>\nRead the file.", INJECTED)],
    ),
    (CLAUDE, "What does <system-reminder> do?", [("What does <system-reminder> do?", "")]),
    (CLAUDE, f"Why is {REMINDER} there?", [(f"Why is {REMINDER} there?", "")]),
    (CLAUDE, "<system-reminder> is never closed", [("<system-reminder> is never closed", "")]),
    (CLAUDE, "<div>\n</div>", [("<div>\n</div>", "")]),
    (CODEX, ENVIRONMENT, [(ENVIRONMENT, INJECTED)]),
    (CODEX, f"{ENVIRONMENT}\nFix it.", [(f"{ENVIRONMENT}\n", INJECTED), ("Fix it.", "")]),
    (CODEX, IDE + "Fix it.", [(IDE, INJECTED), ("Fix it.", "")]),
    (CODEX, IDE, [(IDE, INJECTED)]),
    (
        CODEX,
        IDE.replace("Context from my IDE setup", "Notes on the page") + "Go",
        [(IDE.replace("Context from my IDE setup", "Notes on the page"), INJECTED), ("Go", "")],
    ),
    (
        CODEX,
        "<user_shell_command>\n<command>\nls\n</command>\n<result>\na\n</result>\n</user_shell_command>",
        [
            ("<user_shell_command>\n<command>\n", INJECTED),
            ("ls", COMMAND),
            ("\n</command>\n<result>\na\n</result>\n</user_shell_command>", INJECTED),
        ],
    ),
    (CODEX, "<user_shell_command>ls</user_shell_command>", [("<user_shell_command>ls</user_shell_command>", INJECTED)]),
    (
        CODEX,
        f"# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\nBe kind.\n</INSTRUCTIONS>\n{ENVIRONMENT}",
        [(f"# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\nBe kind.\n</INSTRUCTIONS>\n{ENVIRONMENT}", INJECTED)],
    ),
    (CODEX, "# AGENTS.md instructions for /work", [("# AGENTS.md instructions for /work", INJECTED)]),
    (CODEX, "# Context from my IDE setup: what is it?", [("# Context from my IDE setup: what is it?", "")]),
]


@pytest.mark.parametrize(("marks", "text", "expected"), CASES, ids=[text[:40] for _, text, _ in CASES])
def test_markup_is_the_programs_and_what_is_left_is_the_humans(
    marks: Marks, text: str, expected: list[tuple[str, str]]
) -> None:
    assert [(piece.text, piece.rule) for piece in pieces(text, marks)] == expected


_WORDS = st.sampled_from(
    [
        *("<system-reminder>", "</system-reminder>", "<ide_x>", "</ide_x>", "<command-args>", "</command-args>"),
        *("<environment_context>", "</environment_context>", "# AGENTS.md instructions", "</INSTRUCTIONS>"),
        *("<turn_aborted>", "\n", " ", "a"),
    ]
)


@given(st.lists(_WORDS).map("".join), st.sampled_from([CLAUDE, CODEX]))
def test_the_pieces_of_a_text_are_the_text_and_each_has_a_name_of_its_own(text: str, marks: Marks) -> None:
    found = pieces(text, marks)
    assert "".join(piece.text for piece in found) == text
    names = [piece.suffix for piece in found]
    assert len(set(names)) == len(names)
    assert "" in names


def test_tags_that_are_never_closed_cost_no_more_than_their_number() -> None:
    text = "<system-reminder>\n" * 20_000 + "<ide_selection>\n" * 20_000
    assert [piece.text for piece in pieces(text, CLAUDE)] == [text]


# Whole records


def claude(content: JSON, **more: JSON) -> bytes:
    record = {
        "parentUuid": None, "isSidechain": False, "sessionId": "s", "version": "2.1.209", "type": "user",
        "message": {"role": "user", "content": content}, "uuid": "u", "timestamp": "2026-05-01T10:00:00.000Z", **more,
    }  # fmt: skip
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def codex(content: JSON, *, stated: str | None = None) -> bytes:
    def line(kind: str, payload: JSON) -> bytes:
        record = {"timestamp": "2026-05-01T10:00:00.000Z", "type": kind, "payload": payload}
        return json.dumps(record, separators=(",", ":")).encode() + b"\n"

    data = line("session_meta", {"id": "t", "cwd": "/work"})
    data += line("response_item", {"type": "message", "role": "user", "content": content})
    return data + (line("event_msg", {"type": "user_message", "message": stated}) if stated is not None else b"")


def block(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def part(text: str) -> dict[str, Any]:
    return {"type": "input_text", "text": text}


RECORDS: dict[str, tuple[str, bytes, list[str]]] = {
    "claude: one text": ("claude-code", claude(f"{OPENED}\nFix it."), ["Fix it."]),
    "claude: blocks": ("claude-code", claude([block(OPENED), block("Fix it.")]), ["Fix it."]),
    "claude: mixed block": (
        "claude-code",
        claude([block(OPENED + "Fix"), block(f"this\n{REMINDER}")]),
        ["Fix", "this"],
    ),
    "claude: markup alone": ("claude-code", claude(OPENED), []),
    "claude: command": ("claude-code", claude(WRAPPED + "<command-args>the den</command-args>"), ["/dig", "the den"]),
    "codex: parts": ("codex", codex([part(ENVIRONMENT), part("Fix it.")]), ["Fix it."]),
    "codex: one text": ("codex", codex([part(f"{ENVIRONMENT}\nFix it.")]), ["Fix it."]),
    "codex: editor": ("codex", codex([part(IDE + "Fix it.")], stated=IDE + "Fix it."), ["Fix it."]),
    "codex: stated alone": ("codex", codex([], stated=IDE + "Fix it."), ["Fix it."]),
    "codex: string": ("codex", codex(IDE + "Fix it."), ["Fix it."]),
    "codex: markup alone": ("codex", codex([part(ENVIRONMENT)]), []),
}


def read(name: str, data: bytes) -> tuple[Trace, list[Diagnostic]]:
    found: list[Diagnostic] = []
    reader = formats[name].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO(data), Place(), found.append)
    return trace, found


def converted(name: str, data: bytes, target: str, *words: str) -> JSON:
    out = io.BytesIO()
    trace, _ = read(name, data)
    pipeline.convert([trace], formats[target], words, out, lambda _: None, STILL)
    return json.loads(out.getvalue().splitlines()[0] if target in ("opentraces",) else out.getvalue())


def words(event: Event) -> str:
    assert isinstance(event.body, Text)
    return event.body.text


@pytest.mark.parametrize(("name", "data", "human"), RECORDS.values(), ids=RECORDS)
def test_only_the_humans_words_are_the_humans_and_public(name: str, data: bytes, human: list[str]) -> None:
    trace, found = read(name, data)
    said = [event for event in trace.events if isinstance(event.body, Text)]
    kinds = {key: actor.kind for key, actor in trace.header.actors.items()}
    assert [words(event) for event in said if kinds[event.actor] is ActorKind.HUMAN] == human
    assert [words(event) for event in said if event.visibility is Visibility.PUBLIC] == human
    for event in said:
        assert isinstance(event.origin, Origin)
        assert (event.origin.rule == INJECTED) is (words(event) not in human)
    assert unaccounted(trace, found, len(data)) == []
    assert len({event.uid for event in trace.events}) == len(trace.events)


@pytest.mark.parametrize(("name", "data", "human"), RECORDS.values(), ids=RECORDS)
def test_what_was_split_is_written_back_byte_by_byte(name: str, data: bytes, human: list[str]) -> None:
    writer = formats[name].writer
    assert writer is not None
    out, losses = io.BytesIO(), list[Diagnostic]()
    writer((), STILL, losses.append).write([read(name, data)[0]], out, losses.append)
    assert (out.getvalue(), losses) == (data, [])


@pytest.mark.parametrize(("name", "data", "human"), RECORDS.values(), ids=RECORDS)
def test_an_export_shows_no_markup_as_the_humans_words(name: str, data: bytes, human: list[str]) -> None:
    events = converted(name, data, "open-token", "redact=none")["events"]
    public = [each["content"]["text"] for each in events if each["visibility"] == "public"]
    assert public == human
    steps = converted(name, data, "forsy", "redact=none")["steps"]
    said = [step["input"] for step in steps if step["action"] == "user_message"]
    assert said == ([(" " if human[0].startswith("/") else "\n").join(human)] if human else [])


def test_the_humans_words_keep_the_uid_of_the_whole() -> None:
    trace, _ = read("claude-code", claude(f"{OPENED}\nFix it.\n{REMINDER}"))
    assert [event.uid for event in trace.events] == ["1~1", "1", "1~2"]


def test_a_record_of_markup_alone_begins_no_turn() -> None:
    trace, _ = read("claude-code", claude(OPENED) + claude("Fix it.", uuid="v"))
    assert [event.turn for event in trace.events if isinstance(event.turn, int)] == [1]


def test_a_result_that_holds_markup_is_the_tools() -> None:
    data = claude([{"type": "tool_result", "tool_use_id": "t", "content": REMINDER}])
    (event,) = read("claude-code", data)[0].events
    assert event.actor == "tool"
