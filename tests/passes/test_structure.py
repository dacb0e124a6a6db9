"""The level `structure` masks all content, and what is left reads back as the same events in the same order."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

import steno as library
from steno import pipeline
from steno.detect.rule import crc32_base62, fake
from steno.diagnostics import Place
from steno.model import Event, Text, ToolCall, ToolResult, Trace
from steno.passes.structure import Structure
from steno.redaction import Redaction
from steno.testing.fake import STILL
from tests.given.machine import claude, dialogue, lines, steno

FIXTURES = Path(__file__).parents[1] / "fixtures"
FILES = sorted(path for path in FIXTURES.glob("*/*") if path.suffix in (".json", ".jsonl", ".ndjson"))
INSIDE = "events are told by what stands inside a text, which is masked whole"
MARKED = "the file is known by a text inside its content"
HOOK = "a hook of the table reads values that the table does not name"
UNSTATED = {
    "cline-markup.json": INSIDE,
    "cline-shown.json": INSIDE,
    "cline-shown_without_task.json": INSIDE,
    "copilot_vscode-document.json": HOOK,
    "copilot_vscode-log.jsonl": HOOK,
    "cursor-transcript.jsonl": INSIDE,
    "devin-transcript.json": MARKED,
    "grok-stream.jsonl": MARKED,
    "hermes-session_snapshot.json": INSIDE,
    "hermes-trajectory.jsonl": INSIDE,
    "hermes-transcript.jsonl": INSIDE,
    "kimi-code.jsonl": INSIDE,
    "kimi-wire.jsonl": "the pieces of a call's arguments are written back as one",
    "letta_code-local.jsonl": MARKED,
    "mini_swe_agent-calls.traj.json": MARKED,
    "mini_swe_agent-list.traj.json": MARKED,
    "mini_swe_agent-text.traj.json": MARKED,
    "openclaw_telemetry-telemetry.jsonl": "a run is told by the words of its key",
    "opencode-export.json": HOOK,
    "windsurf-transcript.jsonl": "the arguments of a tool that is not known stand under its name",
}
"""Files that do not read back as before, and why."""
BODY = fake(30)
TOKEN = "ghp_" + BODY + crc32_base62(BODY)


def read(data: bytes) -> Trace:
    (trace,) = pipeline.read(io.BytesIO(data), Place(), lambda _: None)
    return trace


def masked(data: bytes) -> bytes:
    return pipeline.redacted(io.BytesIO(data), Place(), lambda _: None, Redaction(level="structure"), STILL).data


def shape(trace: Trace) -> list[tuple[object, ...]]:
    """What every event is, in order, and which events belong together."""
    numbers: dict[object, int] = {}

    def number(event: Event) -> list[int]:
        joined = (event.call, event.response, event.parent, event.native, event.span)
        return [numbers.setdefault(each, len(numbers)) for each in joined]

    return [
        (event.kind, type(event.body), event.role, event.instant(), event.usage, *number(event))
        for event in trace.events
    ]


def several(data: bytes) -> list[Trace]:
    return list(pipeline.read(io.BytesIO(data), Place(), lambda _: None))


def known(path: Path) -> object:
    name = f"{path.parent.name}-{path.name}"
    marks = [pytest.mark.xfail(reason=UNSTATED[name], strict=True)] if name in UNSTATED else []
    return pytest.param(path, id=name, marks=marks)


@pytest.mark.parametrize("path", list(map(known, FILES)))
def test_a_masked_file_reads_back_with_the_same_events_in_the_same_order(path: Path) -> None:
    data = path.read_bytes()
    assert list(map(shape, several(masked(data)))) == list(map(shape, several(data)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_second_run_changes_nothing(path: Path) -> None:
    for trace in several(path.read_bytes()):
        once = library.redact(trace, level="structure")
        assert library.redact(once, level="structure") == once


def strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for key, item in value.items() for text in (key, *strings(item))]
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value] if isinstance(value, str) else []


def documents(data: bytes) -> list[object]:
    """The file's one document, or that of each line; a line that is none is a text."""
    whole = _document(data)
    return list(map(_document, data.splitlines())) if isinstance(whole, str) else [whole]


def _document(data: bytes) -> object:
    try:
        return json.loads(data)
    except ValueError:
        return data.decode()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_no_sentence_of_a_file_is_left(path: Path) -> None:
    data = path.read_bytes()
    left = "\n".join(strings(documents(masked(data))))
    said = {text.strip() for text in strings(documents(data))}
    sentences = [text for text in said if " " in text and any(map(str.isalpha, text))]  # no letters: a time
    assert [text for text in sentences if text in left] == []


SAID = "Grandmother keeps hunter2 under the red flowerpot"


def session() -> bytes:
    """Content in every place, some of it where only names of fields are expected."""
    call = {
        "type": "tool_use",
        "id": f"odd id {SAID}",
        "name": f"mcp__{SAID}",
        "input": {"command": SAID, SAID: [SAID]},
    }
    result = {"type": "tool_result", "tool_use_id": f"odd id {SAID}", "content": [{"type": SAID, "text": SAID}]}
    records = dialogue("aaaaaaaa", prompt=SAID, output=SAID, gitBranch=SAID, **{SAID: SAID})
    more = dialogue("aaaaaaaa", output=SAID)[2:4]
    more[0]["message"]["content"] = [call]  # type: ignore[index]
    more[1] |= {
        "message": {"role": "user", "content": [result]},
        "toolUseResult": {SAID: {"stdout": SAID}, "pin": 4711},
    }
    odd = {"type": "never-seen-before", "subtype": SAID, "payload": [SAID, {SAID: SAID}], "timestamp": SAID}
    title = {"type": "ai-title", "aiTitle": SAID, "sessionId": SAID}
    return lines([*records, *more, odd, title]) + SAID.encode() + b" is no JSON\n"


def test_no_content_is_left_wherever_it_stands() -> None:
    out = masked(session())
    assert [word for word in (b"hunter2", b"flowerpot", b"4711", b"garden", b"roses") if word in out] == []
    assert len(out.splitlines()) == len(session().splitlines())
    assert b"never-seen-before" in out
    assert shape(read(out)) == shape(read(session()))


def test_content_becomes_its_kind_and_its_length() -> None:
    trace = library.redact(read(lines(dialogue("aaaaaaaa"))), level="structure")
    prompt, _, call, result, answer = (event.body for event in trace.events)
    assert prompt == Text("[MASKED:text:15]")
    assert call == ToolCall("Bash", {"command": "[MASKED:text:13]"})
    assert result == ToolResult("[MASKED:text:4]")
    assert answer == Text("[MASKED:text:22]")
    assert trace.header.environment == {"cwd": ["[MASKED:path:11]"]}


def test_equal_texts_stay_equal_and_different_ones_different() -> None:
    records = [dialogue("aaaaaaaa", prompt=text)[0] for text in ("one", "two", "one")]
    trace = library.redact(read(lines(records)), level="structure")
    assert [event.body.text for event in trace.events if isinstance(event.body, Text)] == [
        "[MASKED:text:3]", "[MASKED:text:3:2]", "[MASKED:text:3]",
    ]  # fmt: skip


def test_what_may_stay_by_its_shape_goes_if_a_detector_speaks() -> None:
    records = dialogue("aaaaaaaa")
    trace = read(lines(records))
    odd = replace(trace.events[0], native=f"msg_{TOKEN}", model=f"gpt-{TOKEN.lower()}", span=TOKEN)
    after = Structure().run(replace(trace, events=(odd,)), lambda _: None)
    assert TOKEN not in repr(after)


def test_structure_however_deep_it_nests() -> None:
    tree: object = "x"
    for _ in range(20_000):
        tree = [tree]
    trace = read(lines(dialogue("aaaaaaaa")))
    deep = replace(trace, events=(replace(trace.events[3], body=ToolResult(tree)),))
    body = Structure().run(deep, lambda _: None).events[0].body
    assert isinstance(body, ToolResult)
    found = body.content
    while isinstance(found, list):
        (found,) = found
    assert found == "[MASKED:text:1]"
    while isinstance(tree, list):  # taken apart here, because freeing it at once would recurse
        (tree,) = tree


def test_the_commands_know_the_level(tmp_path: Path) -> None:
    path = str(claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt=SAID)))
    redacted = steno("redact", path, "--level", "structure", home=tmp_path)
    assert (redacted.code, redacted.err) == (0, "masked all content; only the structure is kept\n")
    assert not {text for text in strings(redacted.json()) if "hunter2" in text}
    for command in (
        ("export", path, "--redact", "structure"),
        ("export", path, "redact=structure"),
        ("convert", path, "-t", "open-token", "-O", "redact=structure"),
    ):
        ended = steno(*command, home=tmp_path)
        assert ended.code == 0
        document = json.loads(ended.out)
        assert document["conversation"]["redaction"] == {
            "mode": "strict",
            "strategy": "mask",
            "notes": ["all content is masked; only the structure is kept"],
        }
        assert "hunter2" not in ended.out
        checked = tmp_path / "out.json"
        checked.write_text(ended.out)
        assert steno("check", str(checked), home=tmp_path).code == 0
