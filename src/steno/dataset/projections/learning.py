"""The learning views as rows of a dataset: answers, pairs, judged steps and trajectories, each label with its grade."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from steno.base.exact import JSON
from steno.dataset.projections.contract import Asked, Column, Kind, Made, Payload, Projection
from steno.model import Trace
from steno.views import CODES, preference, process_reward, sft, trajectory
from steno.views.scene import Scene
from steno.views.writer import CHOICES, Rows

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
        scene = Scene(
            trace,
            prompt_text=asked.options["system_prompt"] == "text",
            thoughts=asked.options["thoughts"] == "keep",
        )
        copied = {event.uid for event in trace.events if event.signs.replayed}
        for number, row in enumerate(rows(scene, asked.skipped)):
            uids = list(_uids(row))
            place: Payload = {key: row.pop(key) for key in _PLACE if key in row}
            row["context"] = None if number else scene.context
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


def _of(name: str, title: str, rows: Rows, columns: tuple[Column, ...], content: tuple[str, ...]) -> Projection:
    return Projection(
        name=name, title=title, columns=(*columns, *_HEAD), content=content, rows=_made(rows), choices=CHOICES,
        derives=("derive",), losses=CODES,
    )  # fmt: skip


def projections() -> Iterator[Projection]:
    said = Column("messages", Kind.MESSAGES, "the conversation, as trainers read it")
    yield _of("sft", "requests and answers", sft.rows, (said, *_json("steps", "labels")), ("messages",))
    yield _of(
        "preference", "pairs and corrections", preference.rows,
        (Column("pair", Kind.TEXT, "retry or directive"),
         *_json("request", "state", "chosen", "rejected", "alternatives_considered", "labels", "grades")),
        ("chosen", "rejected"),
    )  # fmt: skip
    yield _of(
        "process-reward", "judged steps", process_reward.rows,
        _json("request", "caused_by", "retry_of", "state", "action", "next_state", "eval_reason", "labels", "grades"),
        ("state", "action", "next_state"),
    )  # fmt: skip
    yield _of("trajectory", "whole trajectories", trajectory.rows, _json("steps", "terminal"), ("steps",))
