"""`steno view` as a process: prints an address, serves it, ends when it is told to, and starts again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from steno.web.server import Server
from tests.given.machine import claude, lines, steno
from tests.given.machine import dialogue as said
from tests.given.page import Client

ID = "11111111-1111-4111-8111-111111111111"
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)(/\S*)#([\w-]{43})\n")


class Running:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        found = ADDRESS.fullmatch(process.stdout.readline())
        assert found is not None
        self.port, self.path, self.token = int(found[1]), found[2], found[3]
        keys = SimpleNamespace(token=self.token)
        self.client = Client(cast(Server, SimpleNamespace(port=self.port, keys=keys)))


@contextmanager
def running(home: Path, *words: str) -> Iterator[Running]:
    environ = {**os.environ, "HOME": str(home), "STENO_OVERVIEWS": ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "steno", "view", "--no-open", *words], env=environ, cwd=home, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield Running(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def key(found: Running) -> str:
    assert found.path.startswith("/s/")
    return found.path.removeprefix("/s/")


def test_a_file_is_opened_by_the_address_that_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(said("one")))
    with running(tmp_path, str(path)) as found:
        assert found.client.login().status == 200
        assert found.client.get(f"s/{key(found)}")["title"] == "Water the roses"
        found.process.send_signal(signal.SIGINT)
        assert found.process.wait(10) in (0, 130)
        assert found.process.stderr is not None
        assert "Traceback" not in found.process.stderr.read()


def test_a_page_goes_on_when_the_server_was_killed_and_started_again(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    with running(tmp_path, ID[:8]) as found:
        assert found.client.login().status == 200
        assert found.client.get(f"s/{key(found)}")["turns"] == 1
        found.process.kill()
        found.process.wait(10)
        port = str(found.port)
    with running(tmp_path, ID[:8], "--port", port) as again:
        assert again.port == found.port and again.path == found.path
        assert found.client.ask(f"/api/1/s/{key(again)}").status == 401  # the old cookie opens nothing
        assert again.client.login(found.token).status == 401  # nor does the old token
        assert again.client.login().status == 200
        assert again.client.get(f"s/{key(again)}")["turns"] == 1


def test_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(said("one")))
    with running(tmp_path, str(path)) as found:
        ended = steno("view", str(path), "--no-open", "--port", str(found.port), home=tmp_path)
        assert ended.code == 2 and f"cannot listen on port {found.port}" in ended.err


def test_without_the_extra_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.startswith(("steno.web", "starlette", "uvicorn"))]:
        monkeypatch.delitem(sys.modules, name)
    absent: Any = None
    monkeypatch.setitem(sys.modules, "uvicorn", absent)
    ended = steno("view", home=tmp_path)
    assert ended.code == 2
    assert "pip install 'steno-trace[web]'" in ended.err


def test_what_is_no_session_is_a_sentence(tmp_path: Path) -> None:
    assert steno("view", "nothing", home=tmp_path).code == 2
    assert steno("view", "-", home=tmp_path).code == 2
    for name, data, reason in (("empty", b"", "an empty file"), ("odd", b"hello", "not a session or trace")):
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(data)
        ended = steno("view", str(path), home=tmp_path)
        assert ended.code == 3 and reason in ended.err and ended.out == ""
