"""`steno tail`."""

from __future__ import annotations

import base64
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.given.awf_runs import A, B, begun, event
from tests.given.machine import claude, steno
from tests.given.timing import PATIENCE

STENO = (sys.executable, "-m", "steno")


def call(number: int, path: str = "work", iteration: int = 0) -> bytes:
    payload = {"name": "Read", "call_id": f"c{number}", "input": {"n": number}, "output": None, "fidelity": "router"}
    return event(A, "tool.call", number, path, payload, seq=number, iteration=iteration)


def written(path: Path, *lines: bytes) -> Path:
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


class Running:
    """The command in a process of its own."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        assert process.stdout is not None
        self._out = process.stdout

    def line(self, seconds: float = 20) -> str:
        """The next line of stdout."""
        ready, _, _ = select.select([self._out], [], [], seconds)
        assert ready, "nothing came"
        return self._out.readline().decode().rstrip("\n")

    def json(self) -> Any:
        return json.loads(self.line())

    def interrupt(self) -> tuple[int, str, str]:
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.decode(), err.decode()


@contextmanager
def running(*args: str, home: Path) -> Iterator[Running]:
    environ = {"HOME": str(home), "TZ": "UTC", "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    with subprocess.Popen(
        [*STENO, "tail", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ, bufsize=0
    ) as process:
        try:
            yield Running(process)
        finally:
            process.kill()


def test_the_last_ten_events_are_shown_one_line_each(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", begun(A), *map(call, range(1, 13)))
    ended = steno("tail", str(path), home=tmp_path, TZ="UTC")
    assert ended.code == 0
    assert ended.out.splitlines() == [
        f"2026-01-02 UTC  run {A}",
        *(f'03:00:{number:02}  work          tool.call          Read  {{"n":{number}}}' for number in range(3, 13)),
    ]
    assert ended.err == f"continue from here with --from {path.stat().st_size}\n"


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (("-n", "2"), [3, 4]),
        (("-n", "0"), []),
        (("-n", "+3"), [3, 4]),
        (("-n", "+1"), [1, 2, 3, 4]),
        (("--all",), [1, 2, 3, 4]),
        (("--from", "0"), [1, 2, 3, 4]),
    ],
)
def test_where_to_begin_is_a_number_of_lines_or_an_offset(
    tmp_path: Path, args: tuple[str, ...], shown: list[int]
) -> None:
    path = written(tmp_path / "a.jsonl", *map(call, range(1, 5)))
    ended = steno("tail", "--json", *args, str(path), home=tmp_path)
    assert [each["event"]["seq"] for each in ended.json()] == shown


def test_json_keeps_the_events_own_bytes_and_says_where_to_go_on(tmp_path: Path) -> None:
    odd = b'{"seq":1, "run_id":"r","type":"x","n":1.10,"big":12345678901234567890,"\\u0061":1,"a":2}'
    path = written(tmp_path / "a.jsonl", odd, b"", call(2))
    ended = steno("tail", "--json", str(path), home=tmp_path)
    first, second = ended.out.encode().splitlines()
    assert first == b'{"schema":"steno.tail/1","offset":0,"next":%d,"event":%s}' % (len(odd) + 1, odd)
    assert json.loads(second)["next"] == path.stat().st_size
    resumed = steno("tail", "--json", "--from", str(json.loads(first)["next"]), str(path), home=tmp_path)
    assert resumed.out.encode().splitlines() == [second]
    assert ended.err == resumed.err == ""


def test_a_line_that_is_not_json_is_shown_with_its_number_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", call(1), b"{torn\x1b[31m", b"\xff\xfe", call(4))
    ended = steno("tail", "-n", "3", str(path), home=tmp_path, TZ="UTC")
    assert ended.out.splitlines() == [
        "line 2: not JSON: expecting property name enclosed in double quotes at byte 2: {torn␛[31m",
        "line 3: not JSON: byte 0xff is not UTF-8 at byte 1: \\xff\\xfe",
        f"2026-01-02 UTC  run {A}",
        '03:00:04  work          tool.call          Read  {"n":4}',
    ]
    first, second, _ = steno("tail", "-n", "3", "--json", str(path), home=tmp_path).json()
    assert (first["line"], first["text"]) == (2, "{torn\x1b[31m")
    assert (second["line"], base64.b64decode(second["base64"])) == (3, b"\xff\xfe\n")


def test_a_last_line_that_is_cut_off_is_shown_and_comes_again_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(call(1) + b"\n" + call(2)[:30])
    ended = steno("tail", str(path), home=tmp_path, TZ="UTC")
    assert ended.out.splitlines()[-1].startswith("line 2: the last line is cut off")
    offset = len(call(1)) + 1
    assert ended.err == (f"continue from here with --from {offset}; 30 bytes of a line that has not ended after that\n")
    (_, cut) = steno("tail", "--json", str(path), home=tmp_path).json()
    assert (cut["offset"], cut["next"], cut["line"]) == (offset, offset, 2)
    path.write_bytes(call(1) + b"\n" + call(2))
    (whole,) = steno("tail", "--json", "--from", str(offset), str(path), home=tmp_path).json()
    assert (whole["event"]["seq"], whole["next"]) == (2, path.stat().st_size)
    path.write_bytes(call(1) + b"\n" + call(2) + b"\n" + call(3) + b"\n")
    (third,) = steno("tail", "--json", "--from", str(whole["next"]), str(path), home=tmp_path).json()
    assert third["event"]["seq"] == 3


def test_every_kind_of_event_says_what_happened(tmp_path: Path) -> None:
    def block(type: str, **fields: object) -> dict[str, object]:
        return {"type": type, "fidelity": "router", **fields}

    blocks = [
        block("thinking", thinking="Hm."),
        block("text", text="I\nsay\u202e"),
        block("tool_use", tool_name="Read", tool_input={"a": 1}),
        block("tool_result", tool_content=[1]),
        block("command", command="ls"),
        block("new", x=1),
    ]
    step = {"name": "s", "kind": "agent"}
    lines = [
        event(A, "run.started", 0, payload={"name": "review", "kind": "workflow"}),
        event(A, "step.completed", 1, "a.b", step | {"error": "no"}, iteration=2),
        event(A, "step.call_workflow.started", 2, "c", step, child_run_id=B),
        event(A, "message.assistant", 3, "c", {"role": "assistant", "blocks": blocks}),
        event(A, "tool.result", 4, "", {"call_id": "1", "name": "Bash", "output": "ok\n", "fidelity": "router"}),
        event(A, "tool.result", 5, "", {"call_id": "1", "name": "Bash", "error": "exit 1", "fidelity": "router"}),
        event(A, "later.invention", 6, "", {"x": [1]}),
    ]
    ended = steno("tail", "--all", str(written(tmp_path / "a.jsonl", *lines)), home=tmp_path, TZ="UTC")
    said = 'thinking: Hm.  I say<U+202E>  ▸ Read  {"a":1}  └ [1]  $ ls  {"type":"new","fidelity":"router","x":1}'
    assert ended.out.splitlines() == [
        f"2026-01-02 UTC  run {A}",
        "03:00:00                run.started        review workflow",
        "03:00:01  a.b#2         step.completed     s agent  failed: no",
        f"03:00:02  c             step.call_workflow.started  s agent  → run {B}",
        f"03:00:03  c             message.assistant  {said}",
        "03:00:04                tool.result        Bash  ok",
        "03:00:05                tool.result        Bash  failed: exit 1",
        '03:00:06                later.invention    {"x":[1]}',
    ]


def test_another_run_in_the_same_file_is_announced(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", begun(A), begun(B, 1, A), begun(A, 2))
    shown = steno("tail", str(path), home=tmp_path, TZ="UTC").out.splitlines()
    assert shown[::2] == [f"2026-01-02 UTC  run {A}", f"2026-01-02  run {B}, child of {A}", f"2026-01-02  run {A}"]


def test_a_session_of_an_agent_is_shown_through_its_own_reader(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa-1")
    ended = steno("tail", "@latest", home=tmp_path, TZ="UTC")
    assert ended.out.splitlines() == [
        "2026-01-02 UTC",
        "03:04:00  user          message            Water the roses",
        "03:04:01  assistant     thought            They look dry.",
        '03:04:02  assistant     tool_call          Bash  {"command":"water --roses"}',
        "03:04:03  Bash          tool_result        done",
        "03:04:04  assistant     message            The roses are watered.",
    ]


def test_lines_of_no_known_format_are_shown_as_they_are(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", b'{"x": 1}', b"[2]")
    ended = steno("tail", str(path), home=tmp_path)
    assert [line.split() for line in ended.out.splitlines()] == [["record", '{"x":1}'], ["record", "[2]"]]


def test_no_lines_are_none_also_where_the_last_has_no_end(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"x": 1}\n{"x": 2}')
    ended = steno("tail", "-n", "0", str(path), home=tmp_path)
    assert (ended.code, ended.out, ended.err) == (0, "", "continue from here with --from 17\n")


def test_standard_input_is_shown_as_it_comes(tmp_path: Path) -> None:
    ended = steno("tail", "-", home=tmp_path, stdin=call(1) + b"\n{bad\n" + call(2), TZ="UTC")
    assert (ended.code, len(ended.out.splitlines())) == (0, 4)
    assert ended.out.splitlines()[2].startswith("line 2: not JSON")
    assert steno("tail", "-n", "3", "-", home=tmp_path).err == (
        "steno: standard input is shown as it arrives, so -n has no effect\n"
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("-n", "x"), "-n is 'x', expected a number of lines, or +K for the line to begin with"),
        (("-n", "1", "--all"), "-n and --all contradict each other"),
        (
            ("--from", "9999"),
            "--from 9999: the file has 8 bytes, so this is not the file that offset came from; --all shows it",
        ),
        (("--from", "3"), "--from 3: no line begins there; use the offset that an earlier run printed, or `next`"),
    ],
)
def test_bad_usage_says_what_to_do(tmp_path: Path, args: tuple[str, ...], message: str) -> None:
    path = written(tmp_path / "a.jsonl", b'{"x":1}')
    ended = steno("tail", *args, str(path), home=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"steno: {message}")


def test_a_file_that_is_missing_and_not_waited_for_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert steno("tail", str(path), home=tmp_path) == (3, "", f"steno: {path}: no such file or directory\n")


def test_a_terminal_gets_lines_of_its_width(tmp_path: Path) -> None:
    long = event(A, "message.user", 1, "p" * 80, {"role": "user", "blocks": [{"type": "text", "text": "長い" * 5000}]})
    path = written(tmp_path / "a.jsonl", long)
    main, side = pty.openpty()
    try:
        environ = {"HOME": str(tmp_path), "TERM": "xterm", "COLUMNS": "100", "TZ": "UTC", "NO_COLOR": "1"}
        subprocess.run([*STENO, "tail", str(path)], stdout=side, stderr=subprocess.DEVNULL, env=environ, check=True)
        shown = os.read(main, 100_000).decode().splitlines()
    finally:
        os.close(main)
        os.close(side)
    assert shown[1].startswith("03:00:01  …" + "p" * 27 + "  message.user       長い")
    assert shown[1].endswith("…")
    wide = sum(2 if character in "長い" else 1 for character in shown[1])
    assert wide in (99, 100)
    assert len(steno("tail", str(path), home=tmp_path).out) > 10_000


@pytest.mark.parametrize("more", [(), ("--poll",)])
def test_following_shows_events_as_they_are_written_and_ends_well(tmp_path: Path, more: tuple[str, ...]) -> None:
    path = tmp_path / "a.jsonl"
    with running("-f", "--json", *more, str(path), home=tmp_path) as tail:
        assert tail.json() == {"schema": "steno.tail/1", "change": "waiting", "lost": 0}
        written(path, call(1), call(2))
        assert [tail.json()["event"]["seq"] for _ in range(2)] == [1, 2]
        with path.open("ab") as file:
            file.write(call(3)[:10])
            file.flush()
            time.sleep(0.3)
            file.write(call(3)[10:] + b"\n{bad\n")
        assert tail.json()["event"]["seq"] == 3
        bad = tail.json()
        assert (bad["line"], bad["text"]) == (4, "{bad")
        path.unlink()
        assert tail.json()["change"] == "gone"
        written(path, call(9))
        assert tail.json()["change"] == "replaced"
        assert tail.json()["event"]["seq"] == 9
        assert tail.interrupt() == (0, "", "")


def test_following_for_people_says_what_happens_to_the_file_and_where_to_go_on(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", call(1))
    with running("-f", str(path), home=tmp_path) as tail:
        assert (tail.line(), tail.line().split()[0]) == (f"2026-01-02 UTC  run {A}", "03:00:01")
        os.truncate(path, 0)
        assert tail.process.stderr is not None
        said = tail.process.stderr.readline()
        written(path, call(2))
        assert tail.line().split()[0] == "03:00:02"
        code, _, err = tail.interrupt()
    assert code == 0
    assert said == b"steno: it was truncated: reading from its start\n"
    assert err == f"continue from here with --from {path.stat().st_size}\n"


def test_until_done_ends_with_the_files_own_run(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", begun(A), event(B, "run.completed", 1, parent_run_id=A))
    with running("--until-done", str(path), home=tmp_path) as tail:
        for _ in range(4):
            tail.line()
        assert tail.process.poll() is None
        with path.open("ab") as file:
            file.write(event(A, "run.completed", 2) + b"\n")
        tail.line()
        assert tail.line().split() == ["03:00:02", "run.completed"]
        assert tail.process.wait(PATIENCE) == 0
    size = str(path.stat().st_size)
    assert steno("tail", "--until-done", "--from", size, str(path), home=tmp_path).code == 0


@pytest.mark.parametrize("more", [(), ("--poll",)])
def test_following_ends_when_nobody_reads_any_more(tmp_path: Path, more: tuple[str, ...]) -> None:
    path = written(tmp_path / "a.jsonl", call(1))
    with running("-f", "--json", *more, str(path), home=tmp_path) as tail:
        tail.line()
        assert tail.process.stdout is not None
        tail.process.stdout.close()
        assert tail.process.wait(PATIENCE) == 0
        assert tail.process.stderr is not None
        assert tail.process.stderr.read() == b""


REOPENING = """
import sys
from steno.record import Recorder

with Recorder(sys.argv[1], run_id=sys.argv[2]) as recorder:
    recorder.record(type="run.completed")
"""


def test_a_torn_line_that_a_recorder_repairs_is_never_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(begun(A) + b"\n" + call(2)[:40])
    with running("-f", "--until-done", "--json", str(path), home=tmp_path) as tail:
        assert tail.json()["event"]["seq"] == 1
        time.sleep(0.3)
        subprocess.run([sys.executable, "-c", REOPENING, str(path), A], check=True)
        out, err = tail.process.communicate(timeout=PATIENCE)
    assert (tail.process.returncode, err) == (0, b"")
    # Whether the repair is seen by itself depends on who is quicker.
    *change, last = [json.loads(line) for line in out.splitlines()]
    assert [each["change"] for each in change] in ([], ["taken_back"])
    assert (last["offset"], last["event"]["type"]) == (len(begun(A)) + 1, "run.completed")


def test_a_transcript_is_found_by_its_runs_id(tmp_path: Path) -> None:
    written(tmp_path / f"{A}.jsonl", begun(A))
    ended = steno("tail", A[:8], home=tmp_path, STENO_TRANSCRIPTS=str(tmp_path), TZ="UTC")
    assert ended.out.splitlines()[0] == f"2026-01-02 UTC  run {A}"


RECORDING = """
import sys, threading
from steno.record import Recorder

with Recorder(sys.argv[1], run_id=sys.argv[2]) as recorder:
    def work(name):
        for number in range(250):
            payload = {"name": "Read", "call_id": f"{name}-{number}", "input": "x" * number, "fidelity": "router"}
            recorder.record(type="tool.call", path=name, payload=payload)
    recorder.record(type="run.started")
    threads = [threading.Thread(target=work, args=(f"t{each}",)) for each in range(4)]
    for each in threads: each.start()
    for each in threads: each.join()
    recorder.record(type="run.completed")
"""


def test_all_that_a_recorder_in_another_process_writes_is_seen_in_order(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with running("-f", "--until-done", "--json", str(path), home=tmp_path) as tail:
        assert tail.json()["change"] == "waiting"
        subprocess.run([sys.executable, "-c", RECORDING, str(path), A], check=True)
        out, err = tail.process.communicate(timeout=PATIENCE)
    seen = [json.loads(line) for line in out.splitlines()]
    assert (tail.process.returncode, err) == (0, b"")
    assert [each["event"]["seq"] for each in seen] == list(range(1, 1003))
    assert [each["offset"] for each in seen[1:]] == [each["next"] for each in seen[:-1]]


def test_an_empty_file_has_no_last_events(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").touch()
    run = steno("tail", str(tmp_path / "a.jsonl"), home=tmp_path)
    assert (run.code, run.out) == (0, "")
