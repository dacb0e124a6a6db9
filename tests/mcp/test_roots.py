"""Which files a caller may name: those of its project, of the client's roots, of the user's, and sessions."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from pydantic import FileUrl

from mcp import Client, StdioServerParameters, stdio_client
from steno.api.roots import Roots
from steno.api.world import World
from steno.errors import UsageError
from steno.mcp.serving import Options, Serving
from steno.mcp.tools import TOOLS
from tests.given.client import environ
from tests.given.machine import claude, dialogue
from tests.given.secrets import TOKEN
from tests.given.served import ONE, TWO, every_call, world

PATHS = {
    "get_session": "session", "get_events": "session", "export": "session", "check": "session", "explain": "session",
    "blame": "file", "stats": "sessions", "diff": "b", "scan": "target",
}  # fmt: skip
"""The argument of each tool that may be a path."""


def standing(home: Path, folder: Path) -> World:
    from msgspec.structs import replace

    return replace(world(home), folder=folder)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    claude(tmp_path, ONE, dialogue(ONE))
    claude(tmp_path, TWO, dialogue(TWO), age=100)
    (tmp_path / "work" / "src").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    for name in ("work", "other"):
        (tmp_path / name / "plan.txt").write_text(f"token = {TOKEN}\n")
    (tmp_path / "work" / "link.txt").symlink_to(tmp_path / "other" / "plan.txt")
    return tmp_path


def test_every_tool_that_takes_a_path_is_tried_here() -> None:
    assert set(TOOLS) - set(PATHS) == {"list_sessions", "search"}


@pytest.mark.parametrize("tool", PATHS)
@pytest.mark.parametrize("path", ["other/plan.txt", "other/nothing.txt", "other", "work/link.txt", ".ssh/id"])
def test_no_tool_reads_a_file_elsewhere_nor_says_whether_it_is_there(tool: str, path: str, home: Path) -> None:
    server = Serving(standing(home, home / "work"), Options())
    word = str(home / path)
    given: Any = [word] if tool == "stats" else word
    result = server.call(tool, {**every_call(ONE, TWO, home)[tool], PATHS[tool]: given})
    assert result["isError"]
    text = result["content"][0]["text"]
    assert f"lies outside of {home / 'work'}" in text
    assert "--root" in text


@pytest.mark.parametrize("word", ["..", "../other/plan.txt", "src/../../other"])
def test_a_way_around_is_seen(word: str, home: Path) -> None:
    with pytest.raises(UsageError, match="lies outside"):
        Roots(standing(home, home / "work")).check(word)


def test_a_project_a_root_and_a_session_may_be_read(home: Path) -> None:
    roots = Roots(standing(home, home / "work"), [home / "other"])
    session = next((home / ".claude").rglob(f"{ONE}.jsonl"))
    words = ("@latest", ONE[:6], f"claude-code:{ONE}", str(home / "work"), str(home / "work" / "new.txt"), str(session))
    for word in (*words, str(home / "other" / "plan.txt"), "plan.txt", "a\0/b"):
        roots.check(word)
    with pytest.raises(UsageError, match="lies outside"):
        roots.check(str(session.parent))


def test_a_server_that_was_started_in_no_project_reads_no_file_by_its_path(home: Path) -> None:
    with pytest.raises(UsageError, match="started in none"):
        Roots(standing(home, Path("/"))).check(str(home / "work" / "plan.txt"))


def test_a_server_is_told_of_more_folders_by_its_user_and_by_its_client(home: Path) -> None:
    def command(*options: str) -> StdioServerParameters:
        args = ["-m", "steno", "mcp", *options]
        return StdioServerParameters(command=sys.executable, args=args, env=environ(home), cwd=str(home / "work"))

    async def roots(context: Any) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri=FileUrl((home / "other").as_uri()))])

    async def scanned(*options: str, **client: Any) -> bool:
        async with Client(stdio_client(command(*options)), mode="legacy", **client) as asks:
            result = await asks.call_tool("scan", {"target": str(home / "other")})
            assert result.is_error or (result.structured_content or {})["about"]["findings"] == 1
            return not result.is_error

    assert not asyncio.run(scanned())
    assert asyncio.run(scanned("--root", str(home / "other")))
    assert asyncio.run(scanned(list_roots_callback=roots))
