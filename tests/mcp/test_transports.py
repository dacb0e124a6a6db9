"""The server and the protocol's own client, over pipes and over HTTP; and who is turned away."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import mcp_types as types
import pytest
from jsonschema import Draft202012Validator

from mcp import Client, MCPError
from steno import __version__
from steno.mcp.greeting import VERSIONS, greeted, instructions
from steno.mcp.http import Guarded
from steno.mcp.server import tools
from steno.mcp.tools import TOOLS
from tests.given.client import connected, environ, greeting, listening, piped
from tests.given.machine import steno
from tests.given.served import ONE, TWO, every_call, machine

MODES = ("legacy", "auto")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    machine(tmp_path)
    return tmp_path


async def conversation(client: Client, home: Path) -> int:
    """What a client may ask: every tool, pages, resources, mistakes; how many tools there are."""
    assert client.server_info is not None
    assert (client.server_info.name, client.server_info.version) == ("steno", __version__)
    assert client.instructions == instructions("secrets")
    listed = (await client.list_tools()).tools
    assert [each.name for each in listed] == list(TOOLS)
    for each in listed:
        assert each.annotations is not None
        assert each.annotations.read_only_hint is True
        Draft202012Validator.check_schema(each.input_schema)
        Draft202012Validator.check_schema(each.output_schema or {})
    for name, arguments in every_call(ONE, TWO, home).items():
        result = await client.call_tool(name, arguments)
        assert result.is_error == (name == "blame"), (name, result)  # there is no repository
        assert len(result.content) == 1
    page = await client.call_tool("list_sessions", {"limit": 2})
    assert page.structured_content is not None
    assert (len(page.structured_content["rows"]), page.structured_content["next"]) == (2, "2")
    wrong = await client.call_tool("get_events", {"sesion": ONE})
    assert wrong.is_error
    resources = await client.list_resources()
    assert len(resources.resources) == 4
    assert len((await client.list_resource_templates()).resource_templates) == 2
    for uri in (f"steno://session/{ONE}", f"steno://session/{ONE}/events"):
        (content,) = (await client.read_resource(uri)).contents
        assert isinstance(content, types.TextResourceContents)
        assert "roses" in content.text
    for uri in ("steno://session/ffff", "steno://elsewhere", f"steno://session/{ONE}/x"):
        with pytest.raises(MCPError):
            await client.read_resource(uri)
    return len(listed)


@pytest.mark.parametrize("mode", MODES)
def test_the_client_of_the_protocol_is_served_over_pipes(home: Path, mode: str) -> None:
    async def main() -> None:
        async with piped(home, mode) as client:
            assert await conversation(client, home) == len(TOOLS)

    asyncio.run(main())


@pytest.mark.parametrize("mode", MODES)
def test_the_client_of_the_protocol_is_served_over_http(home: Path, mode: str) -> None:
    async def main(url: str, token: str) -> None:
        async with connected(url, token, mode) as client:
            assert await conversation(client, home) == len(TOOLS)

    with listening(home) as (url, token):
        asyncio.run(main(url, token))


def test_a_call_that_takes_long_tells_how_far_it_is(home: Path) -> None:
    told: list[float] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)
        assert (total, message) == (1.0, None)

    async def main() -> None:
        async with piped(home, "legacy") as client:
            await client.call_tool("get_session", {"session": ONE}, progress_callback=heard)

    asyncio.run(main())
    assert told
    assert told == sorted(told)


def test_a_server_that_masks_nothing_tells_its_client(home: Path) -> None:
    async def main() -> None:
        async with piped(home, "legacy", "--redact", "none") as client:
            assert client.instructions == instructions("none")
            assert "Nothing is masked" in (client.instructions or "")

    asyncio.run(main())


# The greeting


def spoken(home: Path, *messages: object, until: object = None) -> list[Any]:
    """What the server says to lines, up to the answer with this id: when a client leaves, its questions are dropped."""
    lines = "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in messages)
    command, said = [sys.executable, "-m", "steno", "mcp"], list[Any]()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environ(home), cwd=home
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines)
        process.stdin.flush()
        while until is not None and (not said or said[-1].get("id") != until):
            said.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        said += map(json.loads, process.stdout)
    return said


@pytest.mark.parametrize("version", [*VERSIONS, "2026-07-28", "1999-01-01"])
def test_the_fast_greeting_says_what_the_package_says(home: Path, version: str) -> None:
    message = greeting(version)
    found = greeted(json.dumps(message).encode(), instructions("secrets"))
    assert found is not None
    # Behind another line it is the package that answers.
    assert json.loads(found[1]) == spoken(home, "no JSON", message, until=7)[-1]


def test_the_versions_are_those_of_the_package() -> None:
    from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_HANDSHAKE_VERSION

    assert tuple(HANDSHAKE_PROTOCOL_VERSIONS) == VERSIONS
    assert VERSIONS[-1] == LATEST_HANDSHAKE_VERSION


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
        json.dumps({**greeting("2025-11-25"), "id": None}).encode(),
        json.dumps({**greeting("2025-11-25"), "id": True}).encode(),
        json.dumps({**greeting("2025-11-25"), "jsonrpc": "1.0"}).encode(),
        json.dumps(greeting("2025-11-25", clientInfo={"name": "x"})).encode(),
        json.dumps(greeting("2025-11-25", capabilities={"roots": 5})).encode(),
        json.dumps(greeting("2025-11-25", _meta={})).encode(),
        json.dumps({**greeting("2025-11-25"), "params": None}).encode(),
    ],
)
def test_anything_but_a_plain_greeting_is_left_to_the_package(line: bytes) -> None:
    assert greeted(line, "") is None


def test_a_greeting_is_answered_once_and_what_follows_it_at_once_too(home: Path) -> None:
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    ask = {"jsonrpc": "2.0", "id": 8, "method": "ping"}
    said = spoken(home, greeting("2025-11-25"), ready, ask, until=8)
    assert [each["id"] for each in said] == [7, 8]
    assert said[1]["result"] == {}


@pytest.mark.parametrize("first", ["no JSON", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})])
def test_a_client_that_begins_otherwise_gets_the_package_s_answer(home: Path, first: str) -> None:
    said = spoken(home, first, greeting("2025-11-25"), until=7)
    assert next(each for each in said if each.get("id") == 7)["result"]["serverInfo"]["name"] == "steno"


def test_a_client_that_says_nothing_is_left_in_peace(home: Path) -> None:
    assert spoken(home) == []


# Who is turned away


async def judged(*headers: tuple[str, str]) -> int:
    """The status that a request with these headers gets."""
    status: list[int] = []

    async def through(scope: Any, receive: Any, send: Any) -> None:
        status.append(200)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            status.append(message["status"])

    async def receive() -> Any:
        return {"type": "http.request"}

    scope = {"type": "http", "headers": [(name.encode(), value.encode()) for name, value in headers]}
    await Guarded(through, "the-token")(scope, receive, send)
    return status[0]


HOST, TOKEN = ("host", "127.0.0.1:8750"), ("authorization", "Bearer the-token")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([HOST, TOKEN], 200),
        ([("host", "localhost:1"), TOKEN], 200),
        ([("host", "[::1]:1"), ("authorization", "bearer the-token")], 200),
        ([HOST, TOKEN, ("origin", "http://localhost:3000")], 200),
        ([HOST], 401),
        ([HOST, ("authorization", "Bearer another")], 401),
        ([HOST, ("authorization", "Bearer the-token2")], 401),
        ([HOST, ("authorization", "Basic the-token")], 401),
        ([HOST, TOKEN, TOKEN], 401),
        ([TOKEN], 421),
        ([HOST, HOST, TOKEN], 421),
        ([("host", "evil.example"), TOKEN], 421),
        ([("host", "127.0.0.1.evil.example"), TOKEN], 421),
        ([("host", "127.0.0.1@evil.example"), TOKEN], 421),
        ([("host", "x@127.0.0.1"), TOKEN], 421),
        ([("host", "[::1"), TOKEN], 421),
        ([HOST, TOKEN, ("origin", "http://evil.example")], 403),
        ([HOST, TOKEN, ("origin", "https://127.0.0.1.evil.example")], 403),
        ([HOST, TOKEN, ("origin", "null")], 403),
        ([HOST, TOKEN, ("origin", "http://localhost"), ("origin", "http://evil.example")], 403),
    ],
)
def test_a_request_names_this_machine_comes_from_no_other_page_and_brings_the_token(
    headers: list[tuple[str, str]], status: int
) -> None:
    assert asyncio.run(judged(*headers)) == status


def test_a_real_server_turns_away_who_has_no_token(home: Path) -> None:
    with listening(home) as (url, token):
        body = json.dumps(greeting("2025-11-25"))
        head = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        assert url.startswith("http://127.0.0.1:")
        with httpx2.Client() as client:
            assert client.post(url, content=body, headers=head).status_code == 401
            own = {**head, "Authorization": f"Bearer {token}"}
            assert client.post(url, content=body, headers={**own, "Host": "evil.example"}).status_code == 421
            assert client.post(url, content=body, headers={**own, "Origin": "http://evil.example"}).status_code == 403
            assert client.post(url, content=body, headers=own).status_code == 200


def test_a_token_is_kept_in_a_file_that_nobody_else_reads(home: Path) -> None:
    file = home / "token"
    with listening(home, "--token-file", str(file)):
        pass
    token = file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    with listening(home, "--token-file", str(file)):
        pass
    assert file.read_text() == token
    file.chmod(0o644)
    command = [sys.executable, "-m", "steno", "mcp", "--http", "0", "--token-file", str(file)]
    ended = subprocess.run(command, env=environ(home), capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "others may read the token" in ended.stderr


def test_every_tool_is_listed_as_one_that_only_reads() -> None:
    made = tools()
    assert [each.name for each in made] == list(TOOLS)
    assert all(each.annotations is not None and each.annotations.read_only_hint for each in made)


def test_without_the_package_the_command_says_how_to_get_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steno.cli.mcp.find_spec", lambda name: None)
    ended = steno("mcp", home=home)
    assert ended.code == 2
    assert "pip install 'steno-trace[mcp]'" in ended.err
