"""The rules of a document's top: version, times, conversation, participants."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import JSON, pointer, said
from steno.base.time import parse
from steno.contracts import Finding, rule
from steno.diagnostics import Severity
from steno.formats.open_token.checks import conversation_of, participants_of, top_of
from steno.formats.open_token.document import Document
from steno.formats.open_token.examples import PARTICIPANTS, document
from steno.formats.open_token.options import Mode
from steno.formats.open_token.wire import (
    ACTOR_ID,
    AVAILABILITY,
    KINDS,
    MODES,
    PROVIDERS,
    RUNTIMES,
    STRATEGIES,
    TOP,
    VERSION,
)

_GOOD = document()


@rule("OTK017", clause="OT-17", good=_GOOD, bad=document(exported_at="yesterday"))
def time_is_rfc3339(doc: Document) -> Iterator[Finding]:
    """`ts` and `exported_at` are RFC 3339 times in UTC, `started_at` is an RFC 3339 time; unknown ones are absent.

    A time without a zone names no instant, and a guessed one is false evidence.  Write `2026-01-31T00:00:00Z`, or leave
    the key out.
    """
    conversation = conversation_of(doc) or {}
    times: list[tuple[str, JSON, bool, int | None]] = [
        ("/exported_at", top_of(doc).get("exported_at", UNSET), True, None)
    ]
    times.append(("/conversation/started_at", conversation.get("started_at", UNSET), False, None))
    times += [(item.at("ts"), value.get("ts", UNSET), True, item.line) for _, item, value in doc.events_at()]
    for where, time, in_utc, line in times:
        if time is UNSET:
            continue
        name = where.rpartition("/")[2]
        if type(time) is not str or parse(time) is None:
            yield Finding(where, f"{name} is {said(time)}, expected an RFC 3339 time or nothing", line)
        elif in_utc and not time.endswith(("Z", "z", "+00:00")):
            yield Finding(where, f"{name} is {said(time)}, expected UTC", line)


@rule("OTK018", clause="OT-18", good=_GOOD, bad=document(open_token_version="0.2"))  # noqa: S106
def version_is_0_1(doc: Document) -> Iterator[Finding]:
    """`open_token_version` is the string `"0.1"`.

    It tells a reader which rules the rest follows.
    """
    if type(doc.top) is dict:
        version = doc.top.get("open_token_version", UNSET)
        if version is UNSET:
            yield Finding("", f'open_token_version is missing, expected "{VERSION}"')
        elif version != VERSION:
            yield Finding("/open_token_version", f'open_token_version is {said(version)}, expected "{VERSION}"')


@rule("OTK019", clause="OT-19", good=_GOOD, bad=document(comment="exported by hand"))
def top_has_no_other_keys(doc: Document) -> Iterator[Finding]:
    """A json document has no top-level keys but the six of the specification, and none that is null.

    What cannot be populated is left out.  Put further statements into an annotation event.
    """
    if doc.mode is Mode.JSON:
        for key, value in top_of(doc).items():
            if key not in TOP:
                yield Finding(pointer(key), f"{key} is not a key of Open-Token, expected only {', '.join(TOP)}")
            elif value is None:
                yield Finding(pointer(key), f"{key} is null, expected a value or no key at all")


@rule("OTK026", clause="OT-26", good=_GOOD, bad=document(conversation={"id": ""}))
def conversation_has_an_id(doc: Document) -> Iterator[Finding]:
    """`conversation.id` is a string: the runtime's own id, or `conv_<YYYYMMDD>_<hash8>`.

    It is what makes two exports of one conversation recognisable as such.
    """
    conversation = conversation_of(doc)
    if conversation is not None:
        found = conversation.get("id", UNSET)
        if found is UNSET:
            yield Finding("/conversation", "id is missing, expected the conversation's id")
        elif type(found) is not str or not found:
            yield Finding("/conversation/id", f"id is {said(found)}, expected a string that is not empty")


@rule(
    "OTK027",
    clause="OT-27",
    good=document(conversation={"provider": "other"}),
    bad=document(conversation={"provider": "unknown"}),
    severity=Severity.WARNING,
)
def provider_and_runtime_are_known(doc: Document) -> Iterator[Finding]:
    """`provider` and `source_runtime` are of the sets that the specification closes.

    Its own example says `"unknown"` for both, so other words are read (gap R1); write `"other"`, or leave the key out.
    """
    for key, known in (("source_runtime", RUNTIMES), ("provider", PROVIDERS)):
        found = (conversation_of(doc) or {}).get(key)
        if type(found) is str and found not in known:  # OTK227 looks at what is no string
            yield Finding(f"/conversation/{key}", f"{key} is {said(found)}, expected one of {', '.join(known)}")


@rule(
    "OTK227",
    clause="OT-27",
    good=document(conversation={"title": "Otters", "provider": "other"}),
    bad=document(conversation={"provider": 5}),
)
def conversation_is_described_by_texts(doc: Document) -> Iterator[Finding]:
    """`title`, `timezone`, `source_runtime` and `provider` are strings, or absent.

    A reader that expects a text cannot use anything else, and null says no more than leaving the key out.
    """
    for key in ("title", "timezone", "source_runtime", "provider"):
        found = (conversation_of(doc) or {}).get(key, UNSET)
        if found is not UNSET and type(found) is not str:
            yield Finding(f"/conversation/{key}", f"{key} is {said(found)}, expected a string or nothing")


@rule(
    "OTK127",
    clause="OT-27",
    good=document(conversation={"internal_availability": "unknown"}),
    bad=document(conversation={"internal_availability": "partly"}),
)
def availability_is_known(doc: Document) -> Iterator[Finding]:
    """`internal_availability` is `available`, `unavailable` or `unknown`.

    It says of the source whether it holds hidden reasoning, whatever of it was exported (gap R6).
    """
    found = (conversation_of(doc) or {}).get("internal_availability", UNSET)
    if found is not UNSET and found not in AVAILABILITY:
        where = "/conversation/internal_availability"
        yield Finding(where, f"internal_availability is {said(found)}, expected one of {', '.join(AVAILABILITY)}")


_REDACTION = {"mode": "secrets", "strategy": "mask", "notes": ["masked 1 api_key"]}


@rule(
    "OTK028",
    clause="OT-28",
    good=document(conversation={"redaction": _REDACTION}),
    bad=document(conversation={"redaction": _REDACTION | {"mode": "most"}}),
)
def redaction_says_mode_strategy_and_notes(doc: Document) -> Iterator[Finding]:
    """`conversation.redaction` has a known `mode`, a known `strategy`, and `notes` that are strings.

    A reader has to know how far it may trust that secrets are gone.
    """
    found = (conversation_of(doc) or {}).get("redaction", UNSET)
    if found is UNSET:
        return
    if type(found) is not dict:
        yield Finding("/conversation/redaction", f"redaction is {said(found)}, expected an object")
        return
    for key, known in (("mode", MODES), ("strategy", STRATEGIES)):
        if found.get(key) not in known:
            there = said(found[key]) if key in found else "missing"
            yield Finding(f"/conversation/redaction/{key}", f"{key} is {there}, expected one of {', '.join(known)}")
    notes = found.get("notes")
    if type(notes) is not list or any(type(note) is not str for note in notes):
        there = said(notes) if "notes" in found else "missing"
        yield Finding("/conversation/redaction/notes", f"notes is {there}, expected an array of strings")


@rule("OTK030", clause="OT-30", good=_GOOD, bad=document(participants=[{**PARTICIPANTS[1], "kind": "person"}]))
def participant_has_id_kind_and_name(doc: Document) -> Iterator[Finding]:
    """A participant has an `actor_id` such as `act_001`, a known `kind` and a `name`; the rest are strings.

    Events name their actor by this id.
    """
    for index, found in enumerate(participants_of(doc)):
        where = f"/participants/{index}"
        if type(found) is not dict:
            yield Finding(where, f"the participant is {said(found)}, expected an object")
            continue
        actor = found.get("actor_id")
        if type(actor) is not str or not ACTOR_ID.fullmatch(actor):
            yield Finding(where + "/actor_id", f"actor_id is {said(actor)}, expected act_ and three digits or more")
        if found.get("kind") not in KINDS:
            yield Finding(where + "/kind", f"kind is {said(found.get('kind'))}, expected one of {', '.join(KINDS)}")
        if type(found.get("name")) is not str:
            yield Finding(where + "/name", f"name is {said(found.get('name'))}, expected a string")
        for key in ("provider", "model", "instance_id"):
            if key in found and type(found[key]) is not str:
                yield Finding(f"{where}/{key}", f"{key} is {said(found[key])}, expected a string or nothing")


@rule("OTK031", clause="OT-31", good=_GOOD, bad=document(participants=[*PARTICIPANTS, PARTICIPANTS[0]]))
def participant_is_listed_once(doc: Document) -> Iterator[Finding]:
    """Every speaker, agent, tool and originator of prompts is listed once, under an id of its own.

    With two entries of one id nobody can tell who is meant.
    """
    first: dict[str, int] = {}
    for index, found in enumerate(participants_of(doc)):
        actor = found.get("actor_id") if type(found) is dict else None
        if type(actor) is str:
            if actor in first:
                yield Finding(f"/participants/{index}/actor_id", f"{actor} is participant {first[actor]} already")
            first.setdefault(actor, index)


RULES = (
    time_is_rfc3339,
    version_is_0_1,
    top_has_no_other_keys,
    conversation_has_an_id,
    provider_and_runtime_are_known,
    conversation_is_described_by_texts,
    availability_is_known,
    redaction_says_mode_strategy_and_notes,
    participant_has_id_kind_and_name,
    participant_is_listed_once,
)
