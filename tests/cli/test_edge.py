"""The process edge: exit codes, errors, pipes, start-up."""

from __future__ import annotations

import json
import os
import pty
import pwd
import subprocess
import sys
from pathlib import Path

import pytest

from steno.base.folders import home
from steno.cli import COMMANDS, cli, exits
from steno.cli.errors import explain
from steno.registry import formats
from tests.given.machine import claude, dialogue, lines, steno

STENO = (sys.executable, "-m", "steno")


def test_help_imports_nothing_that_costs_start_up() -> None:
    said = "print(*sys.modules, file=sys.stderr)"
    bare, loaded = (
        set(subprocess.run([sys.executable, "-c", each], capture_output=True, text=True, check=True).stderr.split())
        for each in (f"import sys; {said}", f"import sys; from steno.cli import main; main(['--help']); {said}")
    )
    costly = {"msgspec", "zstandard", "asyncio", "json", "importlib.metadata", "difflib", "subprocess", "tempfile"}
    assert (loaded - bare) & costly == set()
    ours = {"steno", "steno.cli", "steno.cli.codes", "steno.cli.exits"}
    assert {name for name in loaded if name.startswith("steno")} == ours


def test_a_redaction_imports_the_parts_of_one_format_and_of_the_others_where_their_files_lie(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(lines(dialogue("a" * 8)))
    code = "import sys; from steno.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", code, "redact", str(path), "-o", str(tmp_path / "out.jsonl")]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    parts = [
        name.split(".")[1:] for name in ended.stderr.split() if name.startswith(("steno.formats.", "steno.agents."))
    ]
    loaded = {tuple(part) for part in parts if len(part) == 3 and part[1] != "claude_code"}
    assert {part[2] for part in loaded if part[0] == "formats"} == {"places"}
    assert {part[2] for part in loaded if part[0] == "agents"} <= {"places", "tools"}
    assert {part[2] for part in map(tuple, parts) if part[1:2] == ("claude_code",) and len(part) == 3} == {
        "sniff",
        "wire",
        "lined",
    }


TABLES = {"table", "reader", "writer", "log", "items", "events", "losses", "counts", "kept", "rules", "usage"}
"""What reads, writes, checks and counts an agent's own log.  Where its sessions lie, and what its tools and its words
mean in a trace of any format, may be asked of every agent."""


def _loaded(*args: str | Path) -> set[str]:
    """The modules that a process has loaded once it has run a command; the detectors are compiled before."""
    code = (
        "import sys; from steno.__main__ import main; from steno.detect.build import build;"
        "sys.argv[1:] == ['build'] and sys.exit(build()); main(); print(*sys.modules, file=sys.stderr)"
    )
    for each in (("build",), args):
        ended = subprocess.run([sys.executable, "-c", code, *each], capture_output=True, text=True, check=False)
    return set(ended.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    "command", [("export",), ("redact",), ("check",), ("scan",), ("show",), ("info",), ("convert", "-t", "forsy")]
)
@pytest.mark.parametrize("sample", ["claude_code/every_record.jsonl", "codex/wrapped.jsonl"])
def test_a_command_loads_no_table_of_an_agent_whose_log_it_does_not_read(command: tuple[str, ...], sample: str) -> None:
    path = Path(__file__).parents[1] / "fixtures" / sample
    parts = [name.split(".")[2:] for name in _loaded(*command, path) if name.startswith("steno.agents.")]
    # `scan` looks at bytes, and `redact` reads no line in which it finds nothing.
    read = set() if command == ("scan",) else {path.parent.name}
    found = {agent for agent, *part in parts if TABLES & set(part)}
    assert found == read or (command == ("redact",) and not found)


@pytest.mark.parametrize("command", ["export", "redact", "check", "scan"])
def test_a_small_file_is_looked_at_without_what_only_few_runs_need(tmp_path: Path, command: str) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(lines(dialogue("a" * 8)))
    loaded = _loaded(command, path)
    costly = {
        "json", "tempfile", "shutil", "random", "asyncio", "logging", "subprocess", "difflib", "importlib.metadata",
        "copy", "hmac", "zstandard", "sqlite3", "string",
    }  # fmt: skip
    assert loaded & costly == set()
    assert not {name for name in loaded if name.startswith(("steno.detect.rules.", "steno.detect.pii."))}


def test_a_process_does_what_was_left_for_its_end_and_says_how_the_command_ended() -> None:
    code = (
        "import atexit, sys; from steno.__main__ import main; code = main();"
        "atexit.register(print, 'left for the end'); print('not flushed yet'); sys.exit(code)"
    )
    for command, expected in ((["--version"], 0), (["info", "missing.jsonl"], 3)):
        ended = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=False)
        assert ended.returncode == expected
        assert ended.stdout.endswith("not flushed yet\nleft for the end\n")


def test_help_names_every_command_and_each_has_an_example(tmp_path: Path) -> None:
    overview = steno("--help", home=tmp_path)
    assert overview.code == 0
    for name, summary in COMMANDS.items():
        assert f"  {name} " in overview.out
        assert summary in overview.out
        page = steno(name, "-h", home=tmp_path)
        assert page.code == 0
        assert f"steno {name}" in page.out.split("Options:")[0].partition("\n")[2]


def test_without_a_command_help_is_shown(tmp_path: Path) -> None:
    assert steno(home=tmp_path) == steno("--help", home=tmp_path)


def test_the_version_is_one_line(tmp_path: Path) -> None:
    assert steno("--version", home=tmp_path) == (0, "steno 0.1.0\n", "")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("shwo",), "steno: no command named 'shwo'; did you mean 'show'?\nhint: `steno --help` shows how\n"),
        (("show",), "steno: missing argument 'SESSION'.\nhint: `steno show --help` shows how\n"),
        (
            ("show", "q\x1b[31m"),
            "steno: no file 'q\\x1b[31m', and no session id begins with it\nhint: `steno ls` lists",
        ),
        (("show", "@-1"), "steno: @-1: sessions on this machine: 0\n"),
        (("convert", "-", "-t", "open-tokne"), "steno: no format named 'open-tokne'; did you mean 'open-token'?\n"),
        (("convert", "-", "-t", "claude-code", "-O", "a=b"), "steno: claude-code has no options, got 'a=b'\n"),
        (("export", "a", "b"), "steno: one session at a time, got 'a', 'b'\n"),
        (
            ("cost", "--since", "2026-02-02", "--until", "2026-01-01"),
            "steno: --since 2026-02-02 is after --until 2026-01-01, so no day is left\n",
        ),
        (("view-as",), "steno: missing argument '{sft|preference|process-reward|trajectory}'. Choose from: sft, pref"),
        (("rule", "SRC0001"), "steno: no rule 'SRC0001'; did you mean 'SRC001'?\n"),
    ],
)
def test_a_mistake_is_one_clear_line_and_code_2(tmp_path: Path, args: tuple[str, ...], message: str) -> None:
    ended = steno(*args, home=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(message)


def test_what_cannot_be_read_is_one_clear_line_and_code_3(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "utf16").write_bytes('{"type": 1}'.encode("utf-16"))
    (tmp_path / "binary").write_bytes(b"\x7fELF\0\0")
    (tmp_path / "prose").write_text("Dear diary")
    os.mkfifo(tmp_path / "fifo")
    for name, reason in {
        "missing.jsonl": "no such file or directory",
        "empty": "an empty file",
        "utf16": "UTF-16 text: convert it to UTF-8 first",
        "binary": "a binary file, expected a session or a trace",
        "prose": "not a session or trace in a format that Steno knows",
        "fifo": "not a regular file, expected a session file",
        "": "a directory, expected a session file",
    }.items():
        path = str(tmp_path / name)
        for command in ("show", "info", "check", "export"):
            ended = steno(command, path, home=tmp_path)
            assert (ended.code, ended.out) == (3, "")
            assert ended.err.splitlines()[0] == f"steno: {path}: {reason}"


def test_a_format_is_asked_for_only_where_naming_one_may_help(tmp_path: Path) -> None:
    (tmp_path / "passwd").write_text("root:x:0:0:root:/root:/bin/sh\n")
    (tmp_path / "other.json").write_text('{"a": 1}')
    assert steno("show", str(tmp_path / "passwd"), home=tmp_path).err.splitlines()[1:] == [
        "hint: `steno formats` lists what Steno reads"
    ]
    assert steno("show", str(tmp_path / "other.json"), home=tmp_path).err.splitlines() == [
        f"steno: {tmp_path / 'other.json'}: JSON, but not a session or trace in a format that Steno knows",
        "hint: `-f FORMAT` reads it as one of them; `steno formats` lists them",
    ]
    (tmp_path / "empty").touch()
    assert len(steno("show", str(tmp_path / "empty"), home=tmp_path).err.splitlines()) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_permission_is_code_3(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    path.chmod(0)
    assert steno("show", str(path), home=tmp_path) == (3, "", f"steno: {path}: permission denied\n")


def test_an_error_of_a_json_command_is_json(tmp_path: Path) -> None:
    ended = steno("show", "nothing", "--json", home=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert json.loads(ended.err) == {
        "error": {
            "kind": "usage",
            "message": "no file 'nothing', and no session id begins with it",
            "hint": "`steno ls` lists the sessions; give a path for any other file, or - for standard input",
        }
    }


def test_a_bug_is_code_70_with_a_report_that_quotes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise KeyError("a secret of the file")
    except KeyError as error:
        assert explain(error) == 70
    report = capsys.readouterr().err
    assert report.startswith("steno: a bug in Steno (KeyError)\nPlease report it")
    assert "steno 0.1.0, Python 3." in report
    assert "tests/cli/test_edge.py:" in report
    assert "secret" not in report


def test_python_m_steno_is_the_command(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    ended = subprocess.run([*STENO, "show", path], capture_output=True, text=True, check=True)
    assert ended.stderr == ""
    assert "The roses are watered." in ended.stdout


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", output="row\n" * 200_000))
    command = subprocess.Popen([*STENO, "show", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert command.stdout is not None
    assert command.stderr is not None
    command.stdout.readline()
    command.stdout.close()
    assert (command.stderr.read(), command.wait()) == (b"", 0)
    command.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")  # noqa: PTH110
def test_output_that_cannot_be_written_is_said_and_no_bug(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    for args in (["show", path], ["convert", path, "-t", "awf", "-O", "redact=none"], ["--help"]):
        with Path("/dev/full").open("wb") as full:
            ended = subprocess.run([*STENO, *args], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        said, hint = ended.stderr.splitlines()
        assert (ended.returncode, said) == (3, "steno: cannot write the output: no space left on device")
        assert hint == "hint: free some space, or write to another disk"


@pytest.mark.parametrize(
    ("closed", "code", "said"),
    [
        ("<&-", 0, ""),
        ("2>&-", 0, ""),
        (">&-", 3, "steno: cannot write the output: bad file descriptor\n"),
        ("<&- >&- 2>&-", 3, ""),
    ],
)
def test_a_closed_standard_stream_is_no_bug(tmp_path: Path, closed: str, code: int, said: str) -> None:
    command = f'"{sys.executable}" -m steno show "{claude(tmp_path, "aaaaaaaa")}" {closed}'
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (code, said)


def test_a_file_takes_no_number_of_a_closed_standard_stream(tmp_path: Path) -> None:
    path, out = claude(tmp_path, "aaaaaaaa"), tmp_path / "out.jsonl"
    command = f'"{sys.executable}" -m steno convert "{path}" -t claude-code -o "{out}" <&- >&- 2>&-'
    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0
    assert list(map(json.loads, out.read_bytes().splitlines())) == dialogue("aaaaaaaa")


def test_a_working_directory_that_is_gone_is_said(tmp_path: Path) -> None:
    path, gone = claude(tmp_path, "aaaaaaaa"), tmp_path / "gone"
    gone.mkdir()
    command = f'cd "{gone}" && rmdir "{gone}" && "{sys.executable}" -m steno export "{path}"'
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "steno: cannot find the working directory: no such file or directory\n"


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo", "UTC-25", "no/such"])
def test_times_at_the_ends_of_the_calendar_are_shown(tmp_path: Path, zone: str) -> None:
    ends = ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z")
    path = claude(tmp_path, "aaaaaaaa", [each | {"timestamp": end} for end in ends for each in dialogue("aaaaaaaa")])
    environ = os.environ | {"TZ": zone, "HOME": str(tmp_path)}
    for args in (["tail", path], ["cost", path], ["ls"], ["explain", path]):
        ended = subprocess.run([*STENO, *args], capture_output=True, text=True, env=environ, check=False)
        assert (ended.returncode, "bug" in ended.stderr) == (0, False)


def test_a_result_is_not_written_without_its_losses(tmp_path: Path) -> None:
    path, out = claude(tmp_path, "aaaaaaaa"), tmp_path / "out"
    for command in (["convert", str(path), "-t", "awf"], ["export", str(path)]):
        ended = steno(*command, "-o", str(out), "--losses", str(tmp_path / "no" / "losses"), home=tmp_path)
        assert (ended.code, out.exists()) == (2, False)
        assert "cannot write" in ended.err


def test_text_is_printed_where_the_terminal_is_not_utf_8(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt="漢"))
    environ = os.environ | {"PYTHONIOENCODING": "ascii"}
    ended = subprocess.run([*STENO, "show", path], capture_output=True, env=environ, check=True)
    assert b"  \\u6f22\n" in ended.stdout


def test_a_terminal_gets_colour_and_a_pager(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", output="row\n" * 50))
    environ = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    master, slave = pty.openpty()
    with subprocess.Popen(
        [*STENO, "show", path], stdout=slave, stderr=subprocess.PIPE, env=environ | {"PAGER": "cat", "TERM": "xterm"}
    ) as command:
        os.close(slave)
        seen = b""
        try:
            while part := os.read(master, 65536):
                seen += part
        except OSError:  # the terminal is gone when the command ends
            pass
        os.close(master)
    assert command.returncode == 0
    assert "\x1b[1;36m❯ user\x1b[0m".encode() in seen
    assert "… +38 lines, --full shows them".encode() in seen


def test_completion_scripts_name_the_command(tmp_path: Path) -> None:
    for shell in ("bash", "zsh", "fish"):
        ended = steno("completion", shell, home=tmp_path)
        assert ended.code == 0
        assert f"_STENO_COMPLETE={shell}_complete" in ended.out


def test_session_ids_complete(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa-1")
    claude(tmp_path, "bbbbbbbb-1")

    def completed(words: str) -> list[str]:
        place = str(words.count(" "))
        ended = steno(home=tmp_path, _STENO_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=place)
        return ended.out.split()

    assert completed("steno show b") == ["file,b", "plain,bbbbbbbb-1"]
    assert completed("steno show @") == ["file,@", "plain,@latest", "plain,@current"]
    assert completed("steno comp") == ["plain,completion"]
    written = [each.name for each in formats if each.writer is not None and each.name.startswith("cl")]
    assert "claude-code" in written
    assert completed("steno convert x -t cl") == [f"plain,{name}" for name in written]
    assert completed("steno convert x -t claude-cod") == ["plain,claude-code"]


def test_every_command_is_the_module_of_its_name() -> None:
    folder = Path(exits.__file__).parent
    shared = {
        "--init--", "answers", "archived", "codes", "counting", "dataset-verbs", "errors", "exits", "options", "output",
        "questions", "redacting", "screens", "summary",
    }  # fmt: skip
    assert {path.stem.replace("_", "-") for path in folder.glob("*.py")} - shared == set(COMMANDS)
    assert cli.name == "cli"


def test_standard_input_may_come_in_pieces(tmp_path: Path) -> None:
    command = subprocess.Popen([*STENO, "info", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert command.stdin is not None
    for byte in lines(dialogue("s1"))[:40], lines(dialogue("s1"))[40:]:
        command.stdin.write(byte)
        command.stdin.flush()
    out, _ = command.communicate()
    assert json.loads(out)["format"] == "claude-code"


def test_every_command_has_a_page() -> None:
    pages = {page.stem for page in (Path(__file__).parents[2] / "docs/commands").glob("*.md")} - {"README"}
    assert pages == set(COMMANDS)


def test_a_session_is_known_by_a_first_line_that_is_longer_than_what_is_looked_at(tmp_path: Path) -> None:
    message = {"role": "user", "content": "y" * 100_000}
    first = {
        "parentUuid": None,
        "isSidechain": False,
        "type": "user",
        "message": message,
        "uuid": "u",
        "sessionId": "s",
    }
    (tmp_path / "long.jsonl").write_bytes(lines([first]))
    (known,) = steno("info", str(tmp_path / "long.jsonl"), "--json", home=tmp_path).json()
    assert (known["format"], known["ids"]["session"]) == ("claude-code", ["s"])


def test_an_empty_home_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = Path(pwd.getpwuid(os.getuid()).pw_dir)
    monkeypatch.setenv("HOME", "")
    assert home() == listed
    monkeypatch.setenv("HOME", "/garden")
    assert home() == Path("/garden")
