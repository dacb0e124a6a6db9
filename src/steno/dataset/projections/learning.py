"""The learning views as rows of a dataset: answers, pairs, judged steps and trajectories, each label with its grade."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from steno.base.exact import JSON
from steno.dataset.projections.contract import Asked, Column, Kind, Made, Payload, Projection
from steno.model import Trace
from steno.views import ROWS, VIEWS
from steno.views.writer import CHOICES, Rows, rows_of

_PLACE: Final = ("trace", "step", "uid")
_HEAD: Final = (
    Column("schema", Kind.TEXT, "the view, with its version"),
    Column("turn", Kind.JSON, "the turn of the conversation"),
    Column("actor", Kind.TEXT, "who acted"),
    Column("trust", Kind.JSON, "how far the trace may be trusted"),
    Column("context", Kind.JSON, "what the agent knew and could do; on the first row of a trace"),
)


def _json(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, Kind.JSON, "as `steno view-as` has it") for name in names)


def _made(rows: Rows) -> Callable[[Trace, Asked], Iterator[Made]]:
    def each(trace: Trace, asked: Asked) -> Iterator[Made]:
        copied = {event.uid for event in trace.events if event.signs.replayed}
        for row in rows_of(trace, rows, asked.options, asked.skipped):
            context = row.pop("context")
            uids = list(_uids(row))  # a context names what it was before the row, and is no part of it
            place: Payload = {key: row.pop(key) for key in _PLACE if key in row}
            row["context"] = context
            yield Made(row, uids, place, sum(uid in copied for uid in set(uids)))

    return each


def _uids(row: JSON) -> Iterator[str]:
    """Every event that a row names."""
    stack = [row]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if isinstance(uid := item.get("uid"), str):
                yield uid
            evidence = item.get("evidence")
            yield from (each for each in (evidence if isinstance(evidence, list) else ()) if isinstance(each, str))
            stack.extend(each for each in item.values() if isinstance(each, dict | list))
        elif isinstance(item, list):
            stack.extend(each for each in item if isinstance(each, dict | list))


def _of(name: str, columns: tuple[Column, ...], content: tuple[str, ...]) -> Projection:
    """A view as a projection: what `view-as` writes, in columns."""
    view, rows = VIEWS[name], ROWS[name]
    return Projection(
        name=name, title=view.title, columns=(*columns, *_HEAD), content=content, rows=_made(rows), choices=CHOICES,
        needs=view.needs, derives=view.derives, losses=view.losses,
    )  # fmt: skip


def projections() -> Iterator[Projection]:
    said = Column("messages", Kind.MESSAGES, "the conversation, as trainers read it")
    yield _of("sft", (said, *_json("steps", "labels")), ("messages",))
    yield _of(
        "preference",
        (Column("pair", Kind.TEXT, "retry or directive"),
         *_json("request", "state", "chosen", "rejected", "alternatives_considered", "labels", "grades")),
        ("chosen", "rejected"),
    )  # fmt: skip
    yield _of(
        "process-reward",
        _json("request", "caused_by", "retry_of", "state", "action", "next_state", "eval_reason", "labels", "grades"),
        ("state", "action", "next_state"),
    )
    yield _of("trajectory", _json("steps", "terminal"), ("steps",))
