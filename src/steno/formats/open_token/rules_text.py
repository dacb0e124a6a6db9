"""The rules of texts: what was taken out of them, where they were cut, and the hash of it all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import UNSET

from steno.base.counts import number_of
from steno.base.exact import JSON, said
from steno.contracts import Finding
from steno.formats.open_token.checks import (
    content,
    data,
    items,
    of_type,
    redaction_of,
    says_at,
    top_of,
)
from steno.formats.open_token.document import Document, Item
from steno.formats.open_token.examples import base, rule
from steno.formats.open_token.integrity import ALGORITHM, CANONICALIZATION, EXACT, Digest, events_hash
from steno.formats.open_token.wire import ELLIPSIS, HEAD, MODES, REDACTED, TAIL
from steno.formats.rulebook import WARNING

_NOTED = {"mode": "secrets", "strategy": "mask", "notes": ["masked 1 api_key"]}
_MASKED = {
    "/events/0/content/text": "The key is [REDACTED:api_key:0badcafe].",
    "/conversation/redaction": _NOTED,
}
# Put together here, so that no scanner takes this file for a leak.
_LEAKED = "-----BEGIN " + "PRIVATE KEY-----\n" + "MIIBVQIBADANBgkqhkiG9w0BAQ\n" + "-----END " + "PRIVATE KEY-----"


def strings(value: JSON) -> Iterator[str]:
    """Every text in a value, keys included."""
    stack = [value]
    while stack:
        part = stack.pop()
        if type(part) is str:
            yield part
        elif type(part) is dict:
            stack += part.values()
            stack += part.keys()
        elif type(part) is list:
            stack += part


def _mode(doc: Document) -> str:
    """How far the document says that it is redacted."""
    mode = redaction_of(doc).get("mode")
    return mode if isinstance(mode, str) and mode in MODES else "none"


def _leaks(value: JSON, level: str) -> Iterator[str]:
    """What the detectors of a level find in the texts of a value."""
    from steno.detect import Level, Unscannable, finder  # costs start-up, and only these rules need it

    engine = finder(Level(level))
    for words in strings(value):
        try:
            yield from (f"{each.type} in clear ({each.code})" for each in engine.find(words))
        except Unscannable:
            continue


@rule("OTK014", good=_MASKED, bad={"/events/0/content/text": _LEAKED}, scans=True)
def no_secret_is_left(doc: Document) -> Iterator[Finding]:
    """A document that says it is redacted holds no secret that a detector recognises.

    These are the detectors that redact an export, at the level of `conversation.redaction.mode`. Export again
    with Steno, and treat the secret as known to everyone who has the file.
    """
    if (mode := _mode(doc)) != "none":
        for item in items(doc):
            for leak in _leaks(item.value, mode):
                yield item.says(f"{leak}, but redaction.mode is {mode}", "content")


@rule("OTK029", good=_MASKED, bad={"/conversation/redaction/notes/0": "masked " + _LEAKED}, scans=True)
def note_holds_no_secret(doc: Document) -> Iterator[Finding]:
    """The notes of the redaction name no secret.

    They say what kinds of things were taken out, and how many.
    """
    notes = redaction_of(doc).get("notes")
    for index, note in enumerate(notes if type(notes) is list else ()):
        for leak in _leaks(note, "secrets"):
            yield Finding(f"/conversation/redaction/notes/{index}", leak)


def _holds_placeholder(doc: Document) -> bool:
    return any(REDACTED().search(words) for item in items(doc) for words in strings(item.value))


@rule("OTK128", good=_MASKED, bad={"/conversation/redaction": UNSET}, severity=WARNING)
def masked_document_says_so(doc: Document) -> Iterator[Finding]:
    """If events hold `[REDACTED:...]`, the conversation says how it was redacted.

    `conversation.redaction` is required unless nothing was redacted.  The exception is a conversation that merely talks
    about such a placeholder.
    """
    stated = type(top_of(doc).get("conversation")) is dict
    if stated and _mode(doc) == "none" and _holds_placeholder(doc):
        yield Finding("/conversation", "events hold [REDACTED:...], but `redaction` does not mention it")


@rule("OTK053", good=_MASKED, bad={"/events/0/content/text": "The key is [REDACTED]."}, severity=WARNING)
def placeholder_has_type_and_hash(doc: Document) -> Iterator[Finding]:
    """Masked text is replaced by `[REDACTED:<type>:<hash8>]`.

    The hash shows which values are equal without revealing them.
    """
    if _mode(doc) == "none":
        return
    for item in items(doc):
        for words in strings(item.value):
            at = words.find("[REDACTED")
            while at >= 0:
                if not REDACTED().match(words, at):
                    yield item.says(f"{said(words[at : at + 24])}, expected [REDACTED:<type>:<hash8>]", "content")
                at = words.find("[REDACTED", at + 1)


@rule("OTK055", good=_MASKED, bad={"/conversation/redaction/notes": []}, severity=WARNING)
def redaction_is_noted(doc: Document) -> Iterator[Finding]:
    """If something was masked, `conversation.redaction.notes` says in general terms what.

    A reader can then judge what is missing.
    """
    if _mode(doc) != "none" and not redaction_of(doc).get("notes") and _holds_placeholder(doc):
        yield Finding("/conversation/redaction/notes", "events hold [REDACTED:...], expected a note about it")


_CUT = "a" * HEAD + ELLIPSIS + "z" * TAIL
_SHORTENED = {
    "/events/0/content": {
        "mime": "text/plain", "text": _CUT, "data": {"truncated": True, "original_length": 5000},
    },
}  # fmt: skip


def _looks_cut(words: str) -> bool:
    return len(words) == HEAD + 1 + TAIL and words[HEAD] == ELLIPSIS


def _texts(doc: Document) -> Iterator[Item]:
    return (item for item in items(doc) if type(content(item).get("text")) is str)


def _cut_texts(doc: Document) -> Iterator[Item]:
    """The texts that are marked as cut."""
    return (item for item in _texts(doc) if "truncated" in data(item))


@rule.each(_texts, "OTK015", good=_SHORTENED, bad={"/events/0/content/data": UNSET}, severity=WARNING)
def cut_text_is_marked(item: Item) -> Iterator[Finding]:
    """A text that looks cut (1024 characters, an ellipsis, 256 characters) is marked as cut.

    Otherwise a reader takes a part for the whole.
    """
    if "data" not in content(item) and _looks_cut(content(item)["text"]):
        yield item.says('the text looks cut, expected data {"truncated":true,...}', "content", "text")


@rule.each(_cut_texts, "OTK058", good=_SHORTENED, bad={"/events/0/content/text": "a" * 3000}, severity=WARNING)
def cut_text_keeps_its_ends(item: Item) -> Iterator[Finding]:
    """A text marked as cut has at most its first 1024 and its last 256 characters, and an ellipsis between them.

    It may have fewer, so as not to split a placeholder or a combined character (gap R13).
    """
    words, most = content(item)["text"], HEAD + 1 + TAIL
    if ELLIPSIS not in words:
        yield item.says("the text is marked as cut, expected an ellipsis in it", "content", "text")
    elif len(words) > most:
        message = f"a cut text of {number_of(len(words), 'character')}, expected at most {most}"
        yield item.says(message, "content", "text")


@rule.each(_cut_texts, "OTK059", good=_SHORTENED, bad={"/events/0/content/data": {"truncated": "yes"}})
def marker_of_a_cut_text_is_exact(item: Item) -> Iterator[Finding]:
    """The marker beside a cut text is `{"truncated":true,"original_length":n}`, and `n` is larger than what is left.

    The length counts the characters of the redacted text before it was cut, and is left out if unknown.
    """
    words, marker = content(item)["text"], data(item)
    if marker["truncated"] is not True:
        yield item.says(f"truncated is {said(marker['truncated'])}, expected true", "content", "data", "truncated")
    length = marker.get("original_length", UNSET)
    if length is not UNSET and (type(length) is not int or length <= len(words)):
        message = f"original_length is {said(length)}, expected a number above {len(words)}"
        yield item.says(message, "content", "data", "original_length")
    if further := sorted(marker.keys() - {"truncated", "original_length"}):
        yield item.says(f"{further[0]} beside a text, expected only the marker", "content", "data")


@rule.each(
    partial(of_type, types=("tool_use",)),
    "OTK060",
    good={"/events/1/content/data": {"tool_name": "Write", "arguments": {"text": _CUT}, "truncated": True}},
    bad={"/events/1/content/data/truncated": UNSET, "/events/1/content/data/arguments/truncated": True},
)
def cut_arguments_are_marked_beside_them(item: Item) -> Iterator[Finding]:
    """If a call's arguments were cut, `truncated` is true and beside `tool_name`.

    Inside the arguments it would look like part of the model's request (gap R17).
    """
    found = data(item)
    if found.get("truncated", True) is not True:
        yield item.says(f"truncated is {said(found['truncated'])}, expected true", "content", "data", "truncated")
    arguments = found.get("arguments")
    inside = type(arguments) is dict and arguments.get("truncated") is True and "truncated" not in found
    if inside and any(map(_looks_cut, strings(arguments))):
        yield item.says("truncated inside the arguments, expected it beside tool_name", "content", "data")


_OMISSION = {"omission": {"reason": "max_bytes", "dropped_events": 2, "original_seq_range": [1, 2]}}
_ANNOTATED = {"type": "annotation", "role": "system", "visibility": "metadata", "actor_id": "act_001"}


def _omitting(place: int) -> dict[str, JSON]:
    fields = _ANNOTATED | {"content": {"mime": "application/json", "data": _OMISSION}}
    return {f"/events/{place}/{key}": value for key, value in fields.items()}


@rule("OTK061", good=_omitting(0), bad=_omitting(6))
def omission_is_announced_first(doc: Document) -> Iterator[Finding]:
    """If events were dropped, the first event is an annotation that says why, how many, and which.

    Its data is `{"omission":{"reason":...,"dropped_events":k,"original_seq_range":[a,b]}}` (gap R20); only the oldest
    are dropped, so it takes their place.
    """
    for index, item, value in doc.events_at():
        if value.get("type") != "annotation" or "omission" not in data(item):
            continue
        omission = data(item)["omission"]
        if index:
            yield item.says(f"an omission at event {index + 1}, expected it first", "content", "data", "omission")
        if type(omission) is not dict or type(omission.get("dropped_events")) is not int:
            message = f"omission is {said(omission)}, expected reason, dropped_events and original_seq_range"
            yield item.says(message, "content", "data", "omission")


def _sealed() -> dict[str, JSON]:
    return {"/integrity": Digest(base()["events"]).integrity()}


@rule("OTK062", good=_sealed, bad={"/integrity/events_hash": "0" * 64})
def hash_is_the_events_own(doc: Document) -> Iterator[Finding]:
    """`integrity.events_hash` is the SHA-256 of the events in canonical JSON (RFC 8785), in lowercase hexadecimal.

    ndjson has the hash of the same array: the events without their envelopes (gap R22).  Numbers and texts that
    RFC 8785 refuses are spelled by an extension, which `integrity.profile` names.  If the hash differs, the events were
    changed after it was made, or it was computed over a different spelling of them.
    """
    holder = doc.footer if type(doc.footer) is dict else top_of(doc)
    if "integrity" not in holder:
        return
    stated, says = holder["integrity"], says_at("integrity")
    if type(stated) is not dict:
        yield says(f"integrity is {said(stated)}, expected an object")
        return
    for key, expected in (("hash_alg", ALGORITHM), ("canonicalization", CANONICALIZATION)):
        if stated.get(key) != expected:
            yield says(f'{key} is {said(stated.get(key))}, expected "{expected}"', key)
    profile = stated.get("profile", EXACT)
    if type(profile) is not str:
        yield says(f"profile is {said(profile)}, expected a string or nothing", "profile")
    if profile != EXACT or stated.get("hash_alg") != ALGORITHM:
        return  # nobody but its maker knows how to make this hash
    found = events_hash(item.value for item in doc.items if item.value is not UNSET)
    if found is not None and stated.get("events_hash") != found:
        yield says(f'events_hash is {said(stated.get("events_hash"))}, expected "{found}"', "events_hash")
