"""Answers calls: one at a time, masked at the server's level, each recorded.  Knows nothing of the protocol."""

from __future__ import annotations

import io
import json
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from steno.api import NotFound, StenoError, UsageError
from steno.api.audit import Audit
from steno.api.catalog import sync
from steno.api.progress import Progress, silent
from steno.api.safe import LEVELS, Safe
from steno.api.typed import typed
from steno.api.world import World
from steno.mcp.answer import LEAST, Result, answer, failed, line
from steno.mcp.greeting import instructions
from steno.mcp.page import Asked
from steno.mcp.resources import Resource, address
from steno.mcp.tools import TOOLS

LIMIT = 48_000
"""The most bytes of an answer, unless the user says otherwise."""
_KEPT = 4
"""How many exports are kept for the calls that ask for their next pieces."""
_LARGEST = 64 << 20


class Options(Struct, frozen=True, kw_only=True):
    """How a server serves."""

    redact: str = "secrets"
    limit: int = LIMIT
    audit: bool = True

    def __post_init__(self) -> None:
        if self.redact not in LEVELS:
            raise UsageError(f"redact is {self.redact!r}, expected one of {', '.join(LEVELS)}")
        if self.limit < LEAST:
            raise UsageError(f"an answer needs {LEAST:,} bytes at least, got {self.limit:,}")


class Serving:
    """One server's state.  Calls come one at a time."""

    def __init__(self, world: World, options: Options, tell: Callable[[str], None] = lambda line: None) -> None:
        # One key as long as the server lives: what is masked in one answer has the same mark in the next.
        key = world.randomness(64)
        self._world = replace(world, randomness=lambda size: key[:size], stdin=io.BytesIO)
        self._options = options
        self.audit = Audit(world, "steno mcp", tell, off=not options.audit)
        self._documents: OrderedDict[str, bytes] = OrderedDict()
        self._number = 0

    def call(self, name: str, arguments: dict[str, Any] | None, progress: Progress = silent) -> Result:
        """The result of a tool; what goes wrong is a result too, and says what to do next."""
        arguments = _whole(arguments or {})
        id = self.audit.asked(name, arguments)
        safe, limit = Safe(self._world, self._options.redact), self._options.limit
        error = "it ended with a bug"
        result: Result = {}
        try:
            result = self._called(name, arguments, safe, progress)
            error = ""
        except StenoError as wrong:
            error = str(wrong)
            hint = wrong.hint if not isinstance(wrong, NotFound) else "list_sessions gives the ids of sessions."
            result = failed(f"{name}: {error}", hint, safe, limit)
        finally:
            self.audit.answered(name, id, _said(result), error)
        return result

    def _called(self, name: str, arguments: dict[str, Any], safe: Safe, progress: Progress) -> Result:
        tool = TOOLS.get(name)
        if tool is None:
            raise UsageError(f"no tool of this name; there are {', '.join(TOOLS)}")
        try:
            args = typed(arguments, tool.args)
        except msgspec.ValidationError as error:
            raise UsageError(f"{error}; it takes {', '.join(tool.args.__struct_fields__)}") from None
        limit = min(getattr(args, "max_bytes", None) or self._options.limit, self._options.limit)
        asked = Asked(
            world=self._world, safe=safe, args=args, progress=progress, fresh=lambda: self._fresh(progress),
            keep=self._keep, kept=self._documents.get,
        )  # fmt: skip
        return answer(tool.run(asked), safe, limit)

    def _fresh(self, progress: Progress) -> None:
        # In this process: a server with threads starts no other.
        sync(self._world, jobs=1, progress=progress)

    def _keep(self, format: str, data: bytes) -> str:
        self._number += 1
        name = f"{self._number}-{format}"
        if len(data) <= _LARGEST:
            self._documents[name] = data
        while len(self._documents) > _KEPT:
            self._documents.popitem(last=False)
        return name

    def resources(self, cursor: str | None) -> tuple[list[Resource], str | None]:
        """A page of the sessions, as things that can be read, and the cursor of the next page."""
        result = self.call("list_sessions", {"limit": 50, **({"cursor": cursor} if cursor else {})})
        content = _content(result)
        found = [Resource.of(row) for row in content["rows"]]
        return found, content.get("next")

    def read(self, uri: str) -> str:
        """What stands behind an address: a session as `get_session` shows it, or its events."""
        tool, id = address(uri)
        return text_of(self.call(tool, {"session": id}))

    def close(self) -> None:
        self.audit.close()

    @property
    def instructions(self) -> str:
        """What a model is told of the server."""
        return instructions(self._options.redact)


class Refused(UsageError):
    """A resource that cannot be read."""


def _whole(arguments: dict[str, Any]) -> dict[str, Any]:
    """Arguments without halves of characters, which JSON can name and no file, index or answer can hold."""
    found: dict[str, Any] = json.loads(line(arguments).encode("utf-8", "replace"))
    return found


def _content(result: Result) -> dict[str, Any]:
    if result["isError"]:
        raise Refused(text_of(result))
    found: dict[str, Any] = result["structuredContent"]
    return found


def text_of(result: Result) -> str:
    """The text of a result; raises `Refused` with it where it is an error."""
    text: str = result["content"][0]["text"]
    if result["isError"]:
        raise Refused(text)
    return text


def _said(result: Result) -> dict[str, Any]:
    """How much an answer gave."""
    content = result.get("structuredContent")
    if content is None:
        return {"error": bool(result)}
    known = {"rows": len(content["rows"]), "more": "next" in content}
    return {**known, "characters": len(result["content"][0]["text"])}
