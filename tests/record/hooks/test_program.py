"""The hook program keeps what an agent tells it, whatever that is, and never stands in the agent's way."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from steno.diagnostics import Diagnostic, Place
from steno.formats.hooks.sniff import sniff
from steno.model import Kind
from steno.record.hooks import program
from steno.registry import formats
from tests.given.timing import PATIENCE

PROGRAM = Path(program.__file__)
SESSION = "4f1c2d3e-0000-4000-8000-00000000c0de"


def event(name: str, **more: object) -> dict[str, object]:
    return {"session_id": SESSION, "cwd": "/srv/garden", "hook_event_name": name, **more}


def command(folder: Path, agent: str = "claude-code", *words: str) -> list[str]:
    return [sys.executable, "-I", "-S", str(PROGRAM), agent, str(folder), *words]


def tell(folder: Path, payload: object, agent: str = "claude-code", *words: str, **environ: str) -> None:
    """One event; the program prints nothing and ends well."""
    data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    env = {**os.environ, **environ}
    words = tuple(command(folder, agent, *words))
    done = subprocess.run(words, input=data, capture_output=True, env=env, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def logged(folder: Path, agent: str = "claude-code") -> list[dict[str, Any]]:
    """Every record of an agent, without its time."""
    found = [json.loads(each) for path in sorted((folder / agent).iterdir()) for each in path.read_bytes().splitlines()]
    return [{key: value for key, value in each.items() if key != "time"} for each in found]


def touched(folder: Path, path: object, tool: str = "Write") -> list[dict[str, Any]]:
    """What is said of the file that a tool is about to touch."""
    key = "notebook_path" if tool == "NotebookEdit" else "file_path"
    tell(folder, event("PreToolUse", tool_name=tool, tool_input={key: path}))
    files: list[dict[str, Any]] = logged(folder)[-1]["files"]
    return files


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_an_event_is_one_line_with_the_bytes_that_the_agent_wrote(tmp_path: Path) -> None:
    raw = b'{"session_id":"s1", "n":1.50, "n":2, "text":"\xe2\x98\x82 \\ud800 \\u2028"}'
    tell(tmp_path, raw)
    (line,) = (tmp_path / "claude-code" / "s1.jsonl").read_bytes().splitlines()
    head, _, rest = line.partition(b',"event":')
    assert json.loads(head + b"}").keys() == {"steno_hook", "time", "agent"}
    assert rest == raw + b"}"


def test_everything_is_for_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    folder = tmp_path / "new" / "hooks"
    touched(folder, str(tmp_path / "a"))
    modes = {
        path.relative_to(folder).parts[0]: oct(path.stat().st_mode & 0o777)
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert modes == {"blobs": "0o600", "claude-code": "0o600"}
    assert {oct(path.stat().st_mode & 0o777) for path in [folder, *folder.iterdir()]} == {"0o700"}


def test_an_event_of_several_lines_stays_one_line(tmp_path: Path) -> None:
    tell(tmp_path, b'\n{\r\n  "session_id": "s1",\n  "prompt": "a\\nb"\n}\n')
    assert logged(tmp_path) == [
        {"steno_hook": 1, "agent": "claude-code", "event": {"session_id": "s1", "prompt": "a\nb"}}
    ]


@pytest.mark.parametrize(
    "payload",
    [
        b"", b"not JSON", b"{", b'{"a":1} {"b":2}', b'{"a":NaN}', b'{"a":"\0"}', b"\0\0", b'{"a":"\xff"}',
        b"[" * 100_000, b'{"a":"line\nbreak"}',
    ],
)  # fmt: skip
def test_what_is_no_json_is_kept_as_it_came(tmp_path: Path, payload: bytes) -> None:
    tell(tmp_path, payload)
    raw = base64.b64encode(payload).decode()
    assert logged(tmp_path) == [{"steno_hook": 1, "agent": "claude-code", "raw": raw}]


def test_a_number_of_many_digits_is_no_trouble(tmp_path: Path) -> None:
    tell(tmp_path, b'{"session_id":"s1","n":' + b"9" * 5000 + b"}")
    assert b"9" * 5000 in (tmp_path / "claude-code" / "s1.jsonl").read_bytes()


def test_ten_megabytes_are_kept(tmp_path: Path) -> None:
    prompt = "x" * (10 << 20)
    tell(tmp_path, event("UserPromptSubmit", prompt=prompt))
    assert logged(tmp_path)[0]["event"]["prompt"] == prompt


def test_an_event_beyond_the_limit_is_said_and_the_agent_is_let_finish(tmp_path: Path) -> None:
    size = program.LARGEST_EVENT + 1
    tell(tmp_path, b" " * size)
    omitted = {"bytes": size, "limit": program.LARGEST_EVENT}
    assert logged(tmp_path) == [{"steno_hook": 1, "agent": "claude-code", "omitted": omitted}]


@pytest.mark.parametrize("session", ["../../etc/passwd", "a/b", "", "x" * 101, "a b", 7, None, ["s"], "\0"])
def test_an_id_that_is_no_file_name_goes_to_the_file_of_the_day(tmp_path: Path, session: object) -> None:
    tell(tmp_path, {"session_id": session})
    (path,) = (tmp_path / "claude-code").iterdir()
    assert time.strptime(path.name, "%Y-%m-%d.jsonl")


# Files


def test_a_file_is_kept_before_and_after_under_its_hash(tmp_path: Path) -> None:
    path, folder = tmp_path / "roses.py", tmp_path / "hooks"
    path.write_bytes(b"dry")
    path.chmod(0o640)
    tool = {"tool_name": "Edit", "tool_input": {"file_path": str(path)}}
    tell(folder, event("PreToolUse", **tool))
    path.write_bytes(b"wet")
    tell(folder, event("PostToolUse", **tool))
    said = {"path": str(path), "state": "file", "mode": "0640", "size": 3}
    assert [each["files"] for each in logged(folder)] == [
        [said | {"sha256": digest(b"dry")}],
        [said | {"sha256": digest(b"wet")}],
    ]
    kept = {each.name: each.read_bytes() for each in (folder / "blobs").iterdir()}
    assert kept == {digest(b"dry"): b"dry", digest(b"wet"): b"wet"}


@pytest.mark.parametrize("tool", ["Edit", "MultiEdit", "Write", "NotebookEdit"])
def test_every_tool_that_writes_a_file_names_it(tmp_path: Path, tool: str) -> None:
    assert touched(tmp_path, "/srv/garden/none", tool) == [{"path": "/srv/garden/none", "state": "missing"}]


def test_other_tools_and_other_events_name_none(tmp_path: Path) -> None:
    tell(tmp_path, event("PreToolUse", tool_name="Read", tool_input={"file_path": "/etc/hosts"}))
    tell(tmp_path, event("Notification", tool_name="Write", tool_input={"file_path": "/etc/hosts"}))
    tell(tmp_path, event("PreToolUse", tool_name="Write", tool_input={"file_path": ["/etc/hosts"]}))
    tell(tmp_path, event("PreToolUse", tool_name=["Write"], tool_input="x"))
    assert ["files" in each for each in logged(tmp_path)] == [False] * 4


def test_a_patch_names_its_files_from_the_folder_of_the_agent(tmp_path: Path) -> None:
    (tmp_path / "a b").write_bytes(b"1")
    patch = "*** Begin Patch\n*** Update File: a b\n*** Move to: sub/c\n@@\n-1\n+*** Add File: no\n*** Delete File: d\n"
    call = event("PreToolUse", tool_name="apply_patch", tool_input={"command": patch}) | {"cwd": str(tmp_path)}
    tell(tmp_path / "hooks", call, "codex")
    (record,) = logged(tmp_path / "hooks", "codex")
    assert [(each["path"], each["state"]) for each in record["files"]] == [
        ("a b", "file"),
        ("sub/c", "missing"),
        ("d", "missing"),
    ]


def test_a_patch_of_very_many_files_says_how_many_it_left_out(tmp_path: Path) -> None:
    patch = "".join(f"*** Add File: f{number}\n" for number in range(103))
    tell(tmp_path, event("PreToolUse", tool_name="apply_patch", tool_input=patch), "codex")
    (record,) = logged(tmp_path, "codex")
    assert (len(record["files"]), record["files_omitted"]) == (100, 3)


def test_a_link_is_followed_and_named(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"x")
    (tmp_path / "link").symlink_to("real")
    (said,) = touched(tmp_path / "hooks", str(tmp_path / "link"))
    assert (said["link"], said["sha256"]) == ("real", digest(b"x"))


def test_a_link_to_itself_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("link")
    (said,) = touched(tmp_path / "hooks", str(tmp_path / "link"))
    assert (said["state"], said["link"]) == ("unreadable", "link")


def test_a_pipe_a_device_and_a_folder_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        assert touched(tmp_path / "hooks", str(path)) == [{"path": str(path), "state": "not-a-file"}]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc here")
def test_what_the_kernel_makes_up_is_no_file() -> None:
    path = "/proc/self/status"
    assert program._state(path, path, "/nowhere")["state"] == "not-a-file"


@pytest.mark.parametrize("path", ["a\0b", "\ud800", "x" * 10_000])
def test_a_name_that_no_file_can_have_is_said(tmp_path: Path, path: str) -> None:
    assert touched(tmp_path, path)[0]["state"] == "unreadable"


def test_a_huge_file_is_named_and_not_kept(tmp_path: Path) -> None:
    path, size = tmp_path / "huge", program.LARGEST_FILE + 1
    with path.open("wb") as stream:
        stream.truncate(size)
    (said,) = touched(tmp_path / "hooks", str(path))
    said.pop("mode")
    why = f"larger than {program.LARGEST_FILE} bytes"
    assert said == {"path": str(path), "state": "file", "size": size, "omitted": why}
    assert not (tmp_path / "hooks" / "blobs").exists()


def test_content_that_cannot_be_kept_is_said_and_the_event_is_kept(tmp_path: Path) -> None:
    (tmp_path / "blobs").write_text("in the way")
    (tmp_path / "a").write_text("x")
    (said,) = touched(tmp_path, str(tmp_path / "a"))
    assert (said["sha256"], said["omitted"]) == (digest(b"x"), "Not a directory")


# Others


def test_codex_tells_the_end_of_a_turn_on_the_command_line(tmp_path: Path) -> None:
    said = {"type": "agent-turn-complete", "thread-id": "t1", "turn-id": "1", "last-assistant-message": "☂"}
    tell(tmp_path, b"", "codex", json.dumps(said, ensure_ascii=False))
    assert json.loads((tmp_path / "codex" / "t1.jsonl").read_bytes())["event"] == said


def test_the_run_is_named_where_there_is_one(tmp_path: Path) -> None:
    tell(tmp_path, {}, STENO_HOOK_RUN='r"1')
    assert logged(tmp_path) == [{"steno_hook": 1, "agent": "claude-code", "run": 'r"1', "event": {}}]


def test_hooks_that_run_at_once_do_not_tear_each_others_lines(tmp_path: Path) -> None:
    payloads = [json.dumps(event("Stop", number=n, text="x" * 200_000)).encode() for n in range(12)]
    with ExitStack() as stack:
        children = [stack.enter_context(subprocess.Popen(command(tmp_path), stdin=subprocess.PIPE)) for _ in payloads]
        for child, payload in zip(children, payloads, strict=True):
            child.communicate(payload)
    assert [child.returncode for child in children] == [0] * len(children)
    assert sorted(each["event"]["number"] for each in logged(tmp_path)) == list(range(12))


def test_a_torn_line_does_not_swallow_the_next(tmp_path: Path) -> None:
    tell(tmp_path, event("Stop"))
    path = tmp_path / "claude-code" / f"{SESSION}.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:20])
    tell(tmp_path, event("Stop"))
    lines = path.read_bytes().splitlines()
    assert (len(lines), lines[1], json.loads(lines[2])["event"]) == (3, whole[:20], event("Stop"))


def test_a_disk_that_is_full_costs_one_event_and_no_other(tmp_path: Path) -> None:
    tell(tmp_path, event("Stop"))
    path = tmp_path / "claude-code" / f"{SESSION}.jsonl"
    whole = path.read_bytes()

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 20, len(whole) + 20))

    done = subprocess.run(
        command(tmp_path), input=json.dumps(event("Stop")).encode(), capture_output=True, preexec_fn=full, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    tell(tmp_path, event("SessionEnd"))
    first, torn, last = path.read_bytes().splitlines()
    assert (first + b"\n", torn, json.loads(last)["event"]) == (whole, whole[:20], event("SessionEnd"))
    assert "File too large" in (tmp_path / "trouble.log").read_text()


def test_where_nothing_can_be_written_the_agent_notices_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    tell(tmp_path / "file" / "hooks", event("Stop"))
    (tmp_path / "log" / "claude-code").mkdir(parents=True)
    (tmp_path / "log" / "claude-code" / f"{SESSION}.jsonl").symlink_to(tmp_path / "file")
    tell(tmp_path / "log", event("Stop"))
    assert (tmp_path / "file").read_bytes() == b""
    (said,) = (tmp_path / "log" / "trouble.log").read_text().splitlines()
    assert said.split(" ", 1)[1].startswith("claude-code OSError ")


def test_without_words_it_does_nothing() -> None:
    done = subprocess.run([sys.executable, "-I", "-S", str(PROGRAM)], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_pipe_that_nobody_closes_is_given_up(tmp_path: Path) -> None:
    impatient = tmp_path / "program.py"
    impatient.write_text(PROGRAM.read_text().replace("SECONDS = 8", "SECONDS = 0.2"))
    with subprocess.Popen(
        [sys.executable, "-I", "-S", str(impatient), "claude-code", str(tmp_path)], stdin=subprocess.PIPE
    ) as child:
        assert child.wait(30) == 0
    assert "_Late" in (tmp_path / "trouble.log").read_text()


def test_the_key_that_stops_the_agent_does_not_cost_an_event(tmp_path: Path) -> None:
    with subprocess.Popen(command(tmp_path), stdin=subprocess.PIPE) as child:
        assert child.stdin
        child.stdin.write(b'{"session_id":')
        child.stdin.flush()
        _until_ignored(child.pid)
        child.send_signal(signal.SIGINT)
        child.communicate(b'"s1"}', timeout=PATIENCE)
    assert (child.returncode, logged(tmp_path)[0]["event"]) == (0, {"session_id": "s1"})


def _until_ignored(pid: int) -> None:
    """Until the process has told the kernel that it ignores the key."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        time.sleep(1)
        return
    for _ in range(1000):
        ignored = next(line for line in status.read_text().splitlines() if line.startswith("SigIgn:"))
        if int(ignored.split()[1], 16) & 1 << (signal.SIGINT - 1):
            return
        time.sleep(0.01)
    raise AssertionError("it never ignores the key")


def test_whatever_is_told_the_log_can_be_read(tmp_path: Path) -> None:
    payloads: list[object] = [b"\xff", b"", b"[1]", b"null", b'{"hook_event_name":{}}', event("PreToolUse"), event("X")]
    payloads += [event("PreToolUse", tool_name="Write", tool_input={"file_path": str(tmp_path)}, tool_use_id="t")]
    for payload in payloads:
        tell(tmp_path, payload)
    for path in sorted((tmp_path / "claude-code").iterdir()):
        found: list[Diagnostic] = []
        reader = formats["hooks"].reader
        assert reader
        assert sniff(path.read_bytes())
        (trace,) = reader.read(io.BytesIO(path.read_bytes()), Place(), found.append)
        assert {each.code for each in found} <= {"SRC008"}
        assert all(event.kind in (Kind.UNKNOWN, Kind.TOOL_CALL, Kind.LIFECYCLE) for event in trace.events)


def test_it_costs_little_more_than_starting_python(tmp_path: Path) -> None:
    """At most 2.5 times the CPU of an interpreter that does nothing; the event of a file tool is the dearest."""
    (tmp_path / "a").write_text("line\n" * 300)
    edit = {"file_path": str(tmp_path / "a"), "old_string": "a" * 500, "new_string": "b" * 500}
    payload = json.dumps(event("PreToolUse", tool_name="Edit", tool_input=edit)).encode()
    bare = [sys.executable, "-I", "-S", "-c", "pass"]
    ratios = []
    for _ in range(21):
        floor = _cpu(bare, b"")
        ratios.append(_cpu(command(tmp_path / "hooks"), payload) / floor)
    assert statistics.median(ratios) <= 2.5


def _cpu(words: list[str], data: bytes) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, input=data, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
