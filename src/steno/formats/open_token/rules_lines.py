"""The rules of the file as such: JSON, lines, and the parts that have to be there."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.counts import number_of
from steno.base.exact import said
from steno.contracts import Finding
from steno.formats.open_token.document import Document
from steno.formats.open_token.examples import base, lines, rule, spelled
from steno.formats.open_token.layout import enveloped
from steno.formats.open_token.options import Mode
from steno.formats.records import BAD, BLANK, BOM, CUT, DAMAGED, DUPLICATE, NOT_OBJECT
from steno.formats.rulebook import WARNING


def _problems(doc: Document, *codes: str) -> Iterator[Finding]:
    for problem in doc.problems:
        if problem.code in codes:
            yield Finding("", problem.message, problem.place.line)


@rule("OTK008", bad={"/events": UNSET})
def document_has_its_parts(doc: Document) -> Iterator[Finding]:
    """A document has a `conversation` object, a `participants` array and an `events` array.

    Without them nobody can tell which conversation this is, who spoke, or what was said.
    In ndjson the events are the lines.  Export again, or add the missing part.
    """
    lines = doc.mode is Mode.NDJSON or doc.array
    if type(doc.top) is not dict:
        if not lines and not doc.problems:
            yield Finding("", "not an object, expected an Open-Token document")
        return
    parts = [("conversation", dict, "object"), ("participants", list, "array")]
    found = {key: doc.top.get(key, UNSET) for key, _, _ in parts}
    if not lines:
        parts.append(("events", list, "array"))
        found["events"] = doc.events
    for key, kind, name in parts:
        if found[key] is UNSET:
            if not lines:  # OTK108 looks at a header line
                yield Finding("", f"{key} is missing, expected an {name}")
        elif type(found[key]) is not kind:
            yield Finding(f"/{key}", f"{key} is {said(found[key])}, expected an {name}")


@rule("OTK108", good=lines, bad=lambda: lines(header={"open_token_version": "0.1"}), severity=WARNING)
def header_line_tells_conversation_and_participants(doc: Document) -> Iterator[Finding]:
    """The header line of ndjson holds `conversation` and `participants`.

    The specification shows a header without them, yet requires the conversation's id and an actor for every event; the
    header line is the only place for both (gap R2). Without them, a reader knows neither.
    """
    if doc.mode is Mode.NDJSON and type(doc.top) is dict:
        for key in ("conversation", "participants"):
            if key not in doc.top:
                yield Finding("", f"the header line has no {key}", doc.lines[0][0] if doc.lines else None)


@rule("OTK016", bad=lambda: "Here is your export:\n" + spelled(base()))
def output_is_json_and_nothing_else(doc: Document) -> Iterator[Finding]:
    """The file is one JSON object in UTF-8, with nothing before or after it.

    Programs read it: a greeting, a code fence, a byte order mark or a cut-off end makes it unreadable to most of them.
    Remove what surrounds the object, or export again.
    """
    if doc.mode is Mode.JSON:
        yield from _problems(doc, BAD.code, CUT.code, BOM.code, DAMAGED.code)
        for item in doc.items:
            if item.value is not UNSET and type(item.value) is not dict:
                yield Finding(item.pointer, f"the event is {said(item.value)}, expected an object", item.line)


@rule("OTK116", bad=lambda: spelled(base()).replace('"seq":1', '"seq":1,"seq":1'), severity=WARNING)
def key_stands_once(doc: Document) -> Iterator[Finding]:
    """No object has a key twice.

    Readers disagree about which of the two counts, so the document says different things to different programs.
    OTK122 covers the two `type` keys that a literal reading of the ndjson form leads to.
    """
    twice = {item.line for item in doc.items if item.envelope == "twice"}
    for problem in doc.problems:
        if problem.code == DUPLICATE.code and problem.place.line not in twice:
            yield Finding("", problem.message, problem.place.line)


@rule("OTK021", good=lines, bad=lambda: lines().partition("\n")[2])
def header_line_is_first(doc: Document) -> Iterator[Finding]:
    """The first line of ndjson is the header, and there is no other.

    A reader that streams must know version, conversation and participants before the first event.
    """
    if doc.mode is not Mode.NDJSON:
        return
    if not doc.lines or doc.lines[0][1] != "header":
        yield Finding("", 'the first line is not a header, expected {"type":"header",...}', 1)
    for item in doc.items:
        if type(item.value) is dict and not item.envelope and item.value.get("type") == "header":
            yield Finding("", "a header after the first line", item.line)


@rule("OTK022", good=lines, bad=lambda: lines({"type": "note", "text": "by hand"}))
def line_is_header_event_or_footer(doc: Document) -> Iterator[Finding]:
    """Every line of ndjson is a header, an event or a footer.

    Nothing else has a meaning; an event says `"type":"event"`.
    """
    for item in doc.items if doc.mode is Mode.NDJSON else ():
        if type(item.value) is dict and not item.envelope and item.value.get("type") not in ("header", "footer"):
            message = f"type is {said(item.value.get('type'))}, expected header, event or footer"
            yield Finding("/type", message, item.line)


_ENVELOPES = {
    "nested": "the event is nested under event",
    "direct": "type is the event's own type, or event_type is missing",
    "twice": "`type` appears twice",
}


@rule("OTK122", good=lines, bad=lambda: lines({"type": "event", "event": base()["events"][6] | {"seq": 2}}),
      severity=WARNING)  # fmt: skip
def event_line_is_flat(doc: Document) -> Iterator[Finding]:
    """A line says `"type":"event"`, and its event's own type under `event_type`.

    The specification uses one key for the type of the line and of the event; this solution keeps the line flat and its
    keys distinct (gap R3).  A nested `event`, the event's type directly in `type`, and `type`
    twice can be read too.
    """
    for item in doc.items if doc.mode is Mode.NDJSON else ():
        if found := _ENVELOPES.get(item.envelope):
            yield Finding("/type", f'{found}, expected "type":"event" with "event_type"', item.line)


@rule("OTK023", good=lambda: lines({"type": "footer"}),
      bad=lambda: lines({"type": "footer"}, enveloped(base()["events"][6] | {"seq": 2})))  # fmt: skip
def footer_line_is_last(doc: Document) -> Iterator[Finding]:
    """A footer, if there is one, is the last line, and the only footer.

    Its hash covers every event, so an event after it would not be covered.
    """
    kinds = [kind for _, kind in doc.lines]
    if "footer" in kinds and kinds[-1] != "footer":
        index = kinds.index("footer")
        after = number_of(len(kinds) - index - 1, "line")
        yield Finding("", f"{after} after the footer, expected none", doc.lines[index][0])
    for item in doc.items:
        if type(item.value) is dict and not item.envelope and item.value.get("type") == "footer":
            yield Finding("", "a second footer", item.line)


@rule("OTK024", good=lines, bad=lambda: lines() + "{'type': 'event'}\n")
def line_is_json(doc: Document) -> Iterator[Finding]:
    """Every line of ndjson is one JSON object in UTF-8.

    A reader loses any other line: a blank one, a byte order mark, an array.
    """
    if doc.mode is Mode.NDJSON:
        yield from _problems(doc, BAD.code, CUT.code, NOT_OBJECT.code, BOM.code, BLANK.code, DAMAGED.code)


@rule("OTK025", good=lines, bad=lambda: "[" + ",".join(lines().splitlines()) + "]")
def lines_are_not_wrapped_in_an_array(doc: Document) -> Iterator[Finding]:
    """Neither a document nor its lines are wrapped in an array.

    ndjson is written and read line by line; an array can only be read whole.  Remove the brackets and the commas
    between the lines.
    """
    if doc.array:
        yield Finding("", "the file is an array, expected an object or lines of objects")
