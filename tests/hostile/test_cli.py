"""No file makes a command fail with anything but a clear line and the right code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steno.testing.battery import odd_bytes
from tests.given.effort import share
from tests.given.machine import dialogue, lines, steno

MINIMAL = Path(__file__).parents[1] / "fixtures/open_token/minimal.json"
GOOD = {
    "claude-code": lines(dialogue("aaaaaaaa")),
    "codex": b"".join(
        b'{"timestamp":"2026-01-31T00:00:00Z","type":"response_item","payload":' + payload + b"}\n"
        for payload in (
            b'{"type":"message","role":"user","content":[{"type":"input_text","text":"Hello"}]}',
            b'{"type":"function_call","name":"shell","arguments":"{}","call_id":"c1"}',
        )
    ),
    "open-token": MINIMAL.read_bytes(),
}
COMMANDS = (
    ("info", "--json"),
    ("check",),
    ("check", "--format", "sarif"),
    ("show", "--no-pager"),
    ("export",),
    ("convert", "-t", "open-token", "-O", "redact=none"),
)


FIRST = next(iter(GOOD))
DEPTH = 20_000
"""Far beyond what Python's stack holds.  The readers themselves are tried at five times that."""


@pytest.mark.parametrize("format", list(GOOD))
@pytest.mark.parametrize("name", list(odd_bytes(b"{}\n")))
def test_a_hostile_file_gives_a_clear_line_and_the_right_code(tmp_path: Path, format: str, name: str) -> None:
    path = tmp_path / "hostile"
    data = odd_bytes(GOOD[format], DEPTH)[name]
    path.write_bytes(data)
    known = format != FIRST and data == odd_bytes(GOOD[FIRST], DEPTH)[name]  # nothing of the good file is left in it
    for command in share(COMMANDS, format + name):
        for forced in ((), ("-f", format)):
            if (forced and command[0] in ("show", "export")) or (known and not forced):
                continue
            ended = steno(*command, str(path), *forced, home=tmp_path)
            assert ended.code in (0, 1, 3), ended.err
            assert "Traceback" not in ended.err
            if ended.code == 3:
                assert ended.out == "" or "sarif" in command  # an empty report, for who waits for one
                said = json.loads(ended.err)["error"]["message"] if "--json" in command else ended.err
                assert said.removeprefix("steno: ").startswith(f"{path}: ")
