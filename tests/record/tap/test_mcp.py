"""A tap between the client and the server of the real `mcp` package, over pipes and over HTTP."""

from __future__ import annotations

import asyncio
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mcp import Client, MCPError, StdioServerParameters, stdio_client
from steno import pipeline
from steno.diagnostics import Place
from tests.given.taps import events, last, payloads, started, tap
from tests.given.timing import PATIENCE

SERVER = [sys.executable, "-m", "tests.given.mcp_server"]
ROOT = Path(__file__).parents[3]


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    return tmp_path / "calls.jsonl"


async def garden(client: Client) -> None:
    """What a client may do: call, fail, read, ask for a prompt, be refused, overlap, be told of progress."""
    assert (await client.call_tool("water", {"plant": "Röschen"})).content[0].text == "Röschen got 1 l 🌹"  # type: ignore[union-attr]
    assert (await client.call_tool("fail", {"why": "no rain"})).is_error
    assert (await client.read_resource("garden://beds")).contents[0].text == "roses, tulips"  # type: ignore[union-attr]
    assert (await client.get_prompt("advice", {"plant": "rose"})).messages
    with pytest.raises(MCPError):
        await client.read_resource("garden://nowhere")
    await asyncio.gather(*(client.call_tool("meet", {"place": place, "of": 3}) for place in (1, 2, 3)))
    assert (await client.call_tool("grow", {"steps": 3})).content[0].text == "grown"  # type: ignore[union-attr]
    assert len((await client.call_tool("large", {"size": 400_000})).content[0].text) == 400_000  # type: ignore[union-attr]


def check(transcript: Path) -> None:
    """That the transcript says what `garden` did."""
    found = payloads(transcript)
    calls = [payload for type, payload in found if type == "tool.call"]
    # Over HTTP, calls that overlap come by several connections, in any order.
    met = sorted(each["input"]["place"] for each in calls[5:8])
    assert met == [1, 2, 3]
    assert [(each["name"], each["input"]) for each in [*calls[:5], *calls[8:]]] == [
        ("water", {"plant": "Röschen"}),
        ("fail", {"why": "no rain"}),
        ("resources/read", {"uri": "garden://beds"}),
        ("prompts/get", {"name": "advice", "arguments": {"plant": "rose"}}),
        ("resources/read", {"uri": "garden://nowhere"}),
        ("grow", {"steps": 3}),
        ("large", {"size": 400_000}),
    ]
    run = events(transcript)[0]["run_id"]
    assert [each["call_id"] for each in calls] == [f"{run}/{number}" for number in range(1, 11)]
    assert [type for type, _ in found[11:17]] == ["tool.call"] * 3 + ["tool.result"] * 3
    results = {payload["call_id"]: payload for type, payload in found if type == "tool.result"}
    assert {id: payload["name"] for id, payload in results.items()} == {each["call_id"]: each["name"] for each in calls}
    assert {payload["fidelity"] for payload in [*calls, *results.values()]} == {"router"}
    assert {id for id, payload in results.items() if "error" in payload} == {f"{run}/2", f"{run}/5"}
    said = [results[each["call_id"]]["output"] for each in calls]
    assert said[0]["content"] == [{"text": "Röschen got 1 l 🌹", "type": "text"}]
    assert (said[1]["isError"], said[1]["content"][0]["text"]) == (True, results[f"{run}/2"]["error"])
    assert said[4]["message"] == results[f"{run}/5"]["error"]
    for asked, answered in zip(calls[5:8], said[5:8], strict=True):
        assert answered["content"][0]["text"] == f"met at {asked['input']['place']}"
    assert len(said[9]["content"][0]["text"]) == 400_000
    result = last(transcript)["result"]
    assert (result["calls"], result["unanswered"], result["server"]) == (10, 0, {"name": "garden", "version": "1.2.3"})
    (trace,) = pipeline.read(io.BytesIO(transcript.read_bytes()), Place(str(transcript)), lambda _: None, "awf")
    assert trace.header.title == "garden 1.2.3"
    assert "lost" not in result


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_over_pipes_everything_works_and_is_recorded(transcript: Path, mode: str) -> None:
    async def talk() -> None:
        command, *args = tap(transcript, *SERVER)
        with open(os.devnull, "w") as errors:
            pipes = stdio_client(StdioServerParameters(command=command, args=args, cwd=ROOT), errors)
            async with Client(pipes, mode=mode) as client:
                await garden(client)

    asyncio.run(talk())
    check(transcript)
    assert last(transcript)["result"]["exit_code"] == 0


def test_a_cancelled_call_is_recorded_as_cancelled(transcript: Path) -> None:
    async def talk() -> None:
        command, *args = tap(transcript, *SERVER)
        with open(os.devnull, "w") as errors:
            pipes = stdio_client(StdioServerParameters(command=command, args=args, cwd=ROOT), errors)
            async with Client(pipes, mode="legacy") as client:
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.3):
                        await client.call_tool("wait", {"seconds": 600})
                await client.call_tool("water", {"plant": "rose"})

    asyncio.run(talk())
    found = [(type, payload["name"], payload.get("error", "")) for type, payload in payloads(transcript)[1:-1]]
    assert found[0] == ("tool.call", "wait", "")
    assert found[1][:2] == ("tool.result", "wait")
    assert found[1][2].startswith("cancelled by the client")
    assert [each[:2] for each in found[2:]] == [("tool.call", "water"), ("tool.result", "water")]


@contextmanager
def served(*options: str) -> Iterator[str]:
    """A server that speaks HTTP; its address."""
    with started([*SERVER, "http", *options], cwd=ROOT, stderr=subprocess.DEVNULL) as server:
        assert server.stdout
        yield f"http://127.0.0.1:{int(server.stdout.readline())}/mcp"


@contextmanager
def tapped(transcript: Path, upstream: str) -> Iterator[str]:
    """The address of a tap before it; ended as a user ends it."""
    command = [sys.executable, "-m", "steno", "tap", "-o", str(transcript), "--http", upstream]
    with started(command) as process:
        assert process.stdout
        yield process.stdout.readline().decode().strip()
        process.terminate()
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize(("options", "mode"), [((), "legacy"), (("json",), "legacy"), ((), "auto")])
def test_over_http_everything_works_and_is_recorded(transcript: Path, options: tuple[str, ...], mode: str) -> None:
    async def talk(url: str) -> None:
        async with Client(url, mode=mode) as client:
            await garden(client)

    with served(*options) as upstream, tapped(transcript, upstream) as url:
        assert url != upstream
        asyncio.run(talk(url))
    check(transcript)


def test_two_clients_of_one_server_are_kept_apart(transcript: Path) -> None:
    async def water(url: str, plant: str) -> None:
        async with Client(url, mode="legacy") as client:
            for litres in range(20):
                result: Any = await client.call_tool("water", {"plant": plant, "litres": litres})
                assert result.content[0].text == f"{plant} got {litres} l 🌹"

    async def both(url: str) -> None:
        await asyncio.gather(water(url, "rose"), water(url, "tulip"))

    with served() as upstream, tapped(transcript, upstream) as url:
        asyncio.run(both(url))
    found = payloads(transcript)[1:-1]
    assert len(found) == 80
    said = {payload["call_id"]: payload["input"] for type, payload in found if type == "tool.call"}
    for type, payload in found:
        if type == "tool.result":
            asked = said[payload["call_id"]]
            assert payload["output"]["structuredContent"]["result"] == f"{asked['plant']} got {asked['litres']} l 🌹"
    assert json.dumps(last(transcript)["result"]["unrecorded"]).count("initialize") == 2
