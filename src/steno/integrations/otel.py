"""Records OpenTelemetry's spans while they end: GenAI spans as messages and tool calls, the others as steps."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from steno.base.exact import JSON
from steno.integrations.exchange import Exchange
from steno.integrations.extra import need
from steno.integrations.numbered import numbered
from steno.integrations.otel_messages import came, sent
from steno.integrations.shape import unquoted
from steno.record.context import current
from steno.record.plain import plain
from steno.record.run import run as new_run

need("opentelemetry.sdk", "otel")

from opentelemetry.sdk.trace import SpanProcessor  # noqa: E402  after the word on what is missing
from opentelemetry.trace import StatusCode, format_span_id, format_trace_id  # noqa: E402

from steno.integrations.otel_spans import spans  # noqa: E402

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import ReadableSpan, Span

    from steno.record.call import Call
    from steno.record.run import Run
    from steno.record.step import Recording, Step

__all__ = ["StenoSpanProcessor", "spans"]

Others: TypeAlias = Literal["steps", "none"]

_OPERATION = "gen_ai.operation.name"
_MODEL: Final = frozenset(("chat", "generate_content", "text_completion"))
_TOOL: Final = frozenset(("execute_tool", "retrieval"))
_STEPS: Final = {
    "invoke_agent": "agent",
    "create_agent": "agent",
    "invoke_workflow": "workflow",
    "embeddings": "embeddings",
}
"""The GenAI operations that hold others, or have no messages: steps of this kind."""
_SECOND = 1_000_000_000


class _Node:
    """A span that has not ended."""

    def __init__(self, run: Run, place: Recording, span: ReadableSpan, opened: Run | None) -> None:
        self.run, self.place, self.span, self.opened = run, place, span, opened
        self.step: Step | None = None
        self.call: Call | None = None

    def begin_step(self, kind: str) -> None:
        self.step = self.place = numbered(self.run, self.place, self.span.name or "unnamed", kind)

    def begin_call(self) -> Call:
        """The tool call.  Its input is known when the span ends, or when another begins in it."""
        if self.call is None:
            stated = _attributes(self.span)
            name = stated.get("gen_ai.tool.name") or stated.get("gen_ai.data_source.id") or self.span.name
            given = stated.get("gen_ai.tool.call.arguments", stated.get("gen_ai.retrieval.query.text"))
            id = stated.get("gen_ai.tool.call.id")
            known = None if id is None else str(id)
            self.call = self.place.tool(str(name), unquoted(given), known, extra=_ids(self.span)).open()
        return self.call


class StenoSpanProcessor(SpanProcessor):
    """Add it to a tracer provider: `provider.add_span_processor(StenoSpanProcessor())`.

    Records in `run`, or in the run that a trace's first span is started in, or else in a run of its own for each
    trace, whose transcript lies in `directory`.  `others="none"` leaves out spans that are not of GenAI.
    """

    def __init__(self, run: Run | None = None, *, directory: Path | None = None, others: Others = "steps") -> None:
        self._run, self._directory, self._others = run, directory, others
        self._nodes: dict[tuple[int, int], _Node] = {}

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        node = self._node(span)
        operation = _operation(span)
        if operation in _STEPS:
            node.begin_step(_STEPS[operation])
        elif operation not in _MODEL and operation not in _TOOL and self._others == "steps":
            node.begin_step("span")
        self._nodes[_key(span)] = node

    def on_end(self, span: ReadableSpan) -> None:
        node = self._nodes.pop(_key(span), None)
        if node is None:
            return  # it began before this processor was added
        node.span = span
        # The name of a span only lets one guess; what it is stands in its attributes.
        operation = str(_attributes(span).get(_OPERATION, ""))
        error = _error(span)
        if operation in _MODEL:
            _exchange(node, error)
        elif operation in _TOOL or node.call is not None:
            call = node.begin_call()
            stated = _attributes(span)
            output = stated.get("gen_ai.tool.call.result", stated.get("gen_ai.retrieval.documents"))
            call.result(unquoted(output), extra=_ids(span) | _times(span))
            call.close(error)
        elif node.step is None and (self._others == "steps" or operation):
            node.begin_step("span")
        if node.step is not None:
            node.step.result(_whole(span))
            node.step.close(error)
        if node.opened is not None:
            node.opened.close(error)

    def shutdown(self) -> None:
        """End the runs of traces that have not ended."""
        while self._nodes:
            _, node = self._nodes.popitem()
            if node.opened is not None:
                node.opened.close("the tracer provider was shut down")

    def force_flush(self, timeout_millis: int = 30000) -> bool:
        """Nothing is held back: what was recorded is written."""
        return True

    def _settle(self, node: _Node) -> None:
        """Begin what a span is, where another begins in it.  Its name is not enough to call it a tool."""
        if node.step is None and node.call is None:
            operation = str(_attributes(node.span).get(_OPERATION, ""))
            if operation in _TOOL:
                node.begin_call()
            elif operation not in _MODEL and self._others == "steps":
                node.begin_step("span")

    def _node(self, span: Span) -> _Node:
        above = self._nodes.get((span.parent.trace_id, span.parent.span_id)) if span.parent else None
        if above is not None:
            self._settle(above)
            return _Node(above.run, above.place, span, None)
        run = self._run or current()
        if run is not None:
            return _Node(run, run, span, None)
        own = new_run(span.name or "unnamed", directory=self._directory).open()
        return _Node(own, own, span, own)


def _exchange(node: _Node, error: str | None) -> None:
    span = node.span
    stated = _attributes(span)
    events = [(each.name, plain(each.attributes or {})) for each in span.events]
    extra = _ids(span) | _times(span)
    exchange = Exchange(node.run, node.place)
    exchange.asked(sent(stated, events), extra)
    exchange.answered(came(stated, events), error, extra=extra)


def _key(span: ReadableSpan) -> tuple[int, int]:
    context = span.get_span_context()
    return (context.trace_id, context.span_id) if context else (0, 0)


def _operation(span: ReadableSpan) -> str:
    """What a span is, as far as it says: by convention its name begins with the operation."""
    return str((span.attributes or {}).get(_OPERATION) or span.name.partition(" ")[0])


def _attributes(span: ReadableSpan) -> dict[str, JSON]:
    stated: dict[str, JSON] = plain(dict(span.attributes or {}))
    return stated


def _ids(span: ReadableSpan) -> dict[str, JSON]:
    trace_id, span_id = _key(span)
    parent = {"parent_span_id": format_span_id(span.parent.span_id)} if span.parent else {}
    return {"trace_id": format_trace_id(trace_id), "span_id": format_span_id(span_id), **parent}


def _times(span: ReadableSpan) -> dict[str, JSON]:
    """When the span began and ended: the transcript's own time is that of writing."""
    stated = {"started": span.start_time, "ended": span.end_time}
    return {key: _stamp(value) for key, value in stated.items() if value is not None}


def _stamp(nanoseconds: int) -> str:
    second, rest = divmod(nanoseconds, _SECOND)
    return f"{datetime.fromtimestamp(second, UTC):%Y-%m-%dT%H:%M:%S}.{rest:09d}Z"


def _whole(span: ReadableSpan) -> Mapping[str, JSON]:
    """Everything that a span says; the result of its step, which has no other."""
    events = [{"name": each.name, "attributes": dict(each.attributes or {})} for each in span.events]
    stated = {"attributes": _attributes(span), "events": events}
    return {**_ids(span), **_times(span), **{key: value for key, value in stated.items() if value}}


def _error(span: ReadableSpan) -> str | None:
    if span.status.status_code is not StatusCode.ERROR:
        return None
    return span.status.description or str(_attributes(span).get("error.type", "the span ended in an error"))
