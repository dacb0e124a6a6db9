"""What a session did: its calls with their results, the commands they ran and the files they wrote or read.

Knows nothing of what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno import tools
from steno.base.exact import JSON
from steno.contracts import Code
from steno.diagnostics import Severity
from steno.idioms import made
from steno.model import Event, ToolCall, ToolResult, Trace
from steno.model.calls import WORDS, as_object, command_of, failed, path_of, results, returned
from steno.tools import Effect, Tool


def code(number: str, name: str, page: str) -> Code:
    """A rule of enrichment: its `Derivation.rule` is the code's name, so either finds its page."""
    return Code(f"ENR{number}", f"enrich/{name}", page, Severity.NOTE)


class Done:
    """A call and what came back."""

    __slots__ = ("arguments", "call", "command", "event", "failed", "patch", "path", "result", "returned", "tool")

    def __init__(self, event: Event, call: ToolCall, result: Event | None) -> None:
        self.event, self.call, self.result = event, call, result
        self.arguments = as_object(call.arguments)
        self.command = command_of(self.arguments)
        """The command line that it ran."""
        self.path = path_of(self.arguments) or None
        """The file that it is about."""
        self.tool: Tool | None = tools.named(call.tool)
        self.patch = self._patch() if self.tool is not None and self.tool.effect is Effect.PATCH else None
        """The text of a patch in an envelope."""
        self.returned: ToolResult | None = returned(result)
        self.failed = result is None or self.returned is None or failed(result)
        """Whether the result says that it failed, or that nothing came back."""

    def _patch(self) -> str | None:
        given = self.arguments.get("input") if self.arguments else self.call.arguments
        return given if isinstance(given, str) else None

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
            if isinstance(part, dict) and part.get("type") in WORDS and isinstance(part.get("text"), str)
        )

    @property
    def detail(self) -> dict[str, JSON]:
        body = self.returned
        return body.detail if body is not None and isinstance(body.detail, dict) else {}

    @property
    def uids(self) -> tuple[str, ...]:
        """The call and its result."""
        return (self.event.uid,) if self.result is None else (self.event.uid, self.result.uid)


class Seen:
    """A trace, gone through once."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        back = results(trace.events)
        self.calls = [
            Done(event, call, back.get(event.uid))
            for event in trace.events
            if isinstance(event.body, ToolCall) and event.echo_of is UNSET
            for call in made(event.body)
        ]
        self.commands = [(done.command, done) for done in self.calls if done.command]
        """The calls that ran a command line, with it."""


def stated(values: JSON) -> Iterator[str]:
    """The strings of an environment's value: one, or a list of them, without empty ones."""
    for value in values if isinstance(values, list) else [values]:
        if isinstance(value, str) and value:
            yield value
