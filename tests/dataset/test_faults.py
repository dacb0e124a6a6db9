"""Faults: a worker that is killed, a session that kills whoever reads it, a driver that is killed.  The bytes are the
same as without them, but for what had to be quarantined.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from steno import session
from tests.given.datasets import built, digests, given, rows, sessions

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="workers have to be forks, to fail as they are told"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
_READ = session.read


def reading(monkeypatch: pytest.MonkeyPatch, before: Callable[[str], None]) -> None:
    """Something happens before a session is read, in whatever process reads it: workers are forks of this one."""

    def read(source: Any, *args: Any, **more: Any) -> Iterator[Any]:
        before(source.name)
        return _READ(source, *args, **more)

    monkeypatch.setattr("steno.dataset.shard.session.read", read)
    monkeypatch.setattr("steno.api.workers._context", lambda: get_context("fork"))


def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built(given(tmp_path / "whole"))
    killed = tmp_path / "killed"

    def kill(name: str) -> None:
        if name.endswith("s3.jsonl") and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)

    given(tmp_path / "torn")
    reading(monkeypatch, kill)
    done = built(tmp_path / "torn", jobs=2)
    assert killed.exists()
    assert done.manifest.quarantined == {"sessions": 0, "rows": 0}
    assert digests(tmp_path / "torn") == digests(tmp_path / "whole")


def test_a_session_that_kills_every_reader_is_quarantined_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = os.getpid()

    def kill(name: str) -> None:
        if name.endswith("s3.jsonl"):
            assert os.getpid() != driver
            os.kill(os.getpid(), signal.SIGKILL)

    given(tmp_path / "poisoned")
    with monkeypatch.context() as patched:
        reading(patched, kill)
        patched.setattr("steno.dataset.executor.BACK_OFF", (0.0, 0.0, 0.0))
        done = built(tmp_path / "poisoned", jobs=2)
    assert [Path(each.name).name for each in done.quarantined] == ["s3.jsonl"]
    assert "killed (SIGKILL)" in done.quarantined[0].reason
    assert [row["provenance"]["session"] for row in rows(tmp_path / "poisoned")] == ["s0", "s1", "s2", "s4", "s5"]
    # Nothing else is different from a dataset that never had the session.
    given(tmp_path / "without")
    (tmp_path / "without" / "sessions" / "s3.jsonl").unlink()
    built(tmp_path / "without")
    for name in ("data/train-00000-of-00001.parquet", "data/train-00000-of-00001.jsonl"):
        assert digests(tmp_path / "poisoned")[name] == digests(tmp_path / "without")[name]


def test_an_error_of_the_machine_is_tried_again_and_one_of_a_session_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def fail(name: str) -> None:
        tried.append(Path(name).name)
        if name.endswith("s1.jsonl") and tried.count("s1.jsonl") == 1:
            raise OSError(5, "input/output error")
        if name.endswith("s4.jsonl"):
            raise ValueError("a reader's mistake")

    given(tmp_path)
    reading(monkeypatch, fail)
    monkeypatch.setattr("steno.dataset.executor.BACK_OFF", (0.0, 0.0, 0.0))
    done = built(tmp_path)
    assert (tried.count("s1.jsonl"), tried.count("s4.jsonl")) == (2, 1)
    assert [each.reason for each in done.quarantined] == ["ValueError: a reader's mistake"]
    assert len(rows(tmp_path)) == 5


def test_a_driver_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, torn = given(tmp_path / "whole", count=0), given(tmp_path / "torn", count=0)
    for folder in (whole, torn):
        sessions(folder / "sessions", 60)
    built(whole)
    command = [sys.executable, "-m", "steno", "dataset", "build", str(torn), "--jobs", "2"]
    environ = {**os.environ, "HOME": str(torn)}
    parts = torn / "build.private" / "parts"
    process = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while len(list(parts.glob("*.index"))) < 3 and process.poll() is None and time.monotonic() < end:
        time.sleep(0.005)
    process.kill()
    process.wait()
    finished = len(list(parts.glob("*.index")))
    assert not (torn / "build").exists()
    assert finished >= 3
    done = built(torn)
    assert done.shards == 30
    assert digests(torn) == digests(whole)
