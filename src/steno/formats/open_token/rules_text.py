"""The rules of redaction, of texts that were cut, and of the hash."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.counts import number_of
from steno.base.exact import JSON, said
from steno.contracts import Finding, rule
from steno.diagnostics import Severity
from steno.formats.open_token.checks import conversation_of, top_of
from steno.formats.open_token.document import Document
from steno.formats.open_token.examples import annotation, answer, call, data, document, event, result, text
from steno.formats.open_token.integrity import ALGORITHM, CANONICALIZATION, EXACT, events_hash
from steno.formats.open_token.wire import ELLIPSIS, HEAD, MODES, REDACTED, TAIL

_GOOD = document(event(1), answer(2))
_MASKED = "The key is [REDACTED:api_key:0badcafe]."
# Put together here, so that no scanner takes this file for a leak.
_LEAKED = "-----BEGIN " + "PRIVATE KEY-----\n" + "MIIBVQIBADANBgkqhkiG9w0BAQ\n" + "-----END " + "PRIVATE KEY-----"


def _redaction(**fields: JSON) -> dict[str, JSON]:
    return {"redaction": {"mode": "secrets", "strategy": "mask", "notes": ["masked 1 api_key"]} | fields}


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
    found = (conversation_of(doc) or {}).get("redaction")
    mode = found.get("mode") if type(found) is dict else None
    return mode if isinstance(mode, str) and mode in MODES else "none"


@rule(
    "OTK014",
    clause="OT-14",
    good=document(event(1, content=text(_MASKED)), conversation=_redaction()),
    bad=document(event(1, content=text(_LEAKED)), conversation=_redaction()),
    scans=True,
)
def no_secret_is_left(doc: Document) -> Iterator[Finding]:
    """A document that says it is redacted holds no secret that can be recognised by its form.

    The same detectors look that redact an export, at the level that `conversation.redaction.mode` names.  Export again
    with Steno, and treat the secret as known to everyone who has the file.
    """
    if (mode := _mode(doc)) == "none":
        return
    from steno.detect import Level, Unscannable, finder  # costs start-up, and only this rule needs it

    engine = finder(Level(mode))
    for _, item, value in doc.events_at():
        for words in strings(value):
            try:
                found = engine.find(words)
            except Unscannable:
                found = []
            for each in found:
                yield item.says(f"{each.type} in clear ({each.code}), but redaction.mode is {mode}", "content")


@rule(
    "OTK029",
    clause="OT-29",
    good=document(conversation=_redaction()),
    bad=document(conversation=_redaction(notes=["masked " + _LEAKED])),
    scans=True,
)
def note_holds_no_secret(doc: Document) -> Iterator[Finding]:
    """The notes of the redaction name no secret.

    They tell what kinds of things were taken out, and how many.
    """
    redaction = (conversation_of(doc) or {}).get("redaction")
    notes = redaction.get("notes") if type(redaction) is dict else None
    if type(notes) is not list:
        return
    from steno.detect import Level, Unscannable, finder  # costs start-up, and only documents with notes need it

    engine = finder(Level.SECRETS)
    for index, note in enumerate(notes):
        for words in strings(note):
            try:
                found = engine.find(words)
            except Unscannable:
                found = []
            for each in found:
                yield Finding(f"/conversation/redaction/notes/{index}", f"{each.type} in clear ({each.code})")


@rule(
    "OTK128",
    clause="OT-28",
    good=document(event(1, content=text(_MASKED)), conversation=_redaction()),
    bad=document(event(1, content=text(_MASKED))),
    severity=Severity.WARNING,
)
def masked_document_says_so(doc: Document) -> Iterator[Finding]:
    """Where events hold `[REDACTED:...]`, the conversation says how it was redacted.

    `conversation.redaction` is required unless nothing was redacted.  A conversation that merely speaks of such a
    placeholder is the exception.
    """
    conversation = conversation_of(doc)
    if conversation is None or _mode(doc) != "none":
        return
    if any(REDACTED.search(words) for _, _, value in doc.events_at() for words in strings(value)):
        yield Finding("/conversation", "events hold [REDACTED:...], but redaction says nothing of it")


@rule(
    "OTK053",
    clause="OT-53",
    good=document(event(1, content=text(_MASKED)), conversation=_redaction()),
    bad=document(event(1, content=text("The key is [REDACTED].")), conversation=_redaction()),
    severity=Severity.WARNING,
)
def placeholder_has_type_and_hash(doc: Document) -> Iterator[Finding]:
    """What was taken out is replaced by `[REDACTED:<type>:<hash8>]`.

    The hash tells equal values from different ones without telling the value.
    """
    if _mode(doc) == "none":
        return
    for _, item, value in doc.events_at():
        for words in strings(value):
            at = words.find("[REDACTED")
            while at >= 0:
                if not REDACTED.match(words, at):
                    yield item.says(f"{said(words[at : at + 24])}, expected [REDACTED:<type>:<hash8>]", "content")
                at = words.find("[REDACTED", at + 1)


@rule(
    "OTK055",
    clause="OT-55",
    good=document(event(1, content=text(_MASKED)), conversation=_redaction()),
    bad=document(event(1, content=text(_MASKED)), conversation=_redaction(notes=[])),
    severity=Severity.WARNING,
)
def redaction_is_noted(doc: Document) -> Iterator[Finding]:
    """Where something was taken out, `conversation.redaction.notes` says in general terms what.

    A reader can then judge what is missing.
    """
    redaction = (conversation_of(doc) or {}).get("redaction")
    if _mode(doc) == "none" or type(redaction) is not dict or redaction.get("notes"):
        return
    if any(REDACTED.search(words) for _, _, value in doc.events_at() for words in strings(value)):
        yield Finding("/conversation/redaction/notes", "events hold [REDACTED:...], expected a note of it")


_CUT = "a" * HEAD + ELLIPSIS + "z" * TAIL
_MARKED = text(_CUT, data={"truncated": True, "original_length": 5000})


@rule(
    "OTK015",
    clause="OT-15",
    good=document(event(1, content=_MARKED)),
    bad=document(event(1, content=text(_CUT))),
    severity=Severity.WARNING,
)
def cut_text_is_marked(doc: Document) -> Iterator[Finding]:
    """A text that has the shape of a cut one (1024 characters, an ellipsis, 256 characters) is marked as cut.

    Otherwise a reader takes a part for the whole.
    """
    for _, item, value in doc.events_at():
        content = value.get("content")
        if type(content) is not dict or type(words := content.get("text")) is not str or "data" in content:
            continue
        if len(words) == HEAD + 1 + TAIL and words[HEAD] == ELLIPSIS:
            yield item.says('the text looks cut, expected data {"truncated":true,...}', "content", "text")


@rule(
    "OTK058",
    clause="OT-58",
    good=document(event(1, content=_MARKED)),
    bad=document(event(1, content=_MARKED | {"text": "a" * 3000})),
    severity=Severity.WARNING,
)
def cut_text_keeps_its_ends(doc: Document) -> Iterator[Finding]:
    """A text that is marked as cut has at most its first 1024 and its last 256 characters, and an ellipsis between.

    It may have fewer, where a placeholder or a combined character would have been parted (gap R13).
    """
    for _, item, value in doc.events_at():
        content = value.get("content")
        if type(content) is not dict or type(words := content.get("text")) is not str or not _is_marker(content):
            continue
        if ELLIPSIS not in words:
            yield item.says("the text is marked as cut, expected an ellipsis in it", "content", "text")
        elif len(words) > HEAD + 1 + TAIL:
            yield item.says(
                f"a cut text of {number_of(len(words), 'character')}, expected at most {HEAD + 1 + TAIL}",
                "content",
                "text",
            )


def _is_marker(content: dict[str, JSON]) -> bool:
    marker = content.get("data")
    return type(marker) is dict and "truncated" in marker


@rule(
    "OTK059",
    clause="OT-59",
    good=document(event(1, content=_MARKED)),
    bad=document(event(1, content=text(_CUT, data={"truncated": "yes"}))),
)
def marker_of_a_cut_text_is_exact(doc: Document) -> Iterator[Finding]:
    """The marker beside a cut text is `{"truncated":true,"original_length":n}`, and `n` is larger than what is left.

    The length counts the characters of the redacted text before it was cut, and is left out where it is not known.
    """
    for _, item, value in doc.events_at():
        content = value.get("content")
        if type(content) is not dict or type(words := content.get("text")) is not str or not _is_marker(content):
            continue
        marker = content["data"]
        if marker["truncated"] is not True:
            yield item.says(f"truncated is {said(marker['truncated'])}, expected true", "content", "data", "truncated")
        length = marker.get("original_length", UNSET)
        if length is not UNSET and (type(length) is not int or length <= len(words)):
            message = f"original_length is {said(length)}, expected a number above {len(words)}"
            yield item.says(message, "content", "data", "original_length")
        if further := sorted(marker.keys() - {"truncated", "original_length"}):
            yield item.says(f"{further[0]} beside a text, expected only the marker", "content", "data")


_CALLED = {"tool_name": "Write", "arguments": {"text": _CUT}}


@rule(
    "OTK060",
    clause="OT-60",
    good=document(call(1, content=data(_CALLED | {"truncated": True})), result(2)),
    bad=document(call(1, content=data({**_CALLED, "arguments": {"text": _CUT, "truncated": True}})), result(2)),
)
def cut_arguments_are_marked_beside_them(doc: Document) -> Iterator[Finding]:
    """Where a call's arguments were cut, `truncated` is true and stands beside `tool_name`.

    Inside the arguments it would look like something that the model asked for (gap R17).
    """
    for _, item, value in doc.events_at():
        content = value.get("content")
        found = content.get("data") if type(content) is dict else None
        if value.get("type") != "tool_use" or type(found) is not dict:
            continue
        if found.get("truncated", True) is not True:
            yield item.says(f"truncated is {said(found['truncated'])}, expected true", "content", "data", "truncated")
        arguments = found.get("arguments")
        cut = any(len(each) == HEAD + 1 + TAIL and each[HEAD] == ELLIPSIS for each in strings(arguments))
        if type(arguments) is dict and arguments.get("truncated") is True and cut and "truncated" not in found:
            yield item.says("truncated inside the arguments, expected it beside tool_name", "content", "data")


_OMISSION = {"omission": {"reason": "max_bytes", "dropped_events": 2, "original_seq_range": [1, 2]}}


@rule(
    "OTK061",
    clause="OT-61",
    good=document(annotation(1, _OMISSION), event(2)),
    bad=document(event(1), annotation(2, _OMISSION)),
)
def omission_is_announced_first(doc: Document) -> Iterator[Finding]:
    """Where events were dropped, the first event is an annotation that says why, how many, and which.

    Its data is `{"omission":{"reason":...,"dropped_events":k,"original_seq_range":[a,b]}}` (gap R20); only the oldest
    are dropped, so it stands where they stood.
    """
    for index, item, value in doc.events_at():
        content = value.get("content")
        found = content.get("data") if type(content) is dict else None
        if value.get("type") != "annotation" or type(found) is not dict or "omission" not in found:
            continue
        omission = found["omission"]
        if index:
            yield item.says(f"an omission at event {index + 1}, expected it first", "content", "data", "omission")
        if type(omission) is not dict or type(omission.get("dropped_events")) is not int:
            message = f"omission is {said(omission)}, expected reason, dropped_events and original_seq_range"
            yield item.says(message, "content", "data", "omission")


_HASHED = [event(1), answer(2)]
_INTEGRITY = {"hash_alg": ALGORITHM, "canonicalization": CANONICALIZATION, "events_hash": events_hash(_HASHED)}


@rule(
    "OTK062",
    clause="OT-62",
    good=document(*_HASHED, integrity=_INTEGRITY),
    bad=document(*_HASHED, integrity=_INTEGRITY | {"events_hash": "0" * 64}),
)
def hash_is_the_events_own(doc: Document) -> Iterator[Finding]:
    """`integrity.events_hash` is the SHA-256 of the events in canonical JSON (RFC 8785), in lowercase hexadecimal.

    ndjson has the hash of the same array: the events without their envelopes (gap R22).  Numbers and texts that
    RFC 8785 refuses are spelled by an extension, which `integrity.profile` names.  If the hash differs, the events were
    changed after it was made, or it was made from another spelling of them.
    """
    holder = doc.footer if type(doc.footer) is dict else top_of(doc)
    if "integrity" not in holder:
        return
    stated = holder["integrity"]
    if type(stated) is not dict:
        yield Finding("/integrity", f"integrity is {said(stated)}, expected an object")
        return
    for key, expected in (("hash_alg", ALGORITHM), ("canonicalization", CANONICALIZATION)):
        if stated.get(key) != expected:
            yield Finding(f"/integrity/{key}", f'{key} is {said(stated.get(key))}, expected "{expected}"')
    profile = stated.get("profile", EXACT)
    if type(profile) is not str:
        yield Finding("/integrity/profile", f"profile is {said(profile)}, expected a string or nothing")
    if profile != EXACT or stated.get("hash_alg") != ALGORITHM:
        return  # nobody but its maker knows how to make this hash
    found = events_hash(item.value for item in doc.items if item.value is not UNSET)
    if found is not None and stated.get("events_hash") != found:
        there = said(stated.get("events_hash"))
        yield Finding("/integrity/events_hash", f'events_hash is {there}, expected "{found}"')


RULES = (
    no_secret_is_left,
    cut_text_is_marked,
    note_holds_no_secret,
    masked_document_says_so,
    placeholder_has_type_and_hash,
    redaction_is_noted,
    cut_text_keeps_its_ends,
    marker_of_a_cut_text_is_exact,
    cut_arguments_are_marked_beside_them,
    omission_is_announced_first,
    hash_is_the_events_own,
)
