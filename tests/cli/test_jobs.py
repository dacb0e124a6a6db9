"""`--jobs` changes nothing but how long it takes: not a byte of what is written or said, nor the exit code."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from steno.cli import COMMANDS
from tests.given.machine import Ended, claude, dialogue, lines, steno
from tests.given.secrets import TOKEN
from tests.given.timing import PATIENCE

FIXTURES = Path(__file__).parents[1] / "fixtures"
SOUND = (
    "awf/run.jsonl", "claude_code/every_record.jsonl", "codex/wrapped.jsonl", "forsy/clean.json",
    "open_token/rich.json", "opentraces/v0_7.jsonl", "pi/tree.jsonl",
)  # fmt: skip

COMMAND = {
    "redact": ["redact", "INPUTS", "-o", "OUT", "--ledger", "OUT.ledger", "--redaction-key", "KEY"],
    "redact --diff": ["redact", "INPUTS", "--diff", "--level", "pii", "--redaction-key", "KEY"],
    "convert": [
        "convert", "INPUTS", "-t", "open-token", "-o", "OUT", "--losses", "OUT.losses", "--redaction-key", "KEY",
    ],
    "convert --strict": ["convert", "INPUTS", "-t", "awf", "-o", "OUT", "--strict", "--redaction-key", "KEY"],
    "check": ["check", "INPUTS", "--each", "--level", "all"],
    "check --format": ["check", "INPUTS", "--format", "json"],
    "scan": ["scan", "FOLDER", "missing", "--level", "pii"],
    "scan --json": ["scan", "missing", "FOLDER", "--json"],
    "bundle": ["bundle", "--dataset", "INPUTS", "-o", "OUT", "--redaction-key", "KEY", "--losses", "OUT.losses"],
    "bundle --check": ["bundle", "--check", "FOLDER/bundle", "FOLDER", "FOLDER/bundle", "missing"],
}  # fmt: skip
"""A call of every command that takes --jobs, in each of its manners."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with sessions of many formats, among them broken ones, and a bundle that is not what it says."""
    home = tmp_path_factory.mktemp("home")
    folder = home / "inputs"
    folder.mkdir()
    for number, name in enumerate(SOUND):
        shutil.copy(FIXTURES / name, folder / f"{number}-{Path(name).name}")
    for number in range(4):
        secret = lines(dialogue(f"s{number}", prompt=f"Use {TOKEN}", output=TOKEN))
        (folder / f"secret-{number}.jsonl").write_bytes(secret)
    (folder / "2-cut.jsonl").write_bytes(lines(dialogue("cut"))[:-40] + b"\nnot json\n")
    (folder / "3-binary.jsonl").write_bytes(b"\0\1\2" * 100)
    (folder / "4-empty.jsonl").write_bytes(b"")
    (folder / "5-unreadable.jsonl").symlink_to("5-unreadable.jsonl")  # nobody can open it, root included
    assert steno("bundle", str(folder / "secret-0.jsonl"), "-o", str(folder / "bundle"), home=home).code == 0
    (folder / "bundle" / "README.md").write_text("Changed.")
    (home / "key").write_bytes(bytes(range(32)))
    (home / "key").chmod(0o600)
    return home


def called(name: str, home: Path, jobs: int) -> tuple[Ended, dict[str, bytes]]:
    """What a command says, and the files that it leaves."""
    out, folder = home / "out", home / "inputs"
    inputs = [str(each) for each in sorted(folder.iterdir()) if each.name != "bundle"]
    inputs += [str(home / "missing.jsonl")] + ["no-such-id"] * (name != "bundle")
    words = [each for word in COMMAND[name] for each in (inputs if word == "INPUTS" else [word])]
    named = {"OUT": str(out), "KEY": str(home / "key"), "FOLDER": str(folder)}
    args = [re.sub("^(OUT|KEY|FOLDER)", lambda word: named[word[0]], word) for word in words]
    ended = steno(*args, "--jobs", str(jobs), home=home, SOURCE_DATE_EPOCH="1700000000")
    left = {str(path.relative_to(home)): path.read_bytes() for path in sorted(home.glob("out*/**/*")) if path.is_file()}
    left |= {path.name: path.read_bytes() for path in sorted(home.glob("out*")) if path.is_file()}
    for path in home.glob("out*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return ended, left


@pytest.mark.parametrize("name", COMMAND)
def test_jobs_change_nothing(name: str, home: Path) -> None:
    one, several = called(name, home, 1), called(name, home, 3)
    assert several == one
    assert one[0].code == 4, one[0].err  # some inputs failed, and the others are done


def test_every_command_that_takes_jobs_is_under_this_law() -> None:
    found = {
        name
        for name in COMMANDS
        if any(param.name == "jobs" for param in import_module(f"steno.cli.{name.replace('-', '_')}").command.params)
    }
    beside = {"dataset"}  # takes no inputs but a file, and has this law in tests/dataset/test_build.py
    assert {name.partition(" ")[0] for name in COMMAND} == found - beside
    assert found - beside == {"redact", "convert", "check", "scan", "bundle"}


def test_one_value_has_one_mark_in_all_files_whoever_masks_them(home: Path) -> None:
    inputs = [str(home / "inputs" / f"secret-{number}.jsonl") for number in range(4)]
    for jobs in ("1", "2"):
        out = home / f"marks-{jobs}"
        assert steno("redact", *inputs, "-o", str(out), "-j", jobs, home=home).code == 0
        marks = {
            json.loads(line)["message"]["content"]
            for path in out.iterdir()
            for line in path.read_bytes().splitlines()[:1]
        }
        assert len(marks) == 1
        assert TOKEN not in str(marks)


def test_results_lie_as_their_sessions_did(tmp_path: Path) -> None:
    for place in ("a/x.jsonl", "a/b/x.jsonl"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_bytes(lines(dialogue("s")))
    inputs = [str(tmp_path / "a/x.jsonl"), str(tmp_path / "a/b/x.jsonl")]
    steno("convert", *inputs, "-t", "open-token", "-o", str(tmp_path / "out"), home=tmp_path)
    out = tmp_path / "out"
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*.json")) == ["b/x.json", "x.json"]
    assert {path.stat().st_mode & 0o777 for path in out.rglob("*.json")} == {0o600}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["a.jsonl", "b.jsonl"], "several sessions need a folder"),
        (["a.jsonl", "-", "-o", "out"], "standard input has no name"),
        (["a.jsonl", "a.jsonl", "-o", "out"], "a.jsonl is named twice"),
        (["a.jsonl", "a.jsonl.gz", "-o", "out"], "a.jsonl and a.jsonl.gz would both be written to a.jsonl"),
        (["a.jsonl", "b.jsonl", "-o", "out", "--jobs", "many"], "neither a number nor auto"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.jsonl", "b.jsonl", "a.jsonl.gz"):
        (tmp_path / name).write_bytes(lines(dialogue("s")))
    ended = steno("redact", *words, home=tmp_path, stdin=lines(dialogue("s")))
    assert ended.code == 2
    assert why in ended.err
    assert not (tmp_path / "out").exists()


def test_ctrl_c_ends_at_once_and_leaves_no_worker_and_no_half_of_a_file(tmp_path: Path) -> None:
    inputs = [claude(tmp_path, f"s{number}", dialogue(f"s{number}", output="x" * 400_000)) for number in range(60)]
    out = tmp_path / "out"
    command = [sys.executable, "-m", "steno", "redact", *map(str, inputs), "-o", str(out), "--jobs", "3"]
    environ = {**os.environ, "HOME": str(tmp_path)}
    with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, start_new_session=True) as child:
        deadline = time.monotonic() + PATIENCE
        while not (out.is_dir() and any(out.glob("*.jsonl"))) and time.monotonic() < deadline:
            time.sleep(0.01)
        os.killpg(child.pid, signal.SIGINT)  # as a terminal does, to every process of the group
        assert child.stderr is not None
        said = child.stderr.read()
        assert child.wait() == 130
    assert said == b"steno: interrupted\n"
    with pytest.raises(ProcessLookupError):
        os.killpg(child.pid, 0)
    left = list(out.iterdir())
    assert 0 < len(left) < len(inputs)
    assert all(not path.name.startswith(".") and path.stat().st_size > 400_000 for path in left)


def test_workers_end_where_the_command_is_killed(tmp_path: Path) -> None:
    inputs = [claude(tmp_path, f"s{number}", dialogue(f"s{number}", output="x" * 400_000)) for number in range(60)]
    command = [sys.executable, "-m", "steno", "redact", *map(str, inputs), "-o", str(tmp_path / "out"), "-j", "3"]
    environ = {**os.environ, "HOME": str(tmp_path)}
    with subprocess.Popen(command, env=environ, start_new_session=True) as child:
        deadline = time.monotonic() + PATIENCE
        while not (tmp_path / "out").is_dir() and time.monotonic() < deadline:
            time.sleep(0.01)
        child.kill()
    while time.monotonic() < deadline:
        try:
            os.killpg(child.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    pytest.fail("a worker is left")
