"""Hands calls to those that answer them, and records each: what was asked, and what became of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol

import anyio
import anyio.to_thread

from steno.api import StenoError
from steno.api.audit import Audit
from steno.api.safe import visible
from steno.mcp.answer import Result, failed
from steno.mcp.messages import Request
from steno.mcp.serving import Options, whole
from steno.mcp.tools import TOOLS

Tell = Callable[[float], None]


class Workers(Protocol):
    """Those that answer."""

    def ask(self, request: Request, tell: Tell) -> Awaitable[Result]: ...
    def close(self) -> None: ...


class Calls:
    """What a server does with the calls of its clients, whatever the transport."""

    def __init__(self, options: Options, audit: Audit, workers: Workers) -> None:
        self.options, self.audit, self._workers = options, audit, workers
        # The file of the audit is written by one thread at a time.
        self._writing = anyio.CapacityLimiter(1)

    async def call(
        self, name: str, arguments: dict[str, Any] | None, tell: Tell = lambda done: None, roots: Iterable[str] = ()
    ) -> Result:
        """The result of a tool; what goes wrong is a result too, and says what to do next."""
        given = whole(arguments)
        id = await anyio.to_thread.run_sync(self.audit.asked, name, given, limiter=self._writing)
        result: Result | None = None
        try:
            result = await self._answered(Request(tool=name, arguments=given, roots=list(roots)), tell)
        finally:
            error = "the client no longer wanted it" if result is None else _error(result)
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(
                    self.audit.answered, name, id, _said(result), error, limiter=self._writing
                )
        return result

    async def _answered(self, request: Request, tell: Tell) -> Result:
        tool = TOOLS.get(request.tool)
        try:
            return await self._workers.ask(request, tell)
        except TimeoutError:
            wrong = f"took longer than {self.options.seconds:g} seconds and was ended"
            hint = tool.too_long(request.arguments) if tool is not None else ""
        except StenoError as error:
            wrong, hint = str(error), "Call again; if it ends again, ask for less."
        # Nothing that a caller said stands in it, so that nothing has to be masked.
        name = tool.name if tool is not None else "the call"
        return failed(f"{name}: {wrong}", hint, self.options.limit, visible)

    def close(self) -> None:
        self._workers.close()
        self.audit.close()


def _error(result: Result) -> str:
    return str(result["content"][0]["text"]) if result["isError"] else ""


def _said(result: Result | None) -> dict[str, Any]:
    """How much an answer gave."""
    if result is None or "structuredContent" not in result:
        return {"error": True}
    content = result["structuredContent"]
    known = {"rows": len(content["rows"]), "more": "next" in content}
    return {**known, "characters": len(result["content"][0]["text"])}
