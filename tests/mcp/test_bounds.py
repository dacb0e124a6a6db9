"""No call holds a server up: it is ended in time, it can be taken back, and others are answered meanwhile."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest

from mcp import Client, StdioServerParameters, stdio_client
from steno.mcp.tools import TOOLS
from tests.given.client import connected, environ, greeting, listening, piped
from tests.given.machine import claude, dialogue, steno
from tests.given.served import ONE, every_call, machine

BAD = {"text": "(a+)+$", "regex": True}
"""On a text of many a that ends otherwise, this takes longer than anybody lives."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    machine(tmp_path)
    claude(tmp_path, "55555555-0000-4000-8000-000000000000", dialogue(ONE, "a" * 60 + "!"), age=50)
    return tmp_path


Connect = Callable[..., AbstractAsyncContextManager[Client]]


@asynccontextmanager
async def over_http(home: Path, mode: str, *options: str) -> AsyncIterator[Client]:
    with listening(home, *options) as (url, token):
        async with connected(url, token, mode) as client:
            yield client


def children(process: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    return list(map(int, listed.stdout.split()))


every = pytest.mark.parametrize("connect", [piped, over_http], ids=["pipes", "http"])


@every
def test_a_regular_expression_that_never_ends_is_ended_and_the_answer_says_what_to_do(
    connect: Connect, home: Path
) -> None:
    async def main() -> None:
        async with connect(home, "legacy", "--time-limit", "4") as client:
            result = await client.call_tool("search", BAD)
            (content,) = result.content
            assert isinstance(content, types.TextContent)
            assert result.is_error
            assert content.text.startswith("search: took longer than 4 seconds and was ended. A regular expression")
            assert not (await client.call_tool("search", {"text": "water"})).is_error

    asyncio.run(main())


@every
def test_others_are_answered_while_a_call_takes_long(connect: Connect, home: Path) -> None:
    async def main() -> None:
        done: list[str] = []

        async def bad(client: Client) -> None:
            assert (await client.call_tool("search", BAD)).is_error
            done.append("search")

        async with connect(home, "legacy", "--time-limit", "25") as client, anyio.create_task_group() as group:
            group.start_soon(bad, client)
            await anyio.sleep(3)  # by now it is deep in the expression
            with anyio.fail_after(10):
                await client.session.send_ping()
                assert (await client.list_tools()).tools
            assert not (await client.call_tool("get_session", {"session": ONE})).is_error
            done.append("get_session")
        assert done == ["get_session", "search"]

    asyncio.run(main())


def test_a_call_that_is_taken_back_is_ended_at_once_and_recorded_as_such(home: Path) -> None:
    async def main() -> None:
        async with piped(home, "legacy") as client:
            with anyio.move_on_after(3):
                await client.call_tool("search", BAD)
            (server,) = [each for each in children(os.getpid()) if _runs(each, "mcp")]
            with anyio.fail_after(5):
                while any(_runs(each, "steno.mcp.worker") for each in children(server)):
                    await anyio.sleep(0.05)
            assert not (await client.call_tool("get_session", {"session": ONE})).is_error

    asyncio.run(main())
    (recorded,) = (home / ".local" / "share" / "steno" / "audit").iterdir()
    assert "the client no longer wanted it" in recorded.read_text()


def _runs(process: int, word: str) -> bool:
    try:
        return word.encode() in Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except FileNotFoundError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, None], ids=["killed", "ended", "left"])
def test_no_process_stays_behind_when_server_or_client_goes_away_during_a_call(
    home: Path, how: signal.Signals | None
) -> None:
    lines = [
        greeting("2025-11-25"), {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": {"name": "search", "arguments": BAD}},
    ]  # fmt: skip
    command = [sys.executable, "-m", "steno", "mcp", "--time-limit", "2"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ(home), cwd=home
    ) as process:
        assert process.stdin is not None
        process.stdin.write("".join(json_line(each) for each in lines).encode())
        process.stdin.flush()
        workers = _within(20, lambda: [each for each in children(process.pid) if _runs(each, "steno.mcp.worker")])
        if how is None:
            process.stdin.close()
        else:
            process.send_signal(how)
        process.wait(20)
    assert workers
    assert _within(20, lambda: not any(_runs(each, "steno.mcp.worker") for each in workers))


def json_line(value: Any) -> str:
    return json.dumps(value) + "\n"


def _within(seconds: float, look: Callable[[], Any]) -> Any:
    """What is seen as soon as there is something to see."""
    end = time.monotonic() + seconds
    while not (found := look()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def test_a_worker_that_is_killed_costs_its_call_and_no_other(home: Path) -> None:
    async def main() -> None:
        async with piped(home, "legacy") as client:
            said: list[Any] = []

            async def bad() -> None:
                said.append(await client.call_tool("search", BAD))

            async with anyio.create_task_group() as group:
                group.start_soon(bad)
                (server,) = [each for each in children(os.getpid()) if _runs(each, "mcp")]
                while not (workers := [each for each in children(server) if _runs(each, "steno.mcp.worker")]):
                    await anyio.sleep(0.05)
                for each in workers:
                    os.kill(each, signal.SIGKILL)
            assert said[0].is_error
            assert "the process that worked on it ended" in said[0].content[0].text
            assert not (await client.call_tool("get_session", {"session": ONE})).is_error

    asyncio.run(main())


def test_an_export_goes_on_where_its_first_piece_came_from_while_others_work(home: Path) -> None:
    claude(home, ONE, dialogue(ONE, "and the beans " * 9_000))

    async def main() -> None:
        async with piped(home, "legacy", "--max-bytes", "20000") as client, anyio.create_task_group() as group:
            first = await client.call_tool("export", {"session": ONE})
            group.start_soon(client.call_tool, "search", BAD)
            await anyio.sleep(1)
            content, text = first.structured_content or {}, ""
            text += content["text"]
            while "next" in content:
                with anyio.fail_after(20):
                    content = (await client.call_tool("export", {"cursor": content["next"]})).structured_content or {}
                text += content["text"]
            (home / "out.json").write_text(text)
            assert steno("check", str(home / "out.json"), home=home).code == 0
            group.cancel_scope.cancel()

    asyncio.run(main())


def test_every_tool_says_what_to_do_where_it_takes_too_long() -> None:
    for name, arguments in every_call(ONE, ONE, Path()).items():
        said = TOOLS[name].too_long(arguments)
        assert said.endswith(".")
        assert "`steno" in said
    assert "regex" in TOOLS["search"].too_long(BAD)


def test_modules_of_the_folder_in_which_a_server_stands_are_not_imported(home: Path) -> None:
    (home / "msgspec.py").write_text("raise SystemExit('not mine')\n")

    async def main() -> None:
        # As an agent starts it from the plug-in.
        command = StdioServerParameters(
            command=sys.executable, args=["-P", "-m", "steno", "mcp"], env=environ(home), cwd=str(home)
        )
        async with Client(stdio_client(command), mode="legacy") as client:
            assert not (await client.call_tool("get_session", {"session": ONE})).is_error

    asyncio.run(main())
