"""Sessions of several agents with hostile texts in every field that holds a text, and for keys of what is free."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.given.machine import lines, record
from tests.given.vectors import ALL, VECTORS

FIXTURES = Path(__file__).parents[1] / "fixtures"
SOURCES = {
    "codex": "codex/every_type.jsonl", "pi": "pi/tree.jsonl", "gemini": "gemini_cli/lines.jsonl",
    "copilot": "copilot_cli/events.jsonl", "qwen": "qwen_code/tree.jsonl", "droid": "droid/session.jsonl",
    "atif": "atif/trajectory.json", "open-token": "open_token/rich.json", "awf": "awf/run.jsonl",
    "opentraces": "opentraces/v0_7.jsonl", "claude": "claude_code/every_record.jsonl",
}  # fmt: skip
"""One session of each that is written in JSON."""


def hostile(value: Any, texts: Iterator[str]) -> Any:
    """The value with a hostile text behind each of its own that says something, and beside what may have any keys."""
    if isinstance(value, list):
        return [hostile(each, texts) for each in value]
    if not isinstance(value, dict):
        return f"{value} {next(texts)}" if isinstance(value, str) and (" " in value or "/" in value) else value
    made = {key: hostile(each, texts) for key, each in value.items()}
    free = {"command", "input", "arguments", "args", "metadata", "extra", "parameters", "attributes", "file_path"}
    return made | {next(texts): next(texts)} if free & set(value) else made


def of_fixture(name: str, folder: Path) -> Path:
    """A session of an agent, with hostile texts in it."""
    source = FIXTURES / SOURCES[name]
    texts = cycle(VECTORS.values())
    path = folder / f"{name}{source.suffix}"
    documents = source.read_bytes().splitlines() if source.suffix == ".jsonl" else [source.read_bytes()]
    if name == "opentraces":
        del documents[1:]  # each line is a session of its own
    with path.open("wb") as stream:
        for each in documents:
            stream.write(_mangled(each, texts) + b"\n")
    return path


def _mangled(line: bytes, texts: Iterator[str]) -> bytes:
    try:
        return json.dumps(hostile(json.loads(line), texts)).encode()
    except ValueError:
        return line  # fixtures hold lines that are broken on purpose


def _turn(text: str, at: int, session: str) -> list[dict[str, object]]:
    """A prompt, a thought, three calls with results and an answer, each field of which holds the text."""
    more = {"cwd": f"/srv/{text}", "gitBranch": text, "version": text}

    def call(number: int, name: str, given: dict[str, object]) -> dict[str, object]:
        return {"type": "tool_use", "id": f"toolu_{at + number}", "name": name, "input": given}

    def result(number: int, content: object, *, bad: bool = False) -> dict[str, object]:
        return {"type": "tool_result", "tool_use_id": f"toolu_{at + number}", "content": content, "is_error": bad}

    edit: dict[str, object] = {
        "file_path": f"/srv/{text}/a.py",
        "old_string": f"old {text}",
        "new_string": f"new {text}",
        text: text,
    }
    spoken = [
        ("user", f"Prompt {text}"),
        ("assistant", [{"type": "thinking", "thinking": text, "signature": text}]),
        ("assistant", [call(0, "Bash", {"command": text, "description": text, text: {text: [text]}})]),
        ("user", [result(0, text, bad=True)]),
        ("assistant", [call(1, text, {text: text})]),
        ("user", [result(1, [{"type": "text", "text": text}])]),
        ("assistant", [call(2, "Edit", edit)]),
        ("user", [result(2, json.dumps({text: text}))]),
        ("assistant", [{"type": "text", "text": f"{text}\n\nAnswer {text}"}]),
    ]
    return [
        record(
            kind, content, at + number, session, **more, timestamp=f"2026-01-02T03:{(at // 60) % 60:02}:{at % 60:02}Z"
        )
        for number, (kind, content) in enumerate(spoken)
    ]


def every_vector(session: str) -> list[dict[str, object]]:
    """A session in which each vector stands alone in each field; then all of them together, and records of no kind."""
    texts = [*VECTORS.values(), ALL]
    made = [each for number, text in enumerate(texts) for each in _turn(text, number * 10, session)]
    odd: list[dict[str, object]] = [
        {"type": text, "uuid": f"o{at}", "sessionId": session, text: text} for at, text in enumerate(texts)
    ]
    title: dict[str, object] = {
        "type": "summary",
        "summary": f"Title {VECTORS['script']}{VECTORS['image']}",
        "leafUuid": "u8",
    }
    return [*made, *odd, title]


def odd_file(path: Path) -> Path:
    """A session with a line of 10 MB, deep JSON, bytes that are no UTF-8, NUL bytes and lines that are no JSON."""
    turn = _turn(VECTORS["image"], 0, "odd")
    long = record("user", "A long line: " + "<img src=x onerror=window.__pwned=1> " * 280_000, 90, "odd")
    deep = b'{"type":"user","deep":' + b'{"a":[' * 400 + b'"<script>window.__pwned=1</script>"' + b"]}" * 400 + b"}"
    path.write_bytes(
        lines(turn) + lines([long]) + deep + b"\n"
        + b'{"type":"user","message":{"role":"user","content":"\xff\xfe\xc3\x28 <svg onload=window.__pwned=1>"}}\n'
        + b"<script>window.__pwned=1</script>\n" + b"\x00" * 64 + b"\n" + b'{"type":"user","mess'
    )  # fmt: skip
    return path
