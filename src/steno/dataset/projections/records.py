"""Whole records: a trace in a trace format, as one text of JSON; and the steps of Forsy traces, a row for each."""

from __future__ import annotations

import io
from collections.abc import Iterator

from steno import registry
from steno.base.exact import decode
from steno.contracts import UsageError
from steno.dataset.projections.contract import Asked, Column, Kind, Made, Projection, Rows
from steno.formats.forsy import dataset as published
from steno.model import Trace
from steno.model.steps import steps

_RECORD = (
    Column("record", Kind.TEXT, "the record, as JSON"),
    Column("format", Kind.TEXT, "the trace format of the record"),
)
_STEP = (
    *(Column(name, Kind.TEXT, "of the trace") for name in ("trace_id", "trace_slug", "source_trace_id")),
    Column("original_folder_name", Kind.TEXT, "of the trace, where it was handed in"),
    Column("step_index", Kind.INTEGER, "counted from 1"),
    *(
        Column(name, Kind.TEXT, "as Forsy has it")
        for name in ("actor", "action", "tool", "input", "output", "observation", "state_change")
    ),
    Column("eval", Kind.JSON, "-1, 0 or 1"),
    Column("caused_by", Kind.JSON, "the steps that led to it"),
    Column("retry_of", Kind.JSON, "the step that it tries again"),
    Column("feedback", Kind.JSON, "what a user said of it"),
    Column("turn", Kind.JSON, "the turn of the conversation"),
    *(
        Column(name, Kind.TEXT, "as Forsy has it")
        for name in ("operation", "execution_mode", "parallel_group", "input_source", "reasoning", "causal_type",
                     "causal_note")
    ),
    Column("success", Kind.JSON, "whether it worked"),
    *(
        Column(name, Kind.TEXT, "as Forsy has it")
        for name in ("eval_reason", "directive", "message_role", "feedback_type", "started_at", "ended_at",
                     "alternatives_considered", "feedback_content")
    ),
)  # fmt: skip


def _written(trace: Trace, name: str, asked: Asked, words: list[str]) -> bytes:
    """A trace in a format of the registry, by that format's own writer."""
    writer = registry.formats[name].writer
    if writer is None:
        raise UsageError(f"Steno reads {name} but does not write it")
    out = io.BytesIO()
    writer(words, asked.ambient, asked.report).write([trace], out, asked.report)
    return out.getvalue()


def _whole(name: str, words: list[str]) -> Rows:
    def rows(trace: Trace, asked: Asked) -> Iterator[Made]:
        given = [f"{key}={value}" for key, value in asked.options.items()]
        text = _written(trace, name, asked, [*words, *given]).rstrip(b"\n").decode()
        if text:
            copied = sum(event.signs.replayed for event in trace.events)
            yield Made({"record": text, "format": name}, [event.uid for event in trace.events], {}, copied)

    return rows


def _steps(trace: Trace, asked: Asked) -> Iterator[Made]:
    given = [f"{key}={value}" for key, value in asked.options.items()]
    document = decode(_written(trace, "forsy", asked, ["mode=json", "pretty=false", *given])).value
    anchors = {
        step.number: [step.anchor.uid, *(uid for note in step.notes.values() for uid in note.evidence)]
        for step in steps(trace)
    }
    for row in published.rows(document):
        number = row["step_index"]
        yield Made(row, anchors.get(number, []) if isinstance(number, int) else [], {"step": number})


def _record(name: str, title: str, words: list[str]) -> Projection:
    format = registry.formats[name]
    choices = {key: list(values) for key, values in format.options.items()}
    return Projection(
        name=name, title=title, columns=_RECORD, content=("record",), rows=_whole(name, words), choices=choices,
        needs=format.needs, derives=format.derives, placeholders=format.placeholders, losses=format.losses,
    )  # fmt: skip


def projections() -> Iterator[Projection]:
    yield _record("opentraces", "whole OpenTraces records", [])
    yield _record("forsy", "whole Forsy traces", ["mode=json", "pretty=false"])
    yield _record("open-token", "whole Open-Token traces", [])
    forsy = registry.formats["forsy"]
    yield Projection(
        name="forsy-steps", title="the steps of Forsy traces", columns=_STEP,
        content=("action", "tool", "input", "output"), rows=_steps, choices={"system_prompt": ("hash", "text")},
        needs=forsy.needs, derives=forsy.derives, placeholders=forsy.placeholders, losses=forsy.losses,
    )  # fmt: skip
