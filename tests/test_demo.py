"""`make demo`: a person sees the session and what to do next; a pipe gets one trace and nothing else."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.given.machine import steno
from tests.given.terminal import in_terminal

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
DEMO = ["make", "-s", "-o", "install", f"BIN={BIN}", "demo"]
"""Without installing anything: what the tests run with is installed."""

pytestmark = pytest.mark.skipif(
    shutil.which("make") is None or not (BIN / "steno").exists(), reason="make or the steno command is not there"
)


def test_in_a_terminal_the_demo_shows_the_session_exports_it_and_says_what_to_try_next(tmp_path: Path) -> None:
    screen = in_terminal(DEMO, home=tmp_path, folder=ROOT, environ={"TMPDIR": str(tmp_path)})
    assert screen.code == 0
    text = "\n".join(screen.lines)
    assert "The tide table is one hour off after the clocks change." in text
    assert '"events"' not in text
    assert len(screen.lines) < 160
    (trace,) = tmp_path.glob("*/trace.json")
    assert json.loads(trace.read_bytes())["events"]
    assert f"-o {trace}" in text
    tried = [line.split()[1:] for line in screen.lines if line.startswith(f"  {BIN / 'steno'} ")]
    assert len(tried) >= 5
    for words in tried:
        if str(trace) in words:
            assert steno(*words, home=tmp_path).code == 0


def test_into_a_pipe_the_demo_is_one_trace_and_nothing_else(tmp_path: Path) -> None:
    ended = subprocess.run(DEMO, cwd=ROOT, capture_output=True, check=True)
    trace = json.loads(ended.stdout)
    assert trace["open_token_version"] == "0.1"
    assert b"sk-ant-api03-EXAMPLE" not in ended.stdout
