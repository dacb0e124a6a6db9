"""The server as the protocol's own package has it: hands calls on, and is free for the next message at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import anyio
import anyio.from_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from steno import __version__
from steno.api import UsageError
from steno.api.roots import is_path
from steno.mcp import arguments
from steno.mcp.calls import Calls
from steno.mcp.greeting import NAME, instructions
from steno.mcp.resources import TEMPLATES, address, listed, text_of
from steno.mcp.tools import OUTPUT, TOOLS

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.context import ServerRequestContext

_PATIENCE = 2.0
"""Seconds that a client may take to name its roots."""
_HINTS = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def server(calls: Calls) -> Server[Any]:
    """A server for any transport."""

    async def list_tools(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools())

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        roots = await _roots(ctx, params.arguments or {})
        result = await calls.call(params.name, params.arguments, _Reports(ctx), roots)
        return types.CallToolResult.model_validate(result)

    async def list_resources(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        cursor = {"cursor": params.cursor} if params is not None and params.cursor else {}
        result = await calls.call("list_sessions", {"limit": 50, **cursor})
        found, next = _asked(lambda: listed(result))
        resources = [
            types.Resource(uri=each.uri, name=each.name, description=each.description, mime_type="text/plain")
            for each in found
        ]
        return types.ListResourcesResult(resources=resources, next_cursor=next)

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
        tool, id = _asked(lambda: address(uri))
        result = await calls.call(tool, {"session": id})
        text = _asked(lambda: text_of(result))
        content = types.TextResourceContents(uri=uri, mime_type="text/plain", text=text)
        return types.ReadResourceResult(contents=[content])

    return Server(
        NAME,
        version=__version__,
        instructions=instructions(calls.options.redact),
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


async def _roots(ctx: Context, arguments: dict[str, Any]) -> list[str]:
    """The folders that the client works in, where it says so; asked only where a path is named."""
    words = [word for each in arguments.values() for word in (each if isinstance(each, list) else [each])]
    if not any(isinstance(word, str) and is_path(word, Path()) for word in words):
        return []
    wanted = types.ClientCapabilities(roots=types.RootsCapability())
    if not ctx.session.can_send_request or not ctx.session.check_client_capability(wanted):
        return []
    with anyio.move_on_after(_PATIENCE):
        try:
            found = await ctx.session.list_roots()
        except MCPError:
            return []  # it says that it can, and then does not
        return [unquote(urlsplit(str(each.uri)).path) for each in found.roots if str(each.uri).startswith("file:")]
    return []


class _Reports:
    """Tells a client how far its call is, from the thread that waits for it."""

    def __init__(self, ctx: Context) -> None:
        self._ctx, self._sent = ctx, 0.0

    def __call__(self, done: float) -> None:
        # The protocol asks that it only grows.
        self._sent = max(self._sent + 1e-6, done)
        anyio.from_thread.run(self._ctx.session.report_progress, self._sent, 1.0)
