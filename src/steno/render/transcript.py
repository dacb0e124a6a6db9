"""A trace as a person reads it: prompts, answers, thoughts, each tool call with its result, sub-agents indented."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, assert_never

from msgspec import UNSET

from steno.base.counts import number_of
from steno.base.exact import encode
from steno.model import (
    JSON,
    Blob,
    Event,
    Kind,
    Lifecycle,
    Span,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
)
from steno.render.span import heading, outcome
from steno.render.terminal import Paint, fitted, one_line, visible, wrapped
from steno.render.times import when, zone
from steno.speech import Voice, Voices

_LINES, _COLUMNS = 12, 1000
"""What a folded text shows at most."""
_NARROWEST = 20
_MORE = 36
"""What it takes to say how much more there is."""


class View(NamedTuple):
    thoughts: bool = True
    fold: bool = False
    """Shorten long arguments and outputs, and say by how much."""
    everything: bool = False
    """Also the agent's bookkeeping, and what it states twice."""


def transcript(trace: Trace, paint: Paint, view: View) -> Iterator[str]:
    """The text to print, safe for a terminal, in blocks of one line or more."""
    yield from head(trace, paint)
    yield from Transcript(trace, paint, view).whole()


def head(trace: Trace, paint: Paint) -> Iterator[str]:
    """What session it is."""
    header = trace.header
    if isinstance(header.title, str):
        yield paint(one_line(header.title), "bold")
    cwd = header.environment.get("cwd")
    parts = [
        " ".join([header.agent, *header.versions[-1:]]) if isinstance(header.agent, str) else "",
        *[f"{name} {values[0]}" for name, values in header.ids.items() if values][:1],
        str(cwd[0]) if isinstance(cwd, list) and cwd else str(cwd or ""),
        f"times in {zone()}" if any(isinstance(event.time, str) for event in trace.events) else "",
    ]
    about = one_line(" · ".join(part for part in parts if part))
    yield from (paint(line, "dim") for line in wrapped(about, paint.columns))


class Transcript:
    """The text of a trace, event by event."""

    def __init__(self, trace: Trace, paint: Paint, view: View) -> None:
        self._trace, self._paint, self._view = trace, paint, view
        self._voices = Voices(trace.header)
        self._results: dict[str, list[Event]] = {}
        self._calls: dict[str, Event] = {}
        for event in trace.events:
            if isinstance(event.call, str) and self._shown(event):
                if event.kind is Kind.TOOL_RESULT:
                    self._results.setdefault(event.call, []).append(event)
                elif event.kind is Kind.TOOL_CALL:
                    self._calls.setdefault(event.call, event)
        self._spans = {event.uid: event.span for event in trace.events if event.kind is Kind.TOOL_CALL}
        self._ends = {event.span: event for event in reversed(trace.events) if event.kind is Kind.SPAN_END}
        self._depths: dict[object, int] = {UNSET: 0}
        self._speaker: object = None
        self._hidden: Counter[tuple[str, str]] = Counter()
        """What is not shown, and the option that shows it."""

    def first(self, count: int) -> Iterator[str]:
        """That of so many events."""
        for event in self._trace.events[:count]:
            if self._shown(event):
                yield from self._event(event)
            else:
                self._hidden["bookkeeping or repeated record", "--full"] += 1

    def whole(self) -> Iterator[str]:
        """That of all events, and of what is not shown."""
        yield from self.first(len(self._trace.events))
        if self._hidden:
            what = ", ".join(f"{number_of(count, name)} ({option})" for (name, option), count in self._hidden.items())
            yield ""
            yield self._paint(f"not shown: {what}", "dim")

    def _shown(self, event: Event) -> bool:
        if self._view.everything:
            return True
        return event.echo_of is UNSET and not (isinstance(event.body, Lifecycle) and event.body.transient)

    def _event(self, event: Event) -> Iterator[str]:
        match event.body:
            case Text(text):
                yield from self._says(event)
                if self._voices.of(event) is not Voice.PROGRAM:
                    yield from self._prose(event, text)
                else:
                    yield from self._block(event, self._folded(text), "dim")
            case Thought():
                yield from self._thought(event, event.body)
            case ToolCall():
                yield from self._says(event)
                yield from self._call(event, event.body)
            case ToolResult():
                if not isinstance(event.call, str) or event.call not in self._calls:
                    yield from self._result(event, "result without a call: ")
            case Span():
                yield from self._span(event, event.body)
            case Lifecycle(name, text, data):
                words = [
                    name,
                    *([text] if isinstance(text, str) else []),
                    *([_json(data)] if data is not UNSET else []),
                ]
                yield from self._block(event, "· " + self._brief(" ".join(words)), "dim")
            case Blob():
                yield from self._says(event)
                yield from self._block(event, _blob(event.body), "tool")
            case Unknown(name):
                yield from self._block(event, f"· an unknown record: {name}", "dim")
            case _:
                assert_never(event.body)

    def _says(self, event: Event) -> Iterator[str]:
        """A line that says who speaks, where that changes."""
        if self._speaker == (speaker := (event.actor, event.span, event.turn)):
            return
        self._speaker = speaker
        actor = self._trace.header.actors.get(event.actor)
        name = actor.name if actor else event.actor
        model = event.model if isinstance(event.model, str) else ""
        mark = "❯" if self._voices.of(event) in (Voice.HUMAN, Voice.OPERATOR) else "●"
        yield ""
        words = [mark, name, *([model] if model else [])]
        moment = when(event.time, seconds=True) if isinstance(event.time, str) else ""
        pad = "  " * self._depths.get(event.span, 0)
        style = "prompt" if mark == "❯" else "bold"
        yield pad + self._paint(one_line(" ".join(words)), style) + self._paint(f"  {moment}" if moment else "", "dim")

    def _block(self, event: Event, text: str, style: str = "", indent: int = 1) -> Iterator[str]:
        pad = "  " * (self._depths.get(event.span, 0) + indent)
        # As one: line by line, a million of them would go through every function on the way to the screen.
        yield "\n".join([pad + line if line else "" for line in self._paint(text.rstrip("\n"), style).split("\n")])

    def _prose(self, event: Event, text: str, style: str = "") -> Iterator[str]:
        """Words that somebody reads, broken between them.  What somebody may copy, as a command, never is."""
        columns = self._paint.columns
        room = None if columns is None else max(columns - 2 * (self._depths.get(event.span, 0) + 1), _NARROWEST)
        lines = visible(text.rstrip("\n")).split("\n")
        if room is not None:
            lines = [piece for line in lines for piece in wrapped(line.expandtabs(8), room)]
        yield from self._block(event, "\n".join(lines), style)

    def _thought(self, event: Event, thought: Thought) -> Iterator[str]:
        if not self._view.thoughts:
            self._hidden["thought", "--thinking"] += 1
            return
        yield from self._says(event)
        if isinstance(thought.text, str):
            yield from self._prose(event, f"thinking: {thought.text}", "dim")
        else:
            why = "encrypted" if thought.state is ThoughtState.ENCRYPTED else "taken out"
            yield from self._block(event, f"thinking: ({why})", "dim")

    def _call(self, event: Event, call: ToolCall) -> Iterator[str]:
        name = f"{call.server}/{call.tool}" if isinstance(call.server, str) else call.tool
        arguments = self._folded(_arguments(call.arguments))
        yield from self._block(
            event, f"▸ {one_line(name)}" + ("  " + arguments if "\n" not in arguments else ""), "tool"
        )
        if "\n" in arguments:
            yield from self._block(event, arguments, "", 2)
        if not isinstance(event.call, str):
            return
        if self._calls[event.call] is not event:
            yield from self._block(event, "└ the same call as above", "dim", 2)
            return
        for result in self._results.get(event.call, []):
            yield from self._result(result, "", event)
        if event.call not in self._results:
            yield from self._block(event, "└ no result in the log", "warning", 2)

    def _result(self, event: Event, label: str, call: Event | None = None) -> Iterator[str]:
        body = event.body
        if not isinstance(body, ToolResult):
            return
        if body.missing:
            text = "no result in the log"
        else:
            text = "(no content)" if body.content is UNSET else self._folded(_content(body.content)) or "(empty)"
        mark, style = ("✗ failed: ", "error") if body.error is True else ("└ ", "warning" if body.missing else "dim")
        lines = (mark + label + text).split("\n")
        yield from self._block(
            call or event, "\n".join([lines[0], *("  " + line if line else "" for line in lines[1:])]), style, 2
        )

    def _span(self, event: Event, span: Span) -> Iterator[str]:
        if event.kind is Kind.SPAN_START:
            outer = self._spans.get(event.replies_to, UNSET) if isinstance(event.replies_to, str) else UNSET
            depth = self._depths.get(outer, 0)
            self._depths[event.span] = depth + 1
            name, about, style = heading(event, span, self._ends.get(event.span))
            yield ""
            pad = "  " * (depth + 1)
            yield pad + self._paint(f"┌ {name}", "bold") + self._paint(f"  {about}" if about else "", style)
        elif ended := outcome(span):
            # Why it failed is never folded: it is what one looks for.
            text, style = ended
            lines = (text if style == "error" else self._folded(text)).split("\n")
            yield from self._block(event, "\n".join([lines[0], *("    " + line for line in lines[1:])]), style, 0)

    def _brief(self, text: str) -> str:
        """On one line of a terminal: what the agent notes for itself is seldom what one reads for."""
        if not self._view.fold:
            return text
        line = one_line(text)
        room = max((self._paint.columns or _COLUMNS) - _MORE, _NARROWEST)
        kept = fitted(line, room)
        return line if kept == line else f"{kept} +{len(line) - len(kept) + 1:,} characters, --full"

    def _folded(self, text: str) -> str:
        if not self._view.fold:
            return text
        lines = [
            f"{line[:_COLUMNS]} … +{number_of(len(line) - _COLUMNS, 'character')}, --full shows them"
            if len(line) > _COLUMNS
            else line
            for line in text.rstrip("\n").split("\n")
        ]
        if len(lines) <= _LINES + 1:
            return "\n".join(lines)
        return "\n".join([*lines[:_LINES], f"… +{number_of(len(lines) - _LINES, 'line')}, --full shows them"])


def _json(value: JSON) -> str:
    return encode(value).decode()


def _arguments(arguments: JSON) -> str:
    if arguments is UNSET:
        return ""
    if not isinstance(arguments, dict):
        return arguments if isinstance(arguments, str) else _json(arguments)
    return "\n".join(f"{key}: {value if isinstance(value, str) else _json(value)}" for key, value in arguments.items())


def _content(content: JSON) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(
            part["text"] if isinstance(part, dict) and isinstance(part.get("text"), str) else _json(part)
            for part in content
        )
    return _json(content)


def _blob(blob: Blob) -> str:
    parts = [
        blob.media_type if isinstance(blob.media_type, str) else "bytes",
        number_of(blob.size, "byte") if isinstance(blob.size, int) else "",
        f"sha256 {blob.sha256}" if isinstance(blob.sha256, str) else "",
        blob.uri if isinstance(blob.uri, str) else "",
    ]
    return "▣ " + one_line(", ".join(part for part in parts if part))
