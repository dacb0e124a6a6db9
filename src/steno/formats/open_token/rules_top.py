"""The rules of a document's top: version, times, conversation, participants."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import pointer, said
from steno.base.time import parse
from steno.contracts import Finding, Rule
from steno.formats.open_token.checks import (
    conversation,
    conversation_of,
    events,
    participants_of,
    redaction_of,
    says_at,
    top_of,
)
from steno.formats.open_token.document import Document
from steno.formats.open_token.examples import rule
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
)  # fmt: skip
from steno.formats.rulebook import WARNING
from steno.formats.shapes import OBJECT, TEXT, Field, Part, like, misfits, one_of, required

_TEXT = TEXT._replace(said="a string or nothing")


@rule("OTK017", bad={"/exported_at": "yesterday"})
def time_is_rfc3339(doc: Document) -> Iterator[Finding]:
    """`ts` and `exported_at` are RFC 3339 times in UTC, `started_at` is an RFC 3339 time; unknown ones are absent.

    A time without a zone is no exact instant, and a guessed zone is false evidence.  Write `2026-01-31T00:00:00Z`, or
    leave the key out."""
    top, talk = (top_of(doc), says_at()), (conversation_of(doc), says_at("conversation"))
    times = [(top, "exported_at", True), (talk, "started_at", False), *((each, "ts", True) for each in events(doc))]
    for (whole, says), key, in_utc in times:
        time = whole.get(key, UNSET)
        if time is UNSET:
            continue
        if type(time) is not str or parse(time) is None:
            yield says(f"{key} is {said(time)}, expected an RFC 3339 time or nothing", key)
        elif in_utc and not time.endswith(("Z", "z", "+00:00")):
            yield says(f"{key} is {said(time)}, expected UTC", key)


@rule("OTK018", bad={"/open_token_version": "0.2"})
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


@rule("OTK019", bad={"/comment": "exported by hand"})
def top_has_no_other_keys(doc: Document) -> Iterator[Finding]:
    """A json document has only the six top-level keys of the specification, and none of them is null.

    Leave out what has no value. Put anything else into an annotation event.
    """
    for key, value in top_of(doc).items() if doc.mode is Mode.JSON else ():
        if key not in TOP:
            yield Finding(pointer(key), f"{key} is not a key of Open-Token, expected only {', '.join(TOP)}")
        elif value is None:
            yield Finding(pointer(key), f"{key} is null, expected a value or no key at all")


@rule("OTK026", bad={"/conversation/id": ""})
def conversation_has_an_id(doc: Document) -> Iterator[Finding]:
    """`conversation.id` is a string: the runtime's own id, or `conv_<YYYYMMDD>_<hash8>`.

    It shows that two exports are of the same conversation.
    """
    if type(top_of(doc).get("conversation")) is dict:
        found = conversation_of(doc).get("id", UNSET)
        if found is UNSET:
            yield Finding("/conversation", "id is missing, expected the conversation's id")
        elif type(found) is not str or not found:
            yield Finding("/conversation/id", f"id is {said(found)}, expected a non-empty string")


def _worded(doc: Document) -> Iterator[Part]:
    """The conversation, with what is no text left to OTK227."""
    yield {key: value for key, value in conversation_of(doc).items() if type(value) is str}, says_at("conversation")


# fmt: off
CONVERSATION: tuple[Rule, ...] = (
    rule.shape(
        "OTK027", "provider-and-runtime-are-known", _worded,
        {"source_runtime": one_of(RUNTIMES), "provider": one_of(PROVIDERS)}, severity=WARNING,
        good={"/conversation/provider": "other"}, bad={"/conversation/provider": "unknown"}, page="""
        `provider` and `source_runtime` are values that the specification lists.

        Its own example says `"unknown"` for both, so Steno reads other words too (gap R1); write `"other"`, or leave
        the key out."""),
    rule.shape(
        "OTK227", "conversation-is-described-by-texts", conversation,
        dict.fromkeys(("title", "timezone", "source_runtime", "provider"), _TEXT),
        good={"/conversation/provider": "other"}, bad={"/conversation/provider": 5}, page="""
        `title`, `timezone`, `source_runtime` and `provider` are strings, or absent.

        A reader that expects a text cannot use anything else. Leave an unknown key out instead of writing null."""),
    rule.shape(
        "OTK127", "availability-is-known", conversation, {"internal_availability": one_of(AVAILABILITY)},
        good={"/conversation/internal_availability": "unknown"},
        bad={"/conversation/internal_availability": "partly"}, page="""
        `internal_availability` is `available`, `unavailable` or `unknown`.

        It says whether the source has hidden reasoning, however much of it was exported (gap R6)."""),
)
# fmt: on

_REDACTION = {
    "mode": required(one_of(MODES)),
    "strategy": required(one_of(STRATEGIES)),
    "notes": Field(("text",), array=True, required=True),
}


@rule("OTK028", good={"/conversation/redaction": {"mode": "none", "strategy": "mask", "notes": []}},
      bad={"/conversation/redaction/mode": "most"})  # fmt: skip
def redaction_says_mode_strategy_and_notes(doc: Document) -> Iterator[Finding]:
    """`conversation.redaction` has a known `mode`, a known `strategy`, and `notes` that are strings.

    A reader has to know how far to trust that secrets are gone.
    """
    found = conversation_of(doc)
    yield from misfits((found, says_at("conversation")), {"redaction": OBJECT})
    if type(found.get("redaction")) is dict:
        yield from misfits((redaction_of(doc), says_at("conversation", "redaction")), _REDACTION)


_PARTICIPANT = {
    "actor_id": required(like(lambda text: ACTOR_ID().fullmatch(text), "act_ and three digits or more")),
    "kind": required(one_of(KINDS)),
    "name": required(TEXT),
    **dict.fromkeys(("provider", "model", "instance_id"), _TEXT),
}


@rule("OTK030", bad={"/participants/1/kind": "person"})
def participant_has_id_kind_and_name(doc: Document) -> Iterator[Finding]:
    """A participant has an `actor_id` such as `act_001`, a known `kind` and a `name`; the rest are strings.

    Events name their actor by this id.
    """
    for index, found in enumerate(participants_of(doc)):
        says = says_at("participants", index)
        if type(found) is dict:
            yield from misfits((found, says), _PARTICIPANT)
        else:
            yield says(f"the participant is {said(found)}, expected an object")


@rule("OTK031", bad={"/participants/-": {"actor_id": "act_001", "kind": "system", "name": "system"}})
def participant_is_listed_once(doc: Document) -> Iterator[Finding]:
    """Every speaker, agent, tool and originator of prompts is listed once, under an id of its own.

    If two entries share an id, nobody can tell which is meant.
    """
    first: dict[str, int] = {}
    for index, found in enumerate(participants_of(doc)):
        actor = found.get("actor_id") if type(found) is dict else None
        if type(actor) is str and first.setdefault(actor, index) != index:
            yield Finding(f"/participants/{index}/actor_id", f"participant {first[actor]} already has the id {actor}")
