"""The rules of single events: ids, order, closed sets, content, links, usage."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import JSON, said
from steno.contracts import Finding, Rule
from steno.formats.open_token.checks import content, conversation_of, events, items, link, participants_of, top_of
from steno.formats.open_token.document import Document, Item
from steno.formats.open_token.examples import rule
from steno.formats.open_token.wire import EVENT_ID, LINK_ID, MIMES, ROLES, THOUGHT, TOKENS, TYPES, VISIBILITIES
from steno.formats.rulebook import NOTE, WARNING
from steno.formats.shapes import OBJECT, TEXT, misfits, one_of, required

# fmt: off
SETS: tuple[Rule, ...] = (
    rule.shape(
        "OTK035", "type-is-known", events, {"type": required(one_of(TYPES))},
        bad={"/events/0/type": "thought"}, page="""
        The `type` of an event is one of the six: message, tool_use, tool_result, span_start, span_end, annotation.

        Anything else is an `annotation`."""),
    rule.shape(
        "OTK036", "visibility-is-known", events, {"visibility": required(one_of(VISIBILITIES))},
        bad={"/events/0/visibility": "hidden"}, page="""
        `visibility` is `public`, `internal` or `metadata`.

        It separates what the human saw, what only the model saw, and what is about the run."""),
    rule.shape(
        "OTK037", "role-is-known", events, {"role": required(one_of(ROLES))}, bad={"/events/0/role": "agent"}, page="""
        `role` is system, developer, user, assistant, assistant_thought or tool.

        Spans have the role assistant, annotations the role system (gap R29)."""),
)
# fmt: on


@rule(
    "OTK010",
    good={"/conversation/internal_availability": "unavailable"},
    bad={"/events/4/role": THOUGHT, "/events/4/visibility": "internal"},
)
def unavailable_thoughts_are_not_there(doc: Document) -> Iterator[Finding]:
    """If `internal_availability` is `unavailable`, no event has the content of a thought.

    Either the source holds reasoning and the header is wrong, or the reasoning was made up.  Placeholders
    (`{"redacted":true}`) are allowed.
    """
    if conversation_of(doc).get("internal_availability") != "unavailable":
        return
    for item in items(doc):
        inner = item.value.get("content")
        if item.value.get("role") == THOUGHT and type(inner) is dict and inner.get("data") != {"redacted": True}:
            yield item.says("a thought with content, but internal_availability is unavailable", "content")


def _ids(doc: Document) -> set[str]:
    return {id for item in items(doc) if type(id := item.value.get("id")) is str}


@rule("OTK011", bad={"/events/0/links": {"replies_to": "evt_000007"}}, severity=WARNING)
def link_points_back(doc: Document) -> Iterator[Finding]:
    """`parent_id` and `replies_to` name an earlier event.

    Events are in causal order, so nothing can follow from a later event.
    """
    later, seen = _ids(doc), set[JSON]()
    for item in items(doc):
        for key in ("parent_id", "replies_to"):
            if (target := link(item, key)) in later and target not in seen:
                yield item.says(f"{key} is {target}, which comes later", "links", key)
        if type(id := item.value.get("id")) is str:
            seen.add(id)


@rule("OTK012", bad={"/events/0/actor_id": "act_009"})
def actor_is_a_participant(doc: Document) -> Iterator[Finding]:
    """The `actor_id` of every event is that of a participant.

    Without it, nobody knows who spoke. Add the participant, or name the right one.
    """
    listed = "participants" in top_of(doc)
    ids = [each.get("actor_id") for each in participants_of(doc) if type(each) is dict]
    known = {each for each in ids if type(each) is str}
    for item in items(doc):
        actor = item.value.get("actor_id")
        if type(actor) is not str or (listed and actor not in known):
            there = "missing" if "actor_id" not in item.value else said(actor)
            yield item.says(f"actor_id is {there}, expected the id of a participant", "actor_id")


@rule("OTK020", bad={"/events/0/seq": 2, "/events/1/seq": 1})
def seq_increases(doc: Document) -> Iterator[Finding]:
    """`seq` is larger in every event than in the one before.

    It states the order a second time, so that reordering is noticed.
    """
    before = 0
    for item in items(doc):
        seq = item.value.get("seq")
        if type(seq) is int:
            if seq <= before:
                yield item.says(f"seq is {seq}, expected more than {before}", "seq")
            before = seq


@rule("OTK034", bad={"/events/6/seq": 8})
def seq_is_contiguous(doc: Document) -> Iterator[Finding]:
    """Every event has a `seq`; it begins with 1 and has no gaps.

    A gap is a missing event.  Renumber the events only if none is missing.
    """
    before = 0
    for item in items(doc):
        seq = item.value.get("seq")
        if type(seq) is not int:
            there = "missing" if "seq" not in item.value else said(seq)
            yield item.says(f"seq is {there}, expected {before + 1}", "seq")
            before += 1
            continue
        if seq > before + 1 or (seq < 1 and before == 0):
            yield item.says(f"seq is {seq}, expected {before + 1}", "seq")
        before = seq


@rule("OTK033", bad={"/events/1/id": "first"})
def event_has_an_id_of_its_own(doc: Document) -> Iterator[Finding]:
    """Every event has its own `id`: `evt_` and six digits or more.

    Links name events by it.
    """
    first: dict[str, int] = {}
    for index, item, value in doc.events_at():
        found = value.get("id")
        if type(found) is not str or not EVENT_ID().fullmatch(found):
            there = "missing" if "id" not in value else said(found)
            yield item.says(f"id is {there}, expected evt_ and six digits or more", "id")
        elif found in first:
            yield item.says(f"event {first[found] + 1} already has the id {found}", "id")
        if type(found) is str:
            first.setdefault(found, index)


@rule.each(items, "OTK038", bad={"/events/0/content/mime": "application/json"}, severity=WARNING)
def mime_fits_the_content(item: Item) -> Iterator[Finding]:
    """Content with `text` has the mime type text/plain, content with `data` has application/json.

    A reader looks at `mime` to know where to look.  The one exception is the marker of a cut text, which is in
    `data` beside it (gap R16).
    """
    found = content(item)
    key, expected = ("text", "text/plain") if "text" in found else ("data", "application/json")
    if key in found and (mime := found.get("mime")) != expected:
        yield item.says(f"mime is {said(mime)} with {key}, expected {expected}", "content", "mime")


_CONTENT = {"mime": required(one_of(MIMES, said=" or ".join(MIMES))), "text": TEXT}


@rule.each(items, "OTK138", bad={"/events/0/content": "Hello."})
def content_is_an_object(item: Item) -> Iterator[Finding]:
    """`content` is an object with a known `mime`; its `text`, if there is one, is a string.

    Every event has content, at least `{"mime":"application/json","data":{}}` (gap R29).  Its `data` is an object; only
    the output of a tool may be any JSON.
    """
    yield from misfits((item.value, item.says), {"content": required(OBJECT)})
    if type(found := item.value.get("content")) is dict:
        shape = _CONTENT if item.value.get("type") == "tool_result" else _CONTENT | {"data": OBJECT}
        yield from misfits((found, lambda message, key: item.says(message, "content", key)), shape)


@rule("OTK039", bad={"/events/6/links": {"parent_id": "evt_000009"}})
def link_names_what_exists(doc: Document) -> Iterator[Finding]:
    """`links` is an object of ids of the right form, and `parent_id` and `replies_to` name events of the document.

    A link to nothing is of no use; leave it out.
    """
    ids = _ids(doc)
    for item in items(doc):
        yield from misfits((item.value, item.says), {"links": OBJECT})
        links = item.value.get("links")
        for key, form in LINK_ID.items() if type(links) is dict else ():
            found = links.get(key, UNSET)
            if found is UNSET:
                continue
            if type(found) is not str or not form().fullmatch(found):
                expected = form().pattern.partition("\\")[0]
                message = f"{key} is {said(found)}, expected {expected} and six digits or more"
                yield item.says(message, "links", key)
            elif form is EVENT_ID and found not in ids:
                yield item.says(f"{key} is {found}, which is not an event of this document", "links", key)


@rule.each(items, "OTK040", good={"/events/6/usage": {"input_tokens": 10}}, bad={"/events/6/usage/input_tokens": "10"})
def usage_counts_tokens(item: Item) -> Iterator[Finding]:
    """`usage` holds `input_tokens`, `output_tokens` and `reasoning_tokens`, whole numbers from 0, if known.

    An unknown count is absent, not 0 or null.  Other counts go into an annotation (gap R31).
    """
    yield from misfits((item.value, item.says), {"usage": OBJECT})
    usage = item.value.get("usage")
    for key, count in usage.items() if type(usage) is dict else ():
        if key not in TOKENS:
            yield item.says(f"{key} is not a count of usage, expected {', '.join(TOKENS)}", "usage")
        elif type(count) is not int or count < 0:
            yield item.says(f"{key} is {said(count)}, expected a whole number from 0, or nothing", "usage", key)


_VISIBLE = {
    "system": ("internal", "public"),
    "developer": ("internal",),
    "user": ("public",),
    "assistant": ("public",),
    THOUGHT: ("internal",),
}


@rule.each(items, "OTK041", bad={"/events/0/visibility": "internal"}, severity=NOTE)
def role_and_visibility_follow_the_guidance(item: Item) -> Iterator[Finding]:
    """User messages and answers are public; prompts, thoughts, tool calls and results are internal.

    The specification gives this as guidance.  A program or another agent may speak in the role of the user; if
    the human never saw it, internal is right. Check whether this is such a message.
    """
    role, kind, visibility = (item.value.get(key) for key in ("role", "type", "visibility"))
    if kind == "message" and type(role) is str and role in _VISIBLE and visibility not in _VISIBLE[role]:
        message = f"visibility is {said(visibility)} for {role}, expected {' or '.join(_VISIBLE[role])}"
        yield item.says(message, "visibility")
    for of, expected in (("tool_use", "assistant"), ("tool_result", "tool")):
        if kind == of and role in ROLES and role != expected:
            yield item.says(f"role is {role} for {of}, expected {expected}", "role")
        if kind == of and visibility in ("public", "metadata"):
            yield item.says(f"visibility is {visibility} for {of}, expected internal", "visibility")
