"""What a table says of an agent's records: which kinds there are, and which of the model's fields stand where in them.

A path names keys with dots between them: `message.usage.input_tokens`; a number is a place in a list.  A field is one
of an event (`time`), of its body (`body.text`), of its usage (`usage.input`) or of the trace's header (`ids.session`,
`versions`, `title`, `environment.cwd`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.model import Actor, ActorKind, Kind, Role, Visibility

if TYPE_CHECKING:
    from steno.base.jsonl import Line
    from steno.diagnostics import Place, Report
    from steno.formats.injected import Marks
    from steno.kit.log import Log
    from steno.kit.sources import Records
    from steno.model import Body
    from steno.model.kept import Shape as Kept
    from steno.model.signs import Signs

HUMAN, PROGRAM, PARENT, MODEL, TOOL = "human", "program", "parent", "model", "tool"
"""Who speaks.  A `model` is named by the event's model and span, a `tool` by the call that a result answers."""


class Read(NamedTuple):
    """A field that is copied or computed; the value itself stays in the record."""

    field: str
    convert: Callable[[Any], Any] | Mapping[Any, Any] | None = None
    """What becomes of the value; UNSET, or no entry, where it says nothing."""


Takes = Mapping[str, str | Read]
"""Path in the record -> field.  A value moves out of the record, and writing back puts it in again, unless it is only
`Read`."""
Header = Mapping[str, str | Read]
"""Path in the record -> field of the header.  All such values stay in the record."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Shape(NamedTuple):
    """What one kind of record, or of block, becomes: one event."""

    kind: Kind
    actor: str = PROGRAM
    takes: Takes = NOTHING
    role: Role | UnsetType | None = None
    visibility: Visibility | None = None
    """Where these are None: what is usual for such an event of such an actor."""
    name: str = ""
    """Of a lifecycle event: what happened; the record's own kind where it is empty."""
    sets: Mapping[str, Any] = NOTHING
    """Fields that are the same for all of this shape: `body.state`, `body.transient`."""
    header: Header = NOTHING
    """What records of this shape say of the whole trace."""
    at: str = ""
    """Where in the record it stands, if not all of it is meant."""
    when: str = ""
    """Only where something stands at this path; of a message or a thought, an empty text is nothing."""
    otherwise: bool = False
    """Only where nothing before it in the entry became an event: what is left of a record whose list is empty."""
    joins: str = ""
    """The path of the id that joins the pieces of a text, or of a flag that is true for a piece that goes on with the
    piece right before it: the first event holds all of it."""
    rest: bool = False
    """Whether `body.data` takes all other keys of a lifecycle record but those of the spec's `envelope`."""


_USUAL = {
    (Kind.MESSAGE, HUMAN): (Role.USER, Visibility.PUBLIC),
    (Kind.MESSAGE, PARENT): (Role.USER, Visibility.INTERNAL),
    (Kind.MESSAGE, MODEL): (Role.ASSISTANT, Visibility.PUBLIC),
    (Kind.MESSAGE, PROGRAM): (Role.USER, Visibility.INTERNAL),
    (Kind.BLOB, HUMAN): (Role.USER, Visibility.PUBLIC),
    (Kind.THOUGHT, MODEL): (Role.ASSISTANT, Visibility.INTERNAL),
    (Kind.TOOL_CALL, MODEL): (Role.ASSISTANT, Visibility.INTERNAL),
    (Kind.TOOL_RESULT, TOOL): (Role.TOOL, Visibility.INTERNAL),
}


def standing(shape: Shape) -> dict[str, Any]:
    """The role of a shape's events, and who sees them."""
    role, visibility = _USUAL.get((shape.kind, shape.actor), (UNSET, Visibility.METADATA))
    return {
        "role": role if shape.role is None else shape.role,
        "visibility": visibility if shape.visibility is None else shape.visibility,
    }


Hook = Callable[[Any, dict[str, JSON], str], None]
"""What no table can say, in Python: it gets the log, the record or block and where that stands, and emits events."""


class Blocks(NamedTuple):
    """A list of blocks in a record, each of a kind of its own."""

    at: str
    tell: Callable[[dict[str, JSON]], str]
    shapes: Mapping[str, Part | Sequence[Part]]
    """By kind; `*` is for all that are of no other kind.  A block may hold blocks."""
    words: Shape | None = None
    """What a string is that stands in the place of the list, or of a block; with `when`, an empty one is nothing."""
    every: Mapping[str, Read] = NOTHING
    """What each block gives to all of its events, where blocks are whole messages: only copied, never taken."""
    keyed: bool = False
    """Whether an object may hold them, by keys of any name."""
    again: str = ""
    """The key of a block's id, where the blocks are records that may stand elsewhere too, as in a copy of a whole
    history: one whose id is known is an echo of the record that has it."""
    otherwise: bool = False
    """Only where nothing before it in the entry became an event."""


Part = Shape | Blocks | Hook


class Spec(NamedTuple):
    """All that is to be known of an agent's records."""

    name: str
    tell: Callable[[dict[str, JSON]], str]
    """The kind of a record.  It must not look at values that are taken."""
    records: Mapping[str, Part | Sequence[Part]]
    """By kind; `*` is for all that are of no other kind."""
    every: Takes = NOTHING
    """What each record gives to all of its events."""
    sets: Mapping[str, Any] = NOTHING
    """Fields that are the same for all events."""
    header: Header = NOTHING
    """What any record may say of the whole trace."""
    rewritten: str = ""
    """The path of the id under which a record is written again as it grows: the last one counts."""
    known_by: tuple[str, ...] | tuple[tuple[str, ...], ...] = ()
    """Paths that tell a record of this agent from any other's, `path=value` where only that value does.  Where no
    kind of record is in all files, several such tuples: any of them does ..."""
    marked: tuple[bytes, ...] = ()
    """... and, where others write such records too or there are none, texts of which one stands near the beginning."""
    envelope: frozenset[str] = frozenset()
    """Keys that say where a record belongs, not what happened."""
    actors: Mapping[str, Actor] = NOTHING
    """Those whose names are not the usual ones."""
    marks: Marks | None = None
    """What the program writes into the human's messages."""
    recognise: Callable[[Body, Role | UnsetType, str], Signs] | None = None
    """The signs of an event, by its body, its role and the name of its actor: `Idiom.of` of the agent's idiom."""
    pairing: str = "id"
    """How results find their calls: the value of the agent's `Pairing`.  Where the log has no ids (`positional`,
    `embedded`), a call is known by its uid, and a result names the call that it answers by that rule.  Where ids come
    again (`id-in-turn`), they are `Read`, and a call whose id was there before is known by its uid."""
    kept: Mapping[str, Kept] = NOTHING
    """Paths in the record, beyond those that the table tells, of ids and hashes that redaction leaves alone."""
    holes: Mapping[Kind | None, Mapping[str, str | Sequence[str]]] = MappingProxyType({})
    """What hooks take, for the way back: as a shape's `takes`, for every event of the kind; for None as `every`."""
    scan: Callable[[Sequence[Line]], Any] | None = None
    """Looks at all records before the first is read; what it returns is the log's `state`."""
    finish: Callable[[Any], Mapping[str, Any]] | None = None
    """Fields of the header that only the whole log tells."""
    log: Callable[[str, Place, Report, Mapping[str, Actor]], Log] | None = None
    """The log that hooks are given, where they want one of their own."""
    source: Callable[..., Records] | None = None
    """Where records come from; lines of JSON where it is None."""


def by(*paths: str) -> Callable[[dict[str, JSON]], str]:
    """Tells a record's kind by the strings at these paths, with a dot between them."""
    if len(paths) == 1 and "." not in paths[0]:
        return _by_key(paths[0])
    ways = [path.split(".") for path in paths]

    def tell(record: dict[str, JSON]) -> str:
        found = [value for way in ways if type(value := down(record, way)) is str]
        return ".".join(found)

    return tell


def having(*keys: str) -> Callable[[dict[str, JSON]], str]:
    """Tells a record's kind by which of these keys it has: the first of them."""
    return lambda record: next((key for key in keys if key in record), "")


def _by_key(key: str) -> Callable[[dict[str, JSON]], str]:
    def tell(record: dict[str, JSON]) -> str:
        value = record.get(key)
        return value if type(value) is str else ""

    return tell


def down(value: JSON, steps: Sequence[str]) -> JSON:
    """What stands some keys further down; UNSET where nothing does."""
    for step in steps:
        value = value.get(step, UNSET) if type(value) is dict else UNSET
    return value


def inside(value: JSON, step: str) -> JSON:
    """What stands at a key of an object, or at a place of a list; None where nothing does."""
    if type(value) is dict:
        return value.get(step)
    return value[int(step)] if type(value) is list and step.isdigit() and int(step) < len(value) else None


def parts(entry: Part | Sequence[Part]) -> Sequence[Part]:
    """An entry of a table as the parts it stands for."""
    return [entry] if isinstance(entry, Shape | Blocks) or callable(entry) else entry


def shapes(entries: Iterable[Part | Sequence[Part]], place: str = "") -> Iterator[tuple[str, Shape]]:
    """Every shape of some entries, with the path of the object that it takes from; `[]` is any item of a list."""
    for entry in entries:
        for part in parts(entry):
            if isinstance(part, Shape):
                yield joined(place, part.at), part
            elif isinstance(part, Blocks):
                inner = joined(place, part.at) + "[]"
                yield from shapes(part.shapes.values(), inner)
                if part.words is not None:
                    yield inner, part.words._replace(takes={"": "body.text"}, joins="")


def joined(*paths: str) -> str:
    """One path of several, of which some may be empty."""
    return ".".join(path for path in paths if path)


USUAL: Mapping[str, Actor] = {
    HUMAN: Actor(ActorKind.HUMAN, "user"),
    PARENT: Actor(ActorKind.MODEL, "parent agent"),
    TOOL: Actor(ActorKind.TOOL, "unknown tool"),
    MODEL: Actor(ActorKind.MODEL, "assistant"),
}
