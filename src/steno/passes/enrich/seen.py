"""What a session did: its calls with their results, the commands they ran and the files they wrote or read.

Knows where agents put commands, paths and contents in a call; nothing of what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from steno.base.exact import JSON
from steno.contracts import Code
from steno.diagnostics import Severity
from steno.model import Event, ToolCall, ToolResult, Trace

_PATHS = ("file_path", "notebook_path", "filePath", "path", "target_file", "absolute_path")
_SHELLS = frozenset({"bash", "sh", "zsh", "/bin/bash", "/bin/sh", "/bin/zsh", "/usr/bin/bash", "/usr/bin/zsh"})
_SCRIPT = 3
"""`bash -lc SCRIPT` is a list of three."""
_WORDS = ("text", "input_text", "output_text")  # no set: what stands there may have no hash


def code(number: str, name: str, page: str) -> Code:
    """A rule of enrichment: its `Derivation.rule` is the code's name, so either finds its page."""
    return Code(f"ENR{number}", f"enrich/{name}", page, Severity.NOTE)


class Done:
    """A call and what came back."""

    __slots__ = ("arguments", "call", "command", "event", "path", "result")

    def __init__(self, event: Event, call: ToolCall) -> None:
        self.event, self.call = event, call
        self.result: Event | None = None
        self.arguments = _object(call.arguments)
        self.command = _command(self.arguments)
        """The command line that it ran."""
        given = next((self.arguments[key] for key in _PATHS if key in self.arguments), None)
        self.path = given if isinstance(given, str) and given else None
        """The file that it is about."""

    @property
    def patch(self) -> str | None:
        """The text of a patch in Codex's own language."""
        given = self.call.arguments
        if self.call.tool == "apply_patch":
            given = given if isinstance(given, str) and not given.startswith("{") else self.arguments.get("input")
            return given if isinstance(given, str) else None
        return None

    @property
    def returned(self) -> ToolResult | None:
        body = self.result.body if self.result is not None else None
        return body if isinstance(body, ToolResult) and not body.missing else None

    @property
    def output(self) -> str:
        """What came back, as far as it is words."""
        body = self.returned
        content = UNSET if body is None else body.content
        if isinstance(content, str):
            return content
        parts = content if isinstance(content, list) else [content]
        return "\n".join(
            part["text"]
            for part in parts
            if isinstance(part, dict) and part.get("type") in _WORDS and isinstance(part.get("text"), str)
        )

    @property
    def detail(self) -> dict[str, JSON]:
        body = self.returned
        return body.detail if body is not None and isinstance(body.detail, dict) else {}

    @property
    def failed(self) -> bool:
        """Whether the result says that it is an error, or that nothing came back."""
        body = self.returned
        return body is None or body.error is True

    @property
    def uids(self) -> tuple[str, ...]:
        """The call and its result."""
        return (self.event.uid,) if self.result is None else (self.event.uid, self.result.uid)


def _object(given: JSON) -> dict[str, JSON]:
    """Arguments as an object; some agents put it into a text."""
    if isinstance(given, str) and given.startswith("{"):
        try:
            given = msgspec.json.decode(given)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return {}
    return given if isinstance(given, dict) else {}


def _command(arguments: dict[str, JSON]) -> str | None:
    given = arguments.get("command", arguments.get("cmd"))
    if isinstance(given, list) and all(isinstance(word, str) for word in given):
        return str(given[2]) if len(given) == _SCRIPT and given[0] in _SHELLS else " ".join(given)
    return given if isinstance(given, str) else None


class Seen:
    """A trace, gone through once."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.calls: list[Done] = []
        open_calls: dict[object, list[Done]] = {}
        for event in trace.events:
            body = event.body
            if type(body) is ToolCall and event.echo_of is UNSET:
                done = Done(event, body)
                self.calls.append(done)
                if event.call is not UNSET:
                    open_calls.setdefault(event.call, []).append(done)
            elif type(body) is ToolResult and event.call in open_calls and (waiting := open_calls[event.call]):
                waiting.pop(0).result = event  # ids are not unique in every log: the earliest open one is answered
        self.commands = [(done.command, done) for done in self.calls if done.command]
        """The calls that ran a command line, with it."""

    def firsts(self) -> tuple[str, ...]:
        """The first event of each source: what is said there holds for all of it."""
        return _ends(self.trace.events, len(self.trace.header.sources))


def _ends(events: tuple[Event, ...], sources: int) -> tuple[str, ...]:
    found: dict[int, str] = {}
    for event in events:
        source = getattr(event.origin, "source", None)
        if isinstance(source, int) and source not in found:
            found[source] = event.uid
            if len(found) == sources:
                break
    return tuple(found.values())


def stated(values: JSON) -> Iterator[str]:
    """The strings of an environment's value: one, or a list of them, without empty ones."""
    for value in values if isinstance(values, list) else [values]:
        if isinstance(value, str) and value:
            yield value
