"""The layouts in which OpenHands keeps its events: folders, lists, lines, and instances of an evaluation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from steno.agents.openhands.events import VERSION_0, VERSION_1, number, state, tell
from steno.agents.openhands.idiom import IDIOM
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.document import Document, Documents
from steno.kit.sources import folder
from steno.kit.table import Part, Read, Shape, Spec
from steno.model import Kind
from steno.model.kept import ID

_EVENTS = VERSION_0 | VERSION_1
_DOCUMENT = Shape(
    Kind.LIFECYCLE,
    takes={"metadata.llm_config.model": Read("log.model")},
    header={"instance_id": "ids.session", "id": "ids.session", "workspace.working_dir": "environment.cwd"},
)
"""What is around events: the instance of an evaluation, or the state of a conversation."""
_RECORDS: dict[str, Part | list[Part]] = _EVENTS | {"document": [state, _DOCUMENT]}
_IN_FILES = _RECORDS | {f"{file}.{told}": entry for file in ("document", "event") for told, entry in _EVENTS.items()}


def _first(name: str, value: JSON) -> int:
    """The files of version 0 are numbered without zeros in front."""
    id = value.get("id") if type(value) is dict else None
    return id if type(id) is int else -1


def _spec(known_by: tuple[tuple[str, ...], ...], source: Callable[..., Any] | None = None, **more: Any) -> Spec:
    return Spec(
        name="openhands",
        tell=tell,
        records=more.pop("records", _RECORDS),
        every={
            "timestamp": "time",
            "id": Read("native", number),
            "llm_response_id": "response",
        },
        recognise=IDIOM.of,
        kept={"action_id": ID, "tool_call.id": ID},
        known_by=known_by,
        source=source,
        **more,
    )


_V1, _V0 = ("kind", "id", "timestamp", "source"), ("id", "timestamp", "source", "message")
_SEEN = (("action", *_V0), ("observation", *_V0))
_INSTANCE = (("instance_id", "history", "metadata"), ("instance_id", "test_result", "instruction"))
_STATE = (("agent", "workspace", "execution_status"), ("agent", "workspace", "agent_status"))

SPECS = {
    "lines": _spec((_V1,)),
    "list": _spec((_V1, *_SEEN), Document("")),
    "state": _spec(_STATE, folder(event="events/*.json"), records=_IN_FILES),
    "folder": _spec(_SEEN, folder(_first, event="*.json"), records=_IN_FILES),
    "pairs": _spec(_INSTANCE, Documents(None, "history", paired=True), marked=(b'"history": [[', b'"history":[[')),
    "evaluation": _spec(_INSTANCE, Documents(None, "history")),
}
FORMAT = Format("openhands", "OpenHands session", parts_of(SPECS))
