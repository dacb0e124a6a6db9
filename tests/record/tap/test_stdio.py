"""A tap between a client and a server that speak over pipes: what passes, what is recorded, how it ends."""

from __future__ import annotations

import fcntl
import json
import os
import random
import resource
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from uuid import uuid4

import pytest
from bench.tap import added

from tests.given.machine import steno
from tests.given.taps import ANSWER, ECHO, ended, events, last, payloads, request, started, tap
from tests.given.timing import PATIENCE

MB = 1_000_000
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    return tmp_path / "calls.jsonl"


def gone(pid: int) -> bool:
    """Whether a process has ended, within a moment."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def test_every_byte_passes_unchanged_in_both_directions(transcript: Path) -> None:
    noise = random.Random(7).randbytes(3 * MB)  # noqa: S311
    said = b"\x00\xff not text\r\n\n\n{broken\n[1]\n" + noise + b"no line end"
    status, out, err = ended(tap(transcript, ECHO), said)
    assert (status, out == said) == (0, True)
    lost = last(transcript)["result"]["lost"]
    lines = [line for line in said.split(b"\n") if line.strip()]
    assert 2 * len(lines) == lost["not_json"] + lost["not_json_rpc"]
    assert "passed on but not recorded, in all: " in err


def test_a_part_of_a_line_passes_at_once(transcript: Path) -> None:
    with started(tap(transcript, ECHO)) as process:
        assert process.stdin and process.stdout
        for part in (b'{"jsonrpc', b'":"2.0"', b"}\n"):
            process.stdin.write(part)
            assert process.stdout.read(100) == part
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def test_calls_and_answers_become_events(transcript: Path) -> None:
    said = request(1, plant="Röschen 🌹\u2028") + request("1", "prune") + b'{"method":"ping","id":3}\n'
    status, out, err = ended(tap(transcript, ANSWER, options=["--name", "garden"]), said)
    assert (status, err) == (0, "")
    assert [json.loads(line)["id"] for line in out.splitlines()] == [1, "1", 3]
    run = events(transcript)[0]["run_id"]
    found = payloads(transcript)
    assert (found[0], found[-1]) == (
        ("run.started", {"name": "garden", "kind": "mcp"}),
        (
            "run.completed",
            {
                "name": "garden",
                "kind": "mcp",
                "result": {"exit_code": 0, "calls": 2, "unanswered": 0, "unrecorded": {"ping": 1}},
            },
        ),
    )
    assert sorted(found[1:-1], key=lambda each: (each[1]["call_id"], each[0])) == [
        ("tool.call", {
            "name": "water", "call_id": f"{run}/1", "input": {"plant": "Röschen 🌹\u2028"}, "output": None,
            "fidelity": "router",
        }),
        ("tool.result", {
            "name": "water", "call_id": f"{run}/1", "input": None,
            "output": {"name": "water", "arguments": {"plant": "Röschen 🌹\u2028"}},
            "fidelity": "router",
        }),
        ("tool.call", {
            "name": "prune", "call_id": f"{run}/2", "input": {}, "output": None,
            "fidelity": "router",
        }),
        ("tool.result", {
            "name": "prune", "call_id": f"{run}/2", "input": None, "output": {"name": "prune", "arguments": {}},
            "fidelity": "router",
        }),
    ]  # fmt: skip
    assert transcript.stat().st_mode & 0o777 == 0o600


def test_the_transcript_lies_in_the_folder_of_transcripts_by_default(tmp_path: Path) -> None:
    run = str(uuid4())
    command = [sys.executable, "-m", "steno", "tap", "--run-id", run, "--", "true"]
    assert ended(command, environ={"STENO_TRANSCRIPTS": str(tmp_path / "kept")})[0] == 0
    found = events(tmp_path / "kept" / f"{run}.jsonl")
    assert [(each["run_id"], each["payload"]["name"]) for each in found] == [(run, "true")] * 2


def test_a_thousand_messages_at_once_are_all_recorded_in_order(transcript: Path) -> None:
    said = b"".join(request(number, n=number) for number in range(1000))
    status, out, _ = ended(tap(transcript, ANSWER), said)
    assert (status, len(out.splitlines())) == (0, 1000)
    found = payloads(transcript)
    for type, key in (("tool.call", "input"), ("tool.result", "output")):
        own = [payload for each, payload in found if each == type]
        assert [(payload[key] if key == "input" else payload[key]["arguments"])["n"] for payload in own] == list(
            range(1000)
        )
    position = {(type, payload["call_id"]): index for index, (type, payload) in enumerate(found[1:-1])}
    assert all(position["tool.call", id] < position["tool.result", id] for _, id in position)


def test_messages_of_twenty_megabytes_pass_and_are_recorded_whole(transcript: Path) -> None:
    said = request(1, text="ü" * 10 * MB)
    status, out, _ = ended(tap(transcript, ANSWER), said)
    assert (status, len(out) > 20 * MB) == (0, True)
    found = events(transcript)
    assert found[1]["payload"]["input"] == {"text": "ü" * 10 * MB}
    assert found[2]["payload"]["output"]["arguments"] == {"text": "ü" * 10 * MB}


def test_bytes_without_a_line_end_pass_without_end_in_bounded_memory(transcript: Path) -> None:
    with started(tap(transcript, ECHO), stdout=subprocess.DEVNULL) as process:
        assert process.stdin and process.stderr
        for _ in range(150):
            process.stdin.write(b"x" * MB)
        peak = Path(f"/proc/{process.pid}/status").read_text().partition("VmHWM:")[2].split()[0]
        process.stdin.write(b"\n" + request(1))
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        assert b"messages longer than 64 MiB" in process.stderr.read()
    # Both directions keep up to 64 MiB of a line that may still end.
    assert int(peak) * 1024 < 250 * MB
    assert last(transcript)["result"] == {
        "exit_code": 0, "calls": 1, "unanswered": 1, "unrecorded": {"tools/call": 1}, "lost": {"too_long": 2},
    }  # fmt: skip


def test_a_message_takes_at_most_a_millisecond_longer(tmp_path: Path) -> None:
    _, more = added(200, 1000, tmp_path)
    assert more / 2 <= 1.0


def test_the_error_stream_and_the_exit_code_are_the_servers(transcript: Path) -> None:
    server = "import sys; sys.stderr.write('\\x1b[31mraw\\x00'); sys.exit(3)"
    assert ended(tap(transcript, server)) == (3, b"", "\x1b[31mraw\x00")
    assert last(transcript)["error"] == "the server ended with exit code 3"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_server_that_a_signal_ends_takes_the_tap_along_in_the_same_way(transcript: Path, number: int) -> None:
    server = f"import os; os.kill(os.getpid(), {number:d})"
    assert ended(tap(transcript, server)) == (-number, b"", "")
    assert last(transcript) == {
        "name": Path(sys.executable).name,
        "kind": "mcp",
        "error": f"the server was ended by signal {number:d}",
        "result": {"signal": number, "calls": 0, "unanswered": 0},
    }


def test_a_call_the_server_died_over_has_no_result(transcript: Path) -> None:
    server = "import os, sys; sys.stdin.readline(); os._exit(9)"
    assert ended(tap(transcript, server), request(1))[0] == 9
    assert [each["type"] for each in events(transcript)] == ["run.started", "tool.call", "run.completed"]
    assert last(transcript)["result"] == {"exit_code": 9, "calls": 1, "unanswered": 1}


TOLD = """
import os, signal, time
def told(number, frame):
    os.write(1, b"told %d\\n" % number)
    os._exit(number + 40)
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGUSR1, signal.SIGTERM):
    signal.signal(number, told)
print("ready", flush=True)
while True:
    time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1])
def test_a_signal_reaches_the_server_which_ends_as_it_likes(transcript: Path, number: int) -> None:
    with started(tap(transcript, TOLD)) as process:
        assert process.stdout and process.stdout.readline() == b"ready\n"
        process.send_signal(number)
        assert (process.stdout.readline(), process.wait(PATIENCE)) == (b"told %d\n" % number, number + 40)
    assert last(transcript)["result"]["exit_code"] == number + 40


def test_a_signal_to_the_whole_group_leaves_a_whole_transcript(transcript: Path) -> None:
    with started(tap(transcript, TOLD), start_new_session=True) as process:
        assert process.stdout and process.stdout.readline() == b"ready\n"
        os.killpg(process.pid, signal.SIGTERM)
        assert process.wait(PATIENCE) == 55
    assert last(transcript)["result"]["exit_code"] == 55


COUNTS = """
import signal, sys, time
came = []
signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
print("ready", flush=True)
time.sleep(1)
print(len(came), flush=True)
"""


def test_a_key_that_the_server_has_got_itself_is_not_handed_on(transcript: Path) -> None:
    ours, theirs = os.openpty()

    def control() -> None:
        fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)

    with started(tap(transcript, COUNTS), start_new_session=True, preexec_fn=control, stderr=theirs) as process:
        assert process.stdout and process.stdout.readline() == b"ready\n"
        os.write(ours, b"\x03")  # Ctrl-C, to the whole group
        assert process.stdout.readline() == b"1\n"
        assert process.wait(PATIENCE) == 0
    os.close(ours)
    os.close(theirs)


DEAF = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can tie a child to its parent")
def test_a_tap_that_is_killed_leaves_no_orphan(transcript: Path) -> None:
    with started(tap(transcript, DEAF)) as process:
        assert process.stdout
        server = int(process.stdout.readline())
        process.kill()
        assert gone(server)


CLIENT = """
import subprocess, sys
server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
print(server.pid, server.stdout.readline().decode().strip(), flush=True)
server.wait()
"""


def test_a_client_that_is_killed_ends_tap_and_server(transcript: Path) -> None:
    server = "import os, sys; print('at', os.getpid(), flush=True); sys.stdin.read()"
    with started([sys.executable, "-c", CLIENT, *tap(transcript, server)]) as client:
        assert client.stdout
        between, _, behind = client.stdout.readline().decode().split()
        client.kill()
        assert gone(int(behind))
        assert gone(int(between))
    assert last(transcript)["result"] == {"exit_code": 0, "calls": 0, "unanswered": 0, "lost": {"not_json": 1}}


def test_each_side_sees_what_the_other_closes(transcript: Path) -> None:
    closing = "import os, time; os.close(1); os.close(0); time.sleep(600)"
    with started(tap(transcript, closing)) as process:
        assert process.stdin and process.stdout
        assert process.stdout.read() == b""
        with pytest.raises(BrokenPipeError):
            while True:
                process.stdin.write(b"x\n" * 1000)
        assert process.poll() is None
        process.terminate()
        assert process.wait(PATIENCE) == -signal.SIGTERM


def test_a_server_whose_client_no_longer_listens_cannot_write(transcript: Path) -> None:
    writing = "import os\ntry:\n  while True: os.write(1, b'x' * 1000 + b'\\n')\nexcept BrokenPipeError: os._exit(5)"
    with started(tap(transcript, writing)) as process:
        assert process.stdout
        process.stdout.read(10)
        process.stdout.close()
        assert process.wait(PATIENCE) == 5


def test_a_child_of_the_server_that_holds_its_output_does_not_hold_the_tap(transcript: Path) -> None:
    server = "import subprocess; subprocess.Popen(['sleep', '60'], start_new_session=True); print('bye', flush=True)"
    before = time.monotonic()
    with started(tap(transcript, server)) as process:
        assert process.stdout and process.stdout.readline() == b"bye\n"
        assert process.wait(PATIENCE) == 0
    assert time.monotonic() - before < 15


def test_what_the_server_says_last_arrives_however_slowly_it_is_read(transcript: Path) -> None:
    # More than one pipe holds and less than all of them: the server ends, and the tap is left with a part.
    said = b'{"method":"m"}\n' * 9_000
    server = f"import os; os.write(1, {said[:15]!r} * 9_000); os.write(2, b'over\\n')"
    with started(tap(transcript, server)) as process:
        assert process.stderr and process.stderr.readline() == b"over\n"
        time.sleep(1.2)  # longer than the tap waits for a silent server
        assert process.stdout and process.stdout.readall() == said  # type: ignore[attr-defined]
        assert process.wait(PATIENCE) == 0


def test_where_nothing_can_be_recorded_the_traffic_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    status, out, err = ended(tap(tmp_path / "file" / "calls.jsonl", ANSWER + "\nsys.exit(4)"), request(1))
    assert (status, json.loads(out)["id"]) == (4, 1)
    total = err.splitlines()[-1]
    assert total.startswith(
        "steno tap: passed on but not recorded, in all: 4 events that could not be written to the transcript ("
    )
    assert "Traceback" not in err


def test_a_full_disk_costs_the_record_not_the_traffic(transcript: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

    said = b"".join(request(number, n="x" * 100) for number in range(200))
    status, out, err = ended(tap(transcript, ANSWER), said, preexec_fn=limit)
    assert (status, len(out.splitlines())) == (0, 200)
    kept = events(transcript)
    assert 0 < len(kept) < 20
    assert transcript.read_bytes().endswith(b"\n")
    assert f"{402 - len(kept)} events that could not be written to the transcript" in err.splitlines()[-1]
    assert len(err.splitlines()) < 5  # not a line for each


def test_a_run_named_by_the_environment_is_the_parent_and_the_servers_runs_are_children(transcript: Path) -> None:
    server = "import os; print(os.environ['STENO_RUN_ID'], os.environ['STENO_PARENT_RUN_ID'])"
    parent, run = str(uuid4()), str(uuid4())
    _, out, _ = ended(tap(transcript, server, options=["--run-id", run]), environ={"STENO_RUN_ID": parent})
    assert out.decode().split() == [run, parent]
    assert [(each["run_id"], each["parent_run_id"]) for each in events(transcript)] == [(run, parent)] * 2


def test_what_is_no_run_id_is_said_and_is_no_parent(transcript: Path) -> None:
    status, _, err = ended(tap(transcript, "pass"), environ={"STENO_RUN_ID": "../x\x1b"})
    assert (status, err) == (
        0,
        "steno tap: STENO_RUN_ID is '../x\\x1b', which is not a run's id, so this run has no parent\n",
    )
    assert "parent_run_id" not in events(transcript)[0]


def test_secrets_are_taken_out_of_the_record_alone_unless_told_otherwise(transcript: Path) -> None:
    said = request(1, token=TOKEN)
    _, out, _ = ended(tap(transcript, ANSWER), said)
    assert TOKEN in out.decode()
    assert TOKEN not in transcript.read_text()
    assert [each["type"] for each in events(transcript)] == ["run.started", "tool.call", "tool.result", "run.completed"]
    plain = transcript.with_name("plain.jsonl")
    ended(tap(plain, ANSWER, options=["--redact", "none"]), said)
    assert TOKEN in plain.read_text()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "name either a server's command after -- or its address with --http"),
        (("--http", "http://127.0.0.1:1/", "--", "x"), "name either a server's command"),
        (("--run-id", "../../x", "--", "true"), "--run-id is '../../x', expected a UUID"),
        (("--listen", "127.0.0.1:0", "--", "true"), "--listen is for --http"),
        (("--http", "http://garden.example/mcp"), "'garden.example' is not this machine"),
        (("--http", "http://127.0.0.1:1/", "--listen", "0.0.0.0:0"), "'0.0.0.0' is not this machine"),
    ],
)
def test_a_mistake_is_one_sentence(tmp_path: Path, args: tuple[str, ...], message: str) -> None:
    wrong = steno("tap", *args, home=tmp_path, STENO_TRANSCRIPTS=str(tmp_path / "kept"))
    assert (wrong.code, wrong.out) == (2, "")
    assert message in wrong.err
    assert not (tmp_path / "kept").exists()


def test_a_server_that_cannot_be_started_is_one_sentence(transcript: Path) -> None:
    # In a process of its own: what is done before the start is not for one with threads.
    status, out, err = ended(tap(transcript, "/nowhere/server", "--port"))
    assert (status, out, err) == (2, b"", "steno: cannot start '/nowhere/server': no such file or directory\n")
    assert not transcript.exists()
