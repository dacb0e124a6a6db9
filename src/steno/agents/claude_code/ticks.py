"""What a session's `progress` records say about the sub-agents it started: all there is if their files are gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steno.agents.contract import Tick
from steno.base.exact import JSON
from steno.model import Event, Lifecycle

_NAME = "progress.agent_progress"


def is_tick(event: Event) -> bool:
    return type(event.body) is Lifecycle and event.body.name == _NAME


def ticks(events: Iterable[Event]) -> Iterator[Tick]:
    """One for each record: what a sub-agent said, called or got just then."""
    for event in events:
        if is_tick(event) and isinstance(event.child_run, str):
            blocks = list(_blocks(event.residue))
            yield Tick(
                event.child_run,
                event,
                frozenset(_ids(blocks, "tool_use", "id")),
                frozenset(
                    _ids([each for each in blocks if each.get("is_error") is True], "tool_result", "tool_use_id")
                ),
            )


def _ids(blocks: Iterable[dict[str, JSON]], kind: str, key: str) -> Iterator[str]:
    for block in blocks:
        if block.get("type") == kind and type(id := block.get(key)) is str:
            yield id


def _blocks(record: object) -> Iterator[dict[str, JSON]]:
    value = record
    for key in ("data", "message", "message", "content"):
        value = value.get(key) if type(value) is dict else None
    for block in value if type(value) is list else ():
        if type(block) is dict:
            yield block
