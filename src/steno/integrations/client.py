"""Listens to a client object as OpenAI and Anthropic publish them.  Knows where its calls pass, not what they mean.

Both are made by one generator and have one seam: every call of every resource goes through `client.request`, which
takes the request's options and gives a model, a stream, or a raw response.  It is replaced on the one object; the
class and other clients are left alone.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from steno.base.exact import JSON
from steno.integrations.exchange import Exchange
from steno.integrations.message import Message
from steno.integrations.shape import shape
from steno.record.context import current

if TYPE_CHECKING:
    from steno.record.run import Run

C = TypeVar("C")


class Pieces(Protocol):
    """A streamed reply, put together."""

    @property
    def complete(self) -> bool: ...
    def add(self, event: JSON) -> None: ...
    def reply(self) -> JSON: ...


class Dialect(NamedTuple):
    """How one interface of a provider speaks."""

    sent: Callable[[JSON], list[Message]]
    came: Callable[[JSON], list[Message]]
    pieces: Callable[[], Pieces]


def listen(client: C, run: Run | None, dialects: Mapping[str, Dialect], *, library: str) -> C:
    """The same client, whose calls are recorded.  `dialects` are by the path of the request."""
    origins = {each.__module__.partition(".")[0] for each in type(client).__mro__}
    if library not in origins or not hasattr(client, "request"):
        raise TypeError(f"record takes a client of the package {library}, not an object of {type(client).__name__}")
    fields = vars(client)
    # A client that is listened to already changes its run, and is not recorded twice.
    request = getattr(client.request, "__steno__", client.request)

    def begin(options: Any) -> tuple[Exchange, Dialect] | None:
        dialect = dialects.get(str(options.url).partition("?")[0])
        where = run or current()
        if where is None or where.path is None or dialect is None or str(options.method).lower() != "post":
            return None  # nothing to be recorded, or nowhere
        exchange = Exchange(where)
        exchange.asked(dialect.sent(shape({**_object(options.json_data), **_object(options.extra_json)})))
        return exchange, dialect

    fields["request"] = (_later if inspect.iscoroutinefunction(request) else _now)(request, begin)
    fields["request"].__steno__ = request
    for name in {"copy", "with_options"} & set(dir(client)):
        fields[name] = _copying(getattr(type(client), name).__get__(client), run, dialects, library)
    return client


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _copying(
    make: Callable[..., C], run: Run | None, dialects: Mapping[str, Dialect], library: str
) -> Callable[..., C]:
    @functools.wraps(make)
    def copied(*args: Any, **kwargs: Any) -> C:
        return listen(make(*args, **kwargs), run, dialects, library=library)

    return copied


_Begin = Callable[[Any], tuple[Exchange, Dialect] | None]


def _now(request: Callable[..., Any], begin: _Begin) -> Callable[..., Any]:
    @functools.wraps(request)
    def recorded(cast_to: Any, options: Any, *args: Any, **kwargs: Any) -> Any:
        with _Call(begin(options)) as call:
            return call.gave(request(cast_to, options, *args, **kwargs))

    return recorded


def _later(request: Callable[..., Any], begin: _Begin) -> Callable[..., Any]:
    @functools.wraps(request)
    async def recorded(cast_to: Any, options: Any, *args: Any, **kwargs: Any) -> Any:
        with _Call(begin(options)) as call:
            return call.gave(await request(cast_to, options, *args, **kwargs))

    return recorded


class _Call:
    """One call, from the question that has been recorded to what it gives or fails with."""

    def __init__(self, begun: tuple[Exchange, Dialect] | None) -> None:
        self._open = begun

    def gave(self, result: Any) -> Any:
        begun, self._open = self._open, None
        return result if begun is None else _heard(result, *begun)

    def __enter__(self) -> _Call:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is not None and self._open is not None:
            exchange, dialect = self._open
            # A reply that came but could not be used (it was cut short, say) stands in the error.
            reply = getattr(error, "completion", None)
            exchange.answered(dialect.came(shape(reply)) if reply is not None else [], error)


def _heard(result: Any, exchange: Exchange, dialect: Dialect) -> Any:
    """The result, unchanged; what is in it is recorded now, or when it has been read."""
    if hasattr(result, "http_response") and callable(getattr(result, "parse", None)):
        _hear_raw(result, exchange, dialect)
    elif hasattr(result, "__stream__") and hasattr(result, "response"):
        _hear_stream(result, exchange, dialect)
    else:
        exchange.answered(dialect.came(shape(result)))
    return result


def _hear_raw(raw: Any, exchange: Exchange, dialect: Dialect) -> None:
    """A raw response is read by its `parse`, once or more often; the first time is recorded."""
    parse = raw.parse
    heard = False

    def once(result: Any) -> Any:
        nonlocal heard
        if heard:
            return result
        heard = True
        return _heard(result, exchange, dialect)

    @functools.wraps(parse)
    def now(*args: Any, **kwargs: Any) -> Any:
        return once(parse(*args, **kwargs))

    @functools.wraps(parse)
    async def later(*args: Any, **kwargs: Any) -> Any:
        return once(await parse(*args, **kwargs))

    vars(raw)["parse"] = later if inspect.iscoroutinefunction(parse) else now


class _Ear:
    """Hears a stream until it is over: read to its end, failed, closed, thrown away, or outlived by its run."""

    def __init__(self, exchange: Exchange, dialect: Dialect) -> None:
        self._exchange, self._dialect = exchange, dialect
        self._pieces = dialect.pieces()
        self._asking = False
        exchange.waits(self)

    def add(self, event: Any) -> Any:
        self._pieces.add(shape(event))
        return event

    def close(self, error: BaseException | str | None = None) -> None:
        """Record what came.  A second time does nothing."""
        if self._exchange.waited(self):
            broken = None
            if not self._pieces.complete and not isinstance(error, BaseException):
                broken = error or "the stream ended before the reply was complete"
            failed = error if isinstance(error, BaseException) else None
            self._exchange.answered(self._dialect.came(self._pieces.reply()), failed, broken)

    def closed(self) -> None:
        """The response is closed, by the caller or by the stream itself at its end: that is told by the answer."""
        if not self._asking:
            self.close()

    def __enter__(self) -> _Ear:
        """The stream is asked for its next piece."""
        self._asking = True
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self._asking = False
        if error is not None:
            self.close(None if isinstance(error, StopIteration | StopAsyncIteration) else error)


def _hear_stream(stream: Any, exchange: Exchange, dialect: Dialect) -> None:
    ear = _Ear(exchange, dialect)
    # From a copy: pieces that come from the stream's own method would keep it alive after the caller has let it go.
    source = copy(stream)
    vars(source).pop("_iterator", None)
    inner = source.__stream__()
    stream._iterator = _Heard(inner, ear)
    # Streams and their helpers are closed by closing the response; some never touch the iterator again.
    name = "aclose" if hasattr(inner, "__anext__") else "close"
    close = getattr(stream.response, name)

    def closed() -> Any:
        ear.closed()
        return close()  # what is to be awaited, where it is asynchronous

    vars(stream.response)[name] = closed


class _Heard:
    """The pieces of a stream of either kind, each heard before it is given on."""

    def __init__(self, inner: Any, ear: _Ear) -> None:
        self._inner, self._ear = inner, ear

    def __iter__(self) -> _Heard:
        return self

    def __next__(self) -> Any:
        with self._ear as ear:
            return ear.add(next(self._inner))

    def __aiter__(self) -> _Heard:
        return self

    async def __anext__(self) -> Any:
        with self._ear as ear:
            return ear.add(await anext(self._inner))

    def __del__(self) -> None:
        self._ear.close()  # nobody asks for the rest
