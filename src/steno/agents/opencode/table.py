"""The messages of OpenCode, as tables: files of a folder, rows of a database (two versions), and exports."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from steno.agents.opencode import parts
from steno.agents.opencode.idiom import IDIOM
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.database import Table, tables
from steno.kit.document import Document
from steno.kit.log import Child, Log
from steno.kit.sources import folder, following
from steno.kit.table import HUMAN, MODEL, PROGRAM, Blocks, Hook, Part, Read, Shape, Spec, Takes, down, joined
from steno.kit.times import millis
from steno.model import Kind, Role, Usage, Visibility
from steno.model.kept import ID, SEALED

Records = dict[str, Part | list[Part]]


def tell(message: JSON) -> str:
    """Whose a message is, and of an answer whether it was cut short."""
    if type(message) is not dict:
        return ""
    role, error = message.get("role"), message.get("error")
    if role != "assistant" or type(error) is not dict:
        return role if type(role) is str else ""
    return "assistant.aborted" if error.get("name") == "MessageAbortedError" else "assistant.failed"


def message(place: str, role: str) -> Hook:
    """Reads what a message took, and joins its events by its id; one that came before joins nothing."""
    ways = [(joined(place, "tokens", path).split("."), path.replace(".", "_")) for path in _COUNTS]
    way = (joined(place, "id") if place == "info" else "id").split(".")

    def read(log: Log, record: dict[str, JSON], where: str) -> None:
        found: dict[str, int] = {}
        for steps, field in ways:
            if type(value := down(record, steps)) is int:
                found[field] = value
            elif value is not UNSET and value is not None:
                log.expect("/" + "/".join(steps), value, int)
        if found and role == "assistant":
            log.shared["usage"] = Usage(**found)
        log.model = log.shared.get("model", UNSET)  # which speaks in the parts that follow
        if type(id := down(record, way)) is str and id and id not in log.state:
            log.state[id] = log.shared.get("span", UNSET)
            if role == "assistant":
                log.shared["response"] = id

    return read


_COUNTS = ("input", "output", "reasoning", "cache.read", "cache.write", "total")


def part(path: str, role: str) -> Hook:
    """Joins a part with the message that it belongs to, and with the sub-agent that only the message names."""

    def join(log: Log, record: dict[str, JSON], where: str) -> None:
        id = record.get(path)
        if type(id) is str and id and role == "assistant":
            log.shared["response"] = id
        if type(id) is str and log.state.get(id, UNSET) is not UNSET:
            log.shared["span"] = log.state[id]

    return join


def _every(place: str, id: str, time: str) -> Takes:
    """What a message says, wherever its own record stands."""
    return {
        id: Read("native"),
        time: Read("time", millis),
        joined(place, "modelID"): "model",
        joined(place, "finish"): Read("signs.stop"),
        joined(place, "path.cwd"): Read("signs.cwd"),
    }


_QUIET = {"body.transient": True}
_EMPTY = Shape(Kind.LIFECYCLE, role=Role.USER, otherwise=True)
_SAID = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
_FAILED = Shape(Kind.LIFECYCLE, PROGRAM, {"error.data.message": "body.text"}, role=Role.ASSISTANT, name="failed")
_ABORTED = _FAILED._replace(name="aborted")
_SESSION = Shape(
    Kind.LIFECYCLE,
    name="session",
    rest=True,
    header={"id": "ids.session", "version": "versions", "title": "title", "directory": "environment.cwd"},
)
_KEPT = {"metadata.openai.itemId": ID, "metadata.anthropic.signature": SEALED, "callID": ID, "hash": ID, "snapshot": ID}
_IDS = dict.fromkeys(("messageID", "sessionID", "parentID", "message_id", "session_id", "data.parentID"), ID)


def _kept(place: str) -> dict[str, Any]:
    return {joined(place, path): shape for path, shape in _KEPT.items()} | _IDS


def _spec(**more: Any) -> Spec:
    """The table of a layout; the state of its log has the messages so far, each with its sub-agent."""
    fixed: dict[str, Any] = {"recognise": IDIOM.of, "pairing": "embedded", "log": Child, "scan": lambda lines: {}}
    return Spec("opencode", envelope=frozenset({"id", "type", "sessionID", "messageID"}), **fixed, **more)


# Exports

_MESSAGE = message("info", "assistant")
_ANSWER = Blocks("parts", parts.tell, parts.ASSISTANT)
_EXPORT: Records = {
    "document": _SESSION._replace(at="info", header={**_SESSION.header, "parentID": "ids.parent"}),
    "user": [Blocks("parts", parts.tell, parts.USER), _EMPTY],
    "assistant": [_MESSAGE, _ANSWER, _SAID],
    "assistant.aborted": [_MESSAGE, _ANSWER, _ABORTED._replace(at="info")],
    "assistant.failed": [_MESSAGE, _ANSWER, _FAILED._replace(at="info")],
}
EXPORT = _spec(
    tell=lambda record: tell(record.get("info")),
    records=_EXPORT,
    every=_every("info", "info.id", "info.time.created"),
    kept={"info.sessionID": ID, "info.parentID": ID, **_kept("parts[]")},
    known_by=("info", "messages"),
    marked=(b'"ses_', b'"projectID"', b'"sessionID"'),
    source=Document("messages"),
)

# Files and rows: a part is a record of its own, called by whose message it belongs to


def _role(message: dict[str, JSON]) -> str:
    data = message.get("data", message)
    role = data.get("role") if type(data) is dict else None
    return role if type(role) is str and role in parts.BY_ROLE else ""


_ARRANGED = following("message", "part", ("message_id", "messageID"), _role, again="entry")


def _parts(place: str, response: str) -> Records:
    found: Records = {}
    for role, table in parts.BY_ROLE.items():
        for kind, shape in table.items():
            entry = parts.below(place, shape)
            found[f"{role}.{kind}"] = [part(response, role), *(entry if isinstance(entry, list) else [entry])]
    return found


def _messages(place: str) -> Records:
    answer, join = _SAID._replace(otherwise=False, sets=_QUIET), message(place, "assistant")
    aborted, failed = (parts.below(place, each) for each in (_ABORTED, _FAILED))
    return {
        "message.user": [message(place, "user"), _EMPTY._replace(otherwise=False, sets=_QUIET)],
        "message.assistant": [join, answer],
        "message.assistant.aborted": [join, aborted],
        "message.assistant.failed": [join, failed],
    }


STORAGE = _spec(
    tell=lambda record: tell(record) if "role" in record else parts.tell(record),
    records={
        "document": _SESSION._replace(header={**_SESSION.header, "parentID": "ids.parent"}),
        **_messages(""),
        **_parts("", "messageID"),
    },
    every=_every("", "id", "time.created"),
    kept=_kept(""),
    known_by=("id", "title", "time", "version"),
    marked=(b'"ses_', b'"projectID"'),
    source=folder(
        message=("../../message/{id}/*.json", "../message/{id}/*.json"),
        part=("../../part/{message}/*.json", "../part/{id}/{message}/*.json"),
        arrange=_ARRANGED,
    ),
)


def _tell_row(row: dict[str, JSON]) -> str:
    data = row.get("data")
    if "message_id" in row:
        return parts.tell(data) if type(data) is dict else ""
    kind = row.get("type")
    if type(kind) is str:
        failed = kind == "assistant" and type(data) is dict and type(data.get("error")) is dict
        return "assistant.failed" if failed else kind
    return tell(data)


_SUB_AGENT = Read("span", lambda id: id if type(id) is str and id not in ("", "main") else UNSET)
_WORDS = Shape(Kind.MESSAGE, PROGRAM, {"data.text": "body.text"})
_ATTACHED = Shape(Kind.BLOB, HUMAN, {"mime": "body.media_type", "uri": Read("body.uri", parts.elsewhere)})
_ENTRY = message("data", "assistant")
_CONTENT = Blocks("data.content", parts.tell, parts.CONTENT)
_NOTED = Shape(Kind.LIFECYCLE, sets=_QUIET)
_VERSION_2: Records = {
    "entry.user": [
        Shape(Kind.MESSAGE, HUMAN, {"data.text": "body.text"}),
        Blocks("data.files", lambda file: "", {"": _ATTACHED}),
    ],
    "entry.synthetic": _WORDS,
    "entry.system": _WORDS._replace(role=Role.SYSTEM),
    # The human's own command, typed to the program: it begins no turn.
    "entry.shell": Shape(Kind.LIFECYCLE, HUMAN, {"data.command": "body.text"}, visibility=Visibility.PUBLIC),
    "entry.assistant": [_ENTRY, _CONTENT, _SAID],
    "entry.assistant.failed": [_ENTRY, _CONTENT, _FAILED._replace(takes={"data.error.message": "body.text"})],
    "entry.compaction": Shape(Kind.LIFECYCLE, takes={"data.summary": "body.text"}, name="compaction"),
    "entry.agent-switched": Shape(Kind.LIFECYCLE),
    "entry.model-switched": Shape(Kind.LIFECYCLE),
    "again": _NOTED,
    # A prompt that waits for its turn, the plan of the session, and how many rows of each kind the journal has from
    # which messages are made: it holds every state of every part.
    "input": Shape(Kind.LIFECYCLE, HUMAN, {"prompt.text": "body.text"}, visibility=Visibility.PUBLIC),
    "todo": _NOTED._replace(takes={"content": "body.text"}),
    "event": _NOTED._replace(rest=True),
}
STORE = _spec(
    tell=_tell_row,
    records={
        "session": _SESSION._replace(header={**_SESSION.header, "parent_id": "ids.parent"}),
        **_messages("data"),
        **_parts("data", "message_id"),
        **_VERSION_2,
    },
    every={**_every("data", "id", "time_created"), "data.model.id": "model", "agent_id": _SUB_AGENT},
    kept=_kept("data"),
    known_by=("message_id", "session_id", "time_created", "time_updated"),
    source=tables(
        Table("session", "session", "id", json=("summary_diffs", "metadata", "revert", "permission", "model")),
        Table("message", "message", "session_id", "time_created, id", json=("data",), optional=True),
        Table("part", "part", "session_id", "id", json=("data",), optional=True),
        Table("entry", "session_message", "session_id", "time_created, id", json=("data",), optional=True),
        Table("input", "session_input", "session_id", json=("prompt",), where="promoted_seq IS NULL", optional=True),
        Table("todo", "todo", "session_id", "position", optional=True),
        Table(
            "event", "event", "aggregate_id", "min(seq)", columns="type, count(*) AS count",
            where="aggregate_id IN (SELECT id FROM session) GROUP BY aggregate_id, type", optional=True,
        ),
        arrange=_ARRANGED,
    ),
)  # fmt: skip

SPECS = {"store": STORE, "export": EXPORT, "storage": STORAGE}
FORMAT = Format("opencode", "OpenCode session", parts_of(SPECS))
