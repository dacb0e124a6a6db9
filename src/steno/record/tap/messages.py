"""MCP messages as transcript events: pairs each recorded call with its answer.  Knows no I/O and no clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from steno.base.exact import JSON, BadJSON, decode, encode
from steno.record.tap.lost import Lost
from steno.record.tap.side import Side

RECORDED: Final = frozenset(("tools/call", "resources/read", "prompts/get"))
"""The requests of a client that are recorded, with their answers.  The others are counted by method."""

_MOST_OPEN = 100_000
_MOST_METHODS = 100
_LONGEST_METHOD = 200
_OTHER = "(other)"
_SERVER_INFO = "io.modelcontextprotocol/serverInfo"


class Recorded(NamedTuple):
    """An event for the transcript."""

    type: str
    payload: dict[str, JSON]


class _Open(NamedTuple):
    name: str
    call_id: str
    exchange: str


class Calls:
    """The calls of one run.

    JSON-RPC ids may be numbers or strings and may be used again once answered, so they make no call id: that is the
    run's id and the number of the call in the run.  `scope` is where ids are unique: the one pipe, or a session of
    HTTP.
    """

    def __init__(self, run_id: str, lose: Callable[[Lost], None], most: int = _MOST_OPEN) -> None:
        self._run_id, self._lose, self._most = run_id, lose, most
        self._open: dict[tuple[str, bytes], _Open] = {}
        self._cancelled: dict[tuple[str, bytes], None] = {}
        self.made = 0
        self.unanswered = 0
        """Calls that can get no answer any more, without those still open."""
        self.unrecorded: Counter[str] = Counter()
        """Requests and notifications of other methods, of both sides."""
        self.server: dict[str, JSON] = {}
        """What the server says it is."""

    @property
    def open(self) -> int:
        """How many calls wait for their answer."""
        return len(self._open)

    def said(self, who: Side, data: bytes, scope: str = "", exchange: str = "") -> Iterator[Recorded]:
        """The events of one message, or of a batch of them."""
        if not data or data.isspace():
            return
        try:
            value, duplicate = decode(data)
        except BadJSON:
            self._lose(Lost.NOT_JSON)
            return
        if duplicate is not None:
            self._lose(Lost.REPEATED_KEY)
        for message in value if isinstance(value, list) and value else [value]:
            if not isinstance(message, dict):
                self._lose(Lost.NOT_RPC)
            elif "method" in message:
                yield from self._asked(who, message, scope, exchange)
            elif "result" in message or "error" in message:
                yield from self._answered(who, message, scope)
            else:
                self._lose(Lost.NOT_RPC)

    def closed(self, scope: str) -> None:
        """No answer will come to what is open in a scope."""
        for key in [key for key in self._open if key[0] == scope]:
            del self._open[key]
            self.unanswered += 1
        for key in [key for key in self._cancelled if key[0] == scope]:
            del self._cancelled[key]

    def failed(self, exchange: str, error: str) -> Iterator[Recorded]:
        """The calls of one exchange got this in place of an answer."""
        for key in [key for key, call in self._open.items() if call.exchange == exchange]:
            yield _result(self._open.pop(key), None, error)

    def _asked(self, who: Side, message: dict[str, JSON], scope: str, exchange: str) -> Iterator[Recorded]:
        method, id, params = message["method"], message.get("id"), message.get("params")
        if not isinstance(method, str):
            self._lose(Lost.NOT_RPC)
            return
        # A call without an id is a notification: nobody answers it.
        if who is Side.CLIENT and method in RECORDED and id is not None:
            self.made += 1
            call_id = f"{self._run_id}/{self.made}"
            name, input, rest = _parts(method, params)
            self._wait((scope, encode(id)), _Open(name, call_id, exchange))
            payload = {"name": name, "call_id": call_id, "input": input, "fidelity": "router"}
            # The one field that a transcript does not know: what was sent beside the input has no other place.
            yield Recorded("tool.call", {**payload, "mcp": rest} if rest else payload)
            return
        self._count(method)
        if who is Side.CLIENT and method == "notifications/cancelled" and isinstance(params, dict):
            yield from self._cancel((scope, encode(params.get("requestId"))), params.get("reason"))

    def _wait(self, key: tuple[str, bytes], call: _Open) -> None:
        if self._open.pop(key, None) is not None:
            self.unanswered += 1
            self._lose(Lost.REUSED_ID)
        elif len(self._open) >= self._most:
            del self._open[next(iter(self._open))]
            self.unanswered += 1
            self._lose(Lost.FORGOTTEN)
        self._cancelled.pop(key, None)
        self._open[key] = call

    def _cancel(self, key: tuple[str, bytes], reason: JSON) -> Iterator[Recorded]:
        call = self._open.pop(key, None)
        if call is None:
            return
        self._cancelled[key] = None
        if len(self._cancelled) > self._most:
            del self._cancelled[next(iter(self._cancelled))]
        why = f": {reason}" if isinstance(reason, str) and reason else ""
        yield _result(call, None, f"cancelled by the client{why}")

    def _answered(self, who: Side, message: dict[str, JSON], scope: str) -> Iterator[Recorded]:
        if who is Side.CLIENT:
            return  # an answer to a request of the server, which was counted
        result, error = message.get("result"), message.get("error")
        if not self.server:
            self.server = _server(result)
        key = (scope, encode(message.get("id")))
        call = self._open.pop(key, None)
        if call is None:
            if key in self._cancelled:
                del self._cancelled[key]
                self._lose(Lost.AFTER_CANCEL)
            return  # an answer to what is not recorded
        if error is not None:
            yield _result(call, error, _error_text(error))
        else:
            yield _result(call, result, _tool_error(result))

    def _count(self, method: str) -> None:
        known = method in self.unrecorded or len(self.unrecorded) < _MOST_METHODS
        self.unrecorded[method if known and len(method) <= _LONGEST_METHOD else _OTHER] += 1


def _parts(method: str, params: JSON) -> tuple[str, JSON, dict[str, JSON]]:
    """The tool's name, its input, and what else was sent."""
    if not isinstance(params, dict):
        return method, params, {}
    if method == "tools/call" and isinstance(params.get("name"), str):
        rest = {key: value for key, value in params.items() if key not in ("name", "arguments")}
        return params["name"], params.get("arguments"), rest
    rest = {"_meta": params["_meta"]} if "_meta" in params else {}
    return method, {key: value for key, value in params.items() if key != "_meta"}, rest


def _result(call: _Open, output: JSON, error: str | None) -> Recorded:
    payload = {"name": call.name, "call_id": call.call_id, "output": output, "fidelity": "router"}
    return Recorded("tool.result", payload if error is None else {**payload, "error": error})


def _error_text(error: JSON) -> str:
    """What a JSON-RPC error says of itself; the whole of it is the output."""
    if isinstance(error, dict):
        if isinstance(error.get("message"), str) and error["message"]:
            return str(error["message"])
        if isinstance(error.get("code"), int):
            return f"JSON-RPC error {error['code']}"
    return "JSON-RPC error"


def _tool_error(result: JSON) -> str | None:
    """The text of a result that calls itself an error."""
    if not isinstance(result, dict) or result.get("isError") is not True:
        return None
    content = result.get("content")
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    texts = [block["text"] for block in blocks if isinstance(block.get("text"), str) and block["text"]]
    return "\n".join(texts) or "the result says isError"


def _server(result: JSON) -> dict[str, JSON]:
    """The name and version that a server states in its answer to the handshake, or beside any result."""
    if not isinstance(result, dict):
        return {}
    stated = result.get("serverInfo")
    if stated is None and isinstance(result.get("_meta"), dict):
        stated = result["_meta"].get(_SERVER_INFO)
    if not isinstance(stated, dict):
        return {}
    texts = {key: stated.get(key) for key in ("name", "version")}
    return {key: text for key, text in texts.items() if isinstance(text, str) and len(text) <= _LONGEST_METHOD}
