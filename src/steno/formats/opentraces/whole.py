"""What a record says of the session as a whole, as the fields of a header and notes.  Knows nothing of its steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET, ValidationError, convert

from steno.base.exact import JSON
from steno.base.ids import sha256
from steno.base.learned import learned
from steno.formats.opentraces.notes import REASON
from steno.formats.opentraces.said import Wrong
from steno.formats.opentraces.wire import NAME, Object, fields, filled, version_of
from steno.model import Header, Note
from steno.model.outcome import STATES

AUTHOR: Final = NAME
"""Who says what a record says of the whole session: the record."""
JUDGED: Final = ("task", "outcome", "dependencies")
"""Fields that are notes of the same key."""
STATED: Final = (
    "ids", "agent", "versions", "title", "started", "timezone", "runtime", "provider", "environment", "thoughts",
)  # fmt: skip
"""What Steno keeps of a header in its own words."""
_REPOSITORY: Final = ("repository", "base_commit", "repository_url")


def header(record: Object, own: Object, wrong: Wrong) -> dict[str, Any]:
    """The fields of the header of which the record speaks, or Steno's own words on them, where there are any."""
    kept = own.get("header")
    if type(kept) is dict:
        try:
            said = convert(kept, learned(Header))
        except ValidationError:
            pass
        else:
            return {name: getattr(said, name) for name in STATED}
    found = dict[str, Any]()
    ids = {key: record.get(f"{key}_id") for key in ("session", "trace")}
    found["ids"] = {key: (id,) for key, id in ids.items() if type(id) is str and id}
    agent = record.get("agent")
    if type(agent) is not dict:
        wrong("/agent", agent, "object")
        agent = {}
    if type(name := agent.get("name")) is str and name:
        found["agent"] = name
    if type(version := agent.get("version")) is str and version:
        found["versions"] = (version,)
    if type(start := record.get("timestamp_start")) is str and start:
        found["started"] = start
    if type(around := record.get("environment")) is dict:
        found["environment"] = {key: value for key, value in around.items() if value and not _is_nothing(value)}
    return found


def prompts(record: Object) -> dict[str, str]:
    stated = record.get("system_prompts")
    texts = [each for each in stated.values() if type(each) is str and each] if type(stated) is dict else []
    return {sha256(each.encode("utf-8", "surrogatepass")): each for each in texts}


def tools(record: Object) -> Object:
    stated = record.get("tool_definitions")
    found: Object = {}
    for each in stated if type(stated) is list else ():
        name = each.get("name") if type(each) is dict else None
        if type(name) is str and name:
            found.setdefault(name, None if [*each] == ["name"] else each)
    return found


def notes(record: Object, own: Object) -> Iterator[Note]:
    """What is said of the session, where it says more than that nothing is known."""
    version = version_of(record)
    for key in JUDGED:
        value = record.get(key)
        if value and (type(value) is not dict or not _is_empty(key, value, version)):
            for name, said in _asked(value) if key == "task" and type(value) is dict else [(key, value)]:
                yield Note(author=AUTHOR, key=name, value=said)
    reason, outcome = own.get(REASON), record.get("outcome")
    # Whoever changed the record since has changed the field that everybody knows.
    if type(reason) is str and type(outcome) is dict and STATES.get(reason, UNSET) == outcome.get("terminal_state"):
        yield Note(author=AUTHOR, key=REASON, value=reason)


def _asked(task: Object) -> Iterator[tuple[str, JSON]]:
    """What a record says of the task, by the keys that the model has for it."""
    for name, key in (("task", "description"), ("task_source", "source")):
        if value := task.get(key):
            yield name, value
    if where := {key: value for key in _REPOSITORY if (value := task.get(key))}:
        yield "repository", where


def _is_nothing(value: JSON) -> bool:
    """Whether a part of the environment says only that there is none."""
    return type(value) is dict and not any(each for each in value.values() if each != "none")


def _is_empty(shape: str, value: Object, version: int) -> bool:
    try:
        return (
            filled(value, version, shape) == filled({}, version, shape)
            and value.keys() <= fields(shape, version).keys()
        )
    except ValueError:
        return False
