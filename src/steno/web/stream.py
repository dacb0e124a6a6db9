"""Tells a page that follows a session what was written to it, as server-sent events that can be resumed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from steno.api.view import Desk, Growth
from steno.viewer.spelling import spelled
from steno.web.asked import Asked

STREAM: Final = "/api/1/s/{key}/stream"
EVERY: Final = 0.3
"""So often, in seconds, a file is looked at."""
_ALIVE: Final = 50
"""After so many looks without news, a comment says that somebody is still there."""


def streaming(desk: Desk) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:
        asked = Asked(request.path_params, request.query_params)
        last = request.headers.get("last-event-id")
        query = dict(request.query_params) if last is None else {**request.query_params, "from": last}
        since = Asked(request.path_params, query).number("from", -1)
        # What is wrong with the request, or with the session, is said before anything is streamed.
        first, generation = await run_in_threadpool(desk.follow, asked.key, None if since < 0 else since)
        events = _events(desk, asked.key, first, generation, since)
        return StreamingResponse(events, media_type="text/event-stream")

    return respond


async def _events(desk: Desk, key: str, now: Growth, generation: int, since: int) -> AsyncIterator[bytes]:
    """The first tells how things stand, where a page does not know it; the others what has changed."""
    if since > now.offset:
        yield _event("replaced", now)
    elif since != now.offset:
        yield _event("grown", now)
    told, gone, still = now, False, 0
    while True:
        await asyncio.sleep(EVERY)
        found = await run_in_threadpool(desk.still, key, told.offset, generation)
        now, latest = (told, generation) if found is None else found
        kind = ""
        if now.change.value == "gone":
            kind, gone = "" if gone else "gone", True
        elif latest != generation:
            kind, gone, generation = "replaced", False, latest
        elif gone or _state(now) != _state(told):
            kind, gone = "grown", False
        if kind:
            yield _event(kind, now)
            told, still = now, 0
        elif (still := still + 1) % _ALIVE == 0:
            yield b": still here\n\n"


def _state(growth: Growth) -> tuple[int, int, int, bool]:
    return growth.offset, growth.rows, growth.version, growth.live


def _event(kind: str, now: Growth) -> bytes:
    data = {"rows": now.rows, "version": now.version, "live": now.live, "changed": now.changed}
    return b"event: %s\nid: %d\ndata: %s\n\n" % (kind.encode(), now.offset, spelled(data))
