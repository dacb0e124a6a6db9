"""The records of Copilot Chat, as tables: a document, a log of changes, and the rows of a trace database."""

from __future__ import annotations

from steno.agents.copilot_vscode.idiom import IDIOM
from steno.agents.copilot_vscode.live import standing
from steno.agents.copilot_vscode.requests import HOLES, parts, request, result, shown, state_of
from steno.agents.copilot_vscode.spans import SPANS
from steno.agents.shapes import session_events
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.deltas import operation
from steno.kit.document import Document
from steno.kit.log import Log
from steno.kit.table import Part, Read, Shape, Spec
from steno.kit.times import millis
from steno.model import Kind, Lifecycle
from steno.model.kept import ID

_SESSION = Shape(
    Kind.LIFECYCLE,
    name="session",
    takes={"creationDate": Read("time", millis)},
    header={"sessionId": "ids.session", "customTitle": "title"},
)


def one(log: Log, record: dict[str, JSON], where: str) -> None:
    """A request that is a record itself."""
    request(log, record, where)


def several(log: Log, record: dict[str, JSON], where: str) -> None:
    """Requests in a change: those of a snapshot, such as are added, or all of them anew."""
    value, at, state = record.get("v"), record.get("i"), state_of(log)
    held = value.get("requests") if type(value) is dict else value
    place = where + ("/v/requests" if type(value) is dict else "/v")
    if log.told != "add.requests":
        state.count = 0
    elif type(at) is int:
        state.count = at
    for index, each in enumerate(held if type(held) is list else ()):
        request(log, each, f"{place}/{index}", state.count)
        state.count += 1


def replaced(log: Log, record: dict[str, JSON], where: str) -> None:
    """A request that takes the place of another."""
    request(log, record.get("v"), f"{where}/v", _index(record))


def _index(record: dict[str, JSON]) -> int:
    path = record.get("k")
    index = path[1] if type(path) is list and len(path) > 1 else -1
    return index if type(index) is int else -1


def answered(log: Log, record: dict[str, JSON], where: str) -> None:
    """Parts of an answer, or one, or its result."""
    path, value, state = record.get("k"), record.get("v"), state_of(log)
    about, told, place = state.about.get(_index(record), {}), state.lines.get(log.line.name), f"{where}/v"
    if told is None:
        log.emit(Kind.LIFECYCLE, Lifecycle("replaced", transient=True), log.program, place)
    elif type(value) is list:
        parts(log, value, place, about, told=told)
    elif type(path) is list and path[-1:] == ["result"] and type(value) is dict:
        result(log, value, place, about)
    else:
        shown(log, value, place, about, told=told)


_CHANGE = Shape(Kind.LIFECYCLE, name="change", sets={"body.transient": True})
CHANGES: dict[str, Part | list[Part]] = {
    "snapshot": [_SESSION._replace(at="v"), several],
    "add.requests": several,
    "set.requests": several,
    "set.requests.*": replaced,
    "add.requests.*.response": answered,
    "set.requests.*.response": answered,
    "set.requests.*.response.*": answered,
    "set.requests.*.result": answered,
    "set.customTitle": Shape(Kind.LIFECYCLE, takes={"v": "body.text"}, name="title", header={"v": "title"}),
    "*": _CHANGE,
}
_KEPT = {
    "v.requests[].requestId": ID,
    "v.requests[].responseId": ID,
    "v[].requestId": ID,
    "v[].responseId": ID,
    "requestId": ID,
    "responseId": ID,
}
_BEGIN = (b'"initialLocation"', b'"responderUsername"')

LOG = Spec(
    name="copilot-vscode",
    tell=operation(),
    records=CHANGES,
    known_by=("kind", "v"),
    marked=_BEGIN,
    recognise=IDIOM.of,
    holes=HOLES,
    kept=_KEPT,
    scan=standing,
)
DOCUMENT = Spec(
    name="copilot-vscode",
    tell=lambda record: "",
    records={"document": _SESSION, "": one},
    known_by=("version", "requests"),
    marked=_BEGIN,
    recognise=IDIOM.of,
    holes=HOLES,
    kept=_KEPT,
    source=Document("requests"),
)
TRANSCRIPT = session_events.spec("copilot-vscode", IDIOM, (b'"vscodeVersion"',))
SPECS = {"log": LOG, "document": DOCUMENT, "transcript": TRANSCRIPT, "traces": SPANS}
FORMAT = Format("copilot-vscode", "VS Code Copilot Chat session", parts_of(SPECS))
