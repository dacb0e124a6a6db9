"""A small real MCP server, for tests: `python -m tests.given.mcp_server` over pipes, with `http` on a free port."""

from __future__ import annotations

import asyncio
import socket
import sys

from mcp.server.mcpserver import Context, MCPServer

server = MCPServer("garden", version="1.2.3", log_level="CRITICAL")  # its tracebacks take longer than its answers


@server.tool()
def water(plant: str, litres: int = 1) -> str:
    """Water a plant."""
    return f"{plant} got {litres} l 🌹"


@server.tool()
def fail(why: str) -> str:
    """Fail."""
    raise ValueError(why)


@server.tool()
async def wait(seconds: float) -> str:
    """Answer late."""
    await asyncio.sleep(seconds)
    return f"waited {seconds}"


met: list[int] = []
together = asyncio.Event()


@server.tool()
async def meet(place: int, of: int) -> str:
    """Answer when all have come, the last first."""
    met.append(place)
    if len(met) == of:
        together.set()
    await together.wait()
    await asyncio.sleep((of - place) * 0.05)
    return f"met at {place}"


@server.tool()
async def grow(ctx: Context, steps: int) -> str:
    """Answer with progress on the way."""
    for step in range(steps):
        await ctx.report_progress(step, steps)
    return "grown"


@server.tool()
def large(size: int) -> str:
    """As many characters."""
    return "x" * size


@server.resource("garden://beds")
def beds() -> str:
    """Beds."""
    return "roses, tulips"


@server.prompt()
def advice(plant: str) -> str:
    """Advice."""
    return f"How do I prune {plant}?"


def main() -> None:
    if sys.argv[1:2] != ["http"]:
        server.run()
        return
    import uvicorn

    app = server.streamable_http_app(json_response="json" in sys.argv)
    listener = socket.socket()  # not create_server: with SO_REUSEADDR two may get one port
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    print(listener.getsockname()[1], flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])


if __name__ == "__main__":
    main()
