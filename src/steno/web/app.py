"""The routes: which question is asked under which address.  What the answers are, `steno.api.view` knows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from steno.api import NotFound, StenoError, Unreadable, UsageError, beside, code, graph
from steno.api.bench import Bench
from steno.api.board import board, health
from steno.api.outbox import Parcel
from steno.api.said import sentence
from steno.api.shelf import Shelf
from steno.api.sought import sought
from steno.api.view import Desk
from steno.viewer.masked import Pending
from steno.web import files
from steno.web.answers import answer, failure, saved
from steno.web.asked import Asked
from steno.web.guard import LOGIN, Guard, Keys
from steno.web.stream import STREAM, streaming

_BODY: Final = 1 << 20
"""No request has a longer body."""

Ask = Callable[[Desk, Asked], Any]
Look = Callable[[Desk, Shelf, Asked], Any]
Work = Callable[[Bench, Asked], Any]
Deed = Callable[[Bench, Asked, dict[str, Any]], Any]

LISTS: Final[dict[str, Look]] = {
    "/api/1/sessions": lambda desk, shelf, asked: shelf.sessions(asked.sessions, asked.level),
    "/api/1/stats": lambda desk, shelf, asked: board(
        desk, shelf, asked.text("period", "30"), asked.text("by", "session"), asked.level
    ),
    "/api/1/compare": lambda desk, shelf, asked: beside.beside(desk, asked.text("a"), asked.text("b"), asked.level),
    "/api/1/compare/rows": lambda desk, shelf, asked: beside.pairs(
        desk,
        asked.text("a"),
        asked.text("b"),
        asked.number("from", 0),
        asked.number("n", 200),
        asked.level,
        only=asked.text("only") == "1",
    ),
    "/api/1/compare/diff": lambda desk, shelf, asked: beside.opened(
        desk, asked.text("a"), asked.text("b"), asked.number("at", 0), asked.level
    ),
    "/api/1/doctor": lambda desk, shelf, asked: health(desk, asked.level),
    "/api/1/search": lambda desk, shelf, asked: sought(
        desk, shelf, asked.text("q"), asked.text("scope", "all"), asked.number("n", 20), asked.level
    ),
}
"""What is asked of many sessions."""

QUESTIONS: Final[dict[str, Ask]] = {
    "/api/1/s/{key}": lambda desk, asked: desk.summary(asked.key, asked.level),
    "/api/1/s/{key}/index": lambda desk, asked: desk.index(asked.key, asked.filter, asked.depth, asked.level),
    "/api/1/s/{key}/rows": lambda desk, asked: desk.rows(
        asked.key, asked.filter, asked.depth, asked.number("a", 0), asked.number("n", 200), asked.level
    ),
    "/api/1/s/{key}/ev/{n}": lambda desk, asked: desk.full(asked.key, asked.event, asked.level),
    "/api/1/s/{key}/own/{n}": lambda desk, asked: desk.own(asked.key, asked.event),
    "/api/1/s/{key}/text/{n}": lambda desk, asked: desk.text(
        asked.key, asked.event, asked.number("part", 0), asked.number("at", 0), asked.number("n", 100_000), asked.level
    ),
    "/api/1/s/{key}/raw/{n}": lambda desk, asked: desk.raw(asked.key, asked.event, asked.level),
    "/api/1/s/{key}/evidence/{n}": lambda desk, asked: desk.evidence(asked.key, asked.event, asked.level),
    "/api/1/s/{key}/losses/{n}": lambda desk, asked: desk.losses(asked.key, asked.event, asked.level),
    "/api/1/s/{key}/patch/{n}": lambda desk, asked: desk.patch(asked.key, asked.event, asked.level),
    "/api/1/s/{key}/outline": lambda desk, asked: desk.outline(
        asked.key, asked.number("depth", 3), asked.filter, asked.number("list", 4), asked.level
    ),
    "/api/1/s/{key}/map": lambda desk, asked: desk.map(
        asked.key, asked.text("by", "time"), asked.number("width", 1000), asked.level
    ),
    "/api/1/s/{key}/find": lambda desk, asked: desk.find(
        asked.key, asked.text("q"), asked.number("from", 0), asked.filter, asked.depth, asked.level
    ),
    "/api/1/s/{key}/graph": lambda desk, asked: graph.graph(desk, asked.key, asked.level),
    "/api/1/s/{key}/steps": lambda desk, asked: graph.steps(
        desk, asked.key, asked.number("a", 0), asked.number("n", 500), asked.level
    ),
    "/api/1/s/{key}/why/{n}": lambda desk, asked: graph.why(desk, asked.key, asked.event, asked.level),
    "/api/1/s/{key}/tree": lambda desk, asked: graph.tree(desk, asked.key, asked.level),
    "/api/1/s/{key}/code": lambda desk, asked: code.code(desk, asked.key, asked.level),
    "/api/1/s/{key}/commit": lambda desk, asked: code.commit(desk, asked.key, asked.text("id"), asked.level),
}
"""What is asked with GET: each is answered by a thread, so that a long one keeps nobody waiting."""

WORK: Final[dict[str, Work]] = {
    "/api/1/s/{key}/findings": lambda bench, asked: bench.decisions.look(
        asked.key, asked.text("at", "secrets"), asked.level
    ),
    "/api/1/s/{key}/finding": lambda bench, asked: bench.decisions.show(
        asked.key, asked.text("at", "secrets"), asked.text("id"), asked.number("place", 0), asked.level
    ),
    "/api/1/s/{key}/review": lambda bench, asked: bench.reviewing.roll(
        asked.key, asked.text("author"), asked.text("role"), asked.number("a", 1), asked.number("n", 200), asked.level
    ),
    "/api/1/s/{key}/export": lambda bench, asked: bench.outbox.offer(asked.key),
}
"""What is asked of what the server keeps."""

DEEDS: Final[dict[str, Deed]] = {
    "/api/1/s/{key}/findings": lambda bench, asked, body: bench.decisions.decide(
        asked.key, text_of(body, "at"), text_of(body, "id"), optional(body, "decision"), optional(body, "reason") or ""
    ),
    "/api/1/s/{key}/allowance": lambda bench, asked, body: bench.decisions.allowance(
        asked.key, text_of(body, "at"), text_of(body, "id"), text_of(body, "reason")
    ),
    "/api/1/s/{key}/allow": lambda bench, asked, body: bench.decisions.allow(
        asked.key, text_of(body, "at"), text_of(body, "id"), text_of(body, "reason")
    ),
    "/api/1/s/{key}/review": lambda bench, asked, body: bench.reviewing.judge(asked.key, body),
    "/api/1/s/{key}/undo": lambda bench, asked, body: bench.reviewing.undo(asked.key, body),
    "/api/1/s/{key}/export": lambda bench, asked, body: bench.outbox.prepare(asked.key, body),
    "/api/1/s/{key}/save": lambda bench, asked, body: bench.outbox.take(asked.key, text_of(body, "ticket")),
}
"""What is done with POST."""


def application(desk: Desk, shelf: Shelf, keys: Keys, hosts: Iterable[str]) -> ASGIApp:
    """The application, under guard."""
    listing = {path: partial(_looking, shelf, look) for path, look in LISTS.items()}
    bench = Bench(desk)
    working = {path: partial(_working, bench, work) for path, work in WORK.items()}
    routes = [
        *(Route(path, _asking(desk, ask), methods=["GET"]) for path, ask in listing.items()),
        *(Route(path, _asking(desk, ask), methods=["GET"]) for path, ask in QUESTIONS.items()),
        *(Route(path, _asking(desk, ask), methods=["GET"]) for path, ask in working.items()),
        *(Route(path, _doing(bench, deed), methods=["POST"]) for path, deed in DEEDS.items()),
        Route(STREAM, streaming(desk), methods=["GET"]),
        Route(LOGIN, _login(keys), methods=["POST"]),
        Route("/api/{rest:path}", _nothing, methods=["GET"]),
        Route("/{rest:path}", files.shown, methods=["GET"]),
    ]
    handlers = {StenoError: _failed, 404: _nothing, 405: _wrong_method}
    return Guard(Starlette(routes=routes, exception_handlers=handlers), keys, hosts)


def _looking(shelf: Shelf, look: Look, desk: Desk, asked: Asked) -> Any:
    return look(desk, shelf, asked)


def _working(bench: Bench, work: Work, desk: Desk, asked: Asked) -> Any:
    return work(bench, asked)


def _doing(bench: Bench, deed: Deed) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:
        body = await body_of(request)
        done = await run_in_threadpool(deed, bench, Asked(request.path_params, request.query_params), body)
        if isinstance(done, Parcel):
            return saved(done.name, done.data)
        return answer(done, 202 if isinstance(done, Pending) else 200)

    return respond


def _asking(desk: Desk, ask: Ask) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:
        found = await run_in_threadpool(ask, desk, Asked(request.path_params, request.query_params))
        return answer(found, 202 if isinstance(found, Pending) else 200)

    return respond


def _login(keys: Keys) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:
        body = await body_of(request)
        cookie = keys.exchange(body.get("token"))
        if cookie is None:
            return failure(401, "token", "the token is wrong, or was used", "run `steno view` again")
        response = answer({})
        response.headers["Set-Cookie"] = cookie
        return response

    return respond


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object of a request; raises `UsageError`."""
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > _BODY:
            raise UsageError("the request is too long")
    try:
        found = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise UsageError("the request is no JSON object") from None
    if not isinstance(found, dict):
        raise UsageError("the request is no JSON object")
    return found


def text_of(body: dict[str, Any], name: str) -> str:
    """A text of a request; raises `UsageError`."""
    found = optional(body, name)
    if found is None:
        raise UsageError(f"{name} is missing")
    return found


def optional(body: dict[str, Any], name: str) -> str | None:
    """The same where it may be absent."""
    found = body.get(name)
    if found is not None and not isinstance(found, str):
        raise UsageError(f"{name} is no text")
    return found


async def _nothing(request: Request, error: Exception | None = None) -> Response:
    return failure(404, "unknown", "there is nothing under this address")


async def _wrong_method(request: Request, error: Exception) -> Response:
    return failure(405, "method", f"this address knows no {request.method[:20]}")


async def _failed(request: Request, error: Exception) -> Response:
    """What an error of ours is to the page."""
    status, kind = 400, "usage"
    if isinstance(error, NotFound):
        status, kind = 404, "unknown"
    elif isinstance(error, Unreadable):
        status, kind = 422, "unreadable"
    elif not isinstance(error, UsageError):
        status, kind = 409, "failed"
    return failure(status, kind, sentence(str(error)), sentence(getattr(error, "hint", "")))
