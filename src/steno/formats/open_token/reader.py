"""Reads Open-Token documents and lines into a trace.  Tolerant: what a rule forbids is read all the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.contracts import Code
from steno.diagnostics import Place, Report, Severity
from steno.formats.open_token.bodies import Context, body_of
from steno.formats.open_token.document import Document, Item, load
from steno.formats.open_token.options import Mode
from steno.formats.open_token.wire import (
    ACTOR_KIND,
    CONVERSATION,
    FURTHER_TOKENS,
    KIND_OF_ROLE,
    MODELLED,
    NAME,
    PARTICIPANT,
    ROLE,
    TOKENS,
    VISIBILITY,
)
from steno.formats.records import WRONG_TYPE
from steno.idioms import recognised
from steno.model import (
    Actor,
    ActorKind,
    Derivation,
    Event,
    Header,
    Kind,
    Note,
    Origin,
    Role,
    Source,
    Trace,
    Unknown,
    Usage,
    Visibility,
)

UNLISTED = Code(
    "SRC102",
    "participant-is-not-listed",
    "An event names an actor that the document's participants do not list, or names none. Steno reads the event with "
    "an actor made from its role.",
    Severity.WARNING,
)
NO_CONVERSATION = Code(
    "SRC103",
    "no-conversation",
    "The document does not describe its conversation, so its id and its redaction are unknown.",
    Severity.WARNING,
)

_NAMES = {"str": "string", "dict": "object", "list": "array"}


def read(stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
    """One trace: every event of the document, in its order."""
    document = load(stream, place, report)
    for problem in document.problems:
        report(problem)
    yield _Reading(document, place, report).trace()


class _Reading:
    """What is known while a document is being read."""

    def __init__(self, document: Document, place: Place, report: Report) -> None:
        self._document, self._place, self._report = document, place, report
        self._actors: dict[str, Actor] = {}
        self._uids: set[str] = set()
        ids = (value.get("id") for _, _, value in document.events_at())
        self._context = Context({each for each in ids if isinstance(each, str)})
        for index, _, value in document.events_at():
            self._context.look(index, value)

    def trace(self) -> Trace:
        document, top = self._document, self._document.top
        header = self._header(top if type(top) is dict else {})
        events = tuple(self._event(index, item) for index, item in enumerate(document.items))
        self._document = Document(document.mode)  # the events hold everything now
        return Trace(
            header=Header(
                **header,
                actors=self._actors,
                sources=(Source(NAME, self._place.path or UNSET, document.size, frame=document.frame()),),
                residue={NAME: _residue(document)},
            ),
            events=events,
            notes=self._notes(top),
        )

    # The document

    def _header(self, top: dict[str, JSON]) -> dict[str, Any]:
        participants = top.get("participants")
        for participant in participants if isinstance(participants, list) else ():
            self._participant(participant)
        conversation = top.get("conversation")
        if type(conversation) is not dict:
            self._report(NO_CONVERSATION.at(self._place, "no conversation object, expected one with an id"))
            return {}
        found: dict[str, Any] = {}
        if type(conversation.get("id")) is str:
            found["ids"] = {"conversation": (conversation["id"],)}
            conversation["id"] = UNSET
        for key, name in CONVERSATION.items():
            if type(conversation.get(key)) is str:
                found[name], conversation[key] = conversation[key], UNSET
            elif key in conversation:
                self._expect(f"/conversation/{key}", conversation[key], str)
        availability = conversation.get("internal_availability")
        if availability == "available" or availability == "unavailable":
            found["thoughts"] = availability == "available"
        return found

    def _participant(self, participant: JSON) -> None:
        if type(participant) is not dict or type(actor := participant.get("actor_id")) is not str:
            self._expect("/participants/*", participant, dict)
            return
        kind = participant.get("kind")
        if actor in self._actors or type(kind) is not str or kind not in ACTOR_KIND:
            return
        said = {name: participant[key] for key, name in PARTICIPANT.items() if type(participant.get(key)) is str}
        for key, name in PARTICIPANT.items():
            if name in said:
                participant[key] = UNSET
        if "name" not in said:
            said["name"] = actor
        self._actors[actor] = Actor(ACTOR_KIND[kind], **said)

    def _notes(self, top: JSON | UnsetType) -> tuple[Note, ...]:
        conversation = top.get("conversation") if type(top) is dict else None
        redaction = conversation.get("redaction") if type(conversation) is dict else None
        if type(conversation) is not dict or type(redaction) is not dict or type(redaction.get("mode")) is not str:
            return ()
        conversation["redaction"] = UNSET
        return (Note(author=Derivation(f"redact/{redaction['mode']}"), key="redaction", value=redaction),)

    # Events

    def _event(self, index: int, item: Item) -> Event:
        value, uid = item.value, self._uid(index, item)
        origin = Origin(0, item.line, item.offset, item.length, item.pointer)
        if type(value) is not dict:
            name = item.flaw or "not an object"
            actor = self._actor(None, None)
            return Event(
                uid=uid, kind=Kind.UNKNOWN, body=Unknown(name), origin=origin, actor=actor, residue=value,
                raw=item.raw or UNSET,
            )  # fmt: skip
        role = value.get("role")
        actor = self._actor(value.get("actor_id"), role)
        visibility = value.get("visibility")
        about = self._context.asides.get(uid, {})
        kind, body = body_of(value, about, self._context)
        speaks = _role(kind, role)
        model = self._actors[actor].model if kind in MODELLED and self._actors[actor].kind is ActorKind.MODEL else UNSET
        return Event(
            uid=uid,
            kind=kind,
            body=body,
            origin=origin,
            actor=actor,
            role=speaks,
            visibility=VISIBILITY.get(visibility, Visibility.METADATA)
            if type(visibility) is str
            else Visibility.METADATA,
            model=model,
            usage=self._usage(value, about, item),
            residue=value,
            raw=item.raw or UNSET,
            signs=recognised(body, speaks, self._actors[actor].name),
            echo_of=self._context.echoes.get(index, UNSET),
            **self._envelope(kind, value, item),
        )

    def _uid(self, index: int, item: Item) -> str:
        uid = item.value.get("id") if type(item.value) is dict else None
        if type(uid) is not str or uid in self._uids:
            # An id is never empty of its number, so this cannot be one, unless the document wants to be odd.
            uid = f"#{index + 1}"
            while uid in self._uids or uid in self._context.ids:
                uid += "#"
        self._uids.add(uid)
        return uid

    def _envelope(self, kind: Kind, value: dict[str, JSON], item: Item) -> dict[str, Any]:
        """The ids, times and links of an event."""
        found: dict[str, Any] = {}
        for key, name in (("id", "native"), ("ts", "time")):
            if type(value.get(key)) is str:
                found[name], value[key] = value[key], UNSET
            elif key in value:
                self._expect(item.at(key), value[key], str, item)
        links = value.get("links")
        if type(links) is not dict:
            if "links" in value:
                self._expect(item.at("links"), links, dict, item)
            links = {}
        if type(links.get("parent_id")) is str:
            found["parent"], links["parent_id"] = links["parent_id"], UNSET
        if type(target := links.get("replies_to")) is str and target in self._context.ids:
            found["replies_to"], links["replies_to"] = target, UNSET
        self._context.join(kind, value, links, found)
        return found

    def _usage(self, value: dict[str, JSON], about: dict[str, JSON], item: Item) -> Usage | UnsetType:
        counts: dict[str, int] = {}
        usage = value.get("usage")
        if type(usage) is dict:
            for key, name in TOKENS.items():
                if type(usage.get(key)) is int:
                    counts[name], usage[key] = usage[key], UNSET
        elif "usage" in value:
            self._expect(item.at("usage"), usage, dict, item)
        for key, count in about.get("usage", {}).items():
            counts[FURTHER_TOKENS[key]] = count
        return Usage(**counts) if counts else UNSET

    def _actor(self, actor: JSON, role: JSON) -> str:
        """The key of an actor; one that is not listed is made from the event's role."""
        key = actor if type(actor) is str else "unknown"
        if key not in self._actors:
            kind = KIND_OF_ROLE.get(role, ActorKind.SYSTEM) if type(role) is str else ActorKind.SYSTEM
            self._actors[key] = Actor(kind, key)
            self._report(UNLISTED.at(self._place, f"the actor {key!r} is not among the participants"))
        return key

    def _expect(self, where: str, value: JSON, kind: type, item: Item | None = None) -> None:
        place = Place(self._place.path, item.line if item else None, where)
        name = _NAMES[kind.__name__]
        self._report(WRONG_TYPE.at(place, f"{where} is a {type(value).__name__}, expected a JSON {name}"))


def _role(kind: Kind, role: JSON) -> Role | UnsetType:
    """The role, where it says something: every annotation has to have one, and that is `system`."""
    if kind is Kind.LIFECYCLE and role == "system":
        return UNSET
    return ROLE.get(role, UNSET) if type(role) is str else UNSET


def _residue(document: Document) -> dict[str, JSON]:
    """The document's own level, alike for json and ndjson: UNSET where the header, the notes or the events have it."""
    top, footer = document.top, document.footer
    found: dict[str, JSON] = {}
    if type(top) is dict:
        is_line = document.mode is Mode.NDJSON or document.array
        found["document"] = {key: value for key, value in top.items() if not (is_line and key == "type")}
    elif top is not UNSET:
        found["top"] = top
    if type(footer) is dict:
        if "integrity" in footer:
            found.setdefault("document", {})["integrity"] = footer["integrity"]
        if further := {key: value for key, value in footer.items() if key not in ("type", "integrity")}:
            found["footer"] = further
    return found
