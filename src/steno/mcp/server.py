"""The server as the protocol's own package has it: hands calls to `Serving`, one at a time, in a thread."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import anyio
import anyio.from_thread
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from steno import __version__
from steno.api import UsageError
from steno.api.progress import Fraction
from steno.mcp import arguments
from steno.mcp.greeting import NAME
from steno.mcp.resources import TEMPLATES
from steno.mcp.serving import Serving
from steno.mcp.tools import OUTPUT, TOOLS

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.context import ServerRequestContext

_BETWEEN = 0.25
"""Seconds between two reports of progress."""
_HINTS = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def server(serving: Serving) -> Server[Any]:
    """A server for any transport."""
    one = anyio.CapacityLimiter(1)

    async def answered(work: Callable[[], Any]) -> Any:
        return await anyio.to_thread.run_sync(work, limiter=one)

    async def list_tools(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools())

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        progress = _Reports(ctx)
        result = await answered(lambda: serving.call(params.name, params.arguments, progress))
        return types.CallToolResult.model_validate(result)

    async def list_resources(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        cursor = params.cursor if params is not None else None
        found, next = await answered(lambda: _asked(lambda: serving.resources(cursor)))
        listed = [
            types.Resource(uri=each.uri, name=each.name, description=each.description, mime_type="text/plain")
            for each in found
        ]
        return types.ListResourcesResult(resources=listed, next_cursor=next)

    async def list_templates(
        ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        made = [
            types.ResourceTemplate(uri_template=uri, name=name, description=text, mime_type="text/plain")
            for uri, (name, text) in TEMPLATES.items()
        ]
        return types.ListResourceTemplatesResult(resource_templates=made)

    async def read_resource(ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        text = await answered(lambda: _asked(lambda: serving.read(uri)))
        content = types.TextResourceContents(uri=uri, mime_type="text/plain", text=text)
        return types.ReadResourceResult(contents=[content])

    return Server(
        NAME,
        version=__version__,
        instructions=serving.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


if TYPE_CHECKING:
    Context = ServerRequestContext[Any, Any]


def tools() -> list[types.Tool]:
    """Every tool, with the schemas of what it takes and of what it gives."""
    return [
        types.Tool(
            name=each.name,
            title=each.title,
            description=each.description,
            input_schema=arguments.schema(each.args),
            output_schema=OUTPUT,
            annotations=_HINTS,
        )
        for each in TOOLS.values()
    ]


def _asked(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except UsageError as error:
        raise MCPError(code=types.INVALID_PARAMS, message=str(error)) from None


class _Reports:
    """Tells a client how far its call is, from the thread that works on it; says no word of what is read."""

    def __init__(self, ctx: Context) -> None:
        self._ctx, self._last, self._sent = ctx, 0.0, 0.0

    def __call__(self, label: str, done: Fraction | float | None = None, total: int = 0) -> None:
        now = time.monotonic()
        if now - self._last < _BETWEEN:
            return
        self._last = now
        fraction = done() if callable(done) else done
        # The protocol asks that it only grows.
        self._sent = max(self._sent + 1e-6, min(fraction or 0.0, 1.0))
        anyio.from_thread.run(self._ctx.session.report_progress, self._sent, 1.0)
