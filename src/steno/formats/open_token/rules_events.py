"""The rules of single events: ids, order, closed sets, content, links, usage."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import JSON, said
from steno.contracts import Finding, rule
from steno.diagnostics import Severity
from steno.formats.open_token.checks import conversation_of, participants_of, top_of
from steno.formats.open_token.document import Document
from steno.formats.open_token.examples import MODEL, answer, document, event, text
from steno.formats.open_token.wire import EVENT_ID, LINK_ID, MIMES, ROLES, THOUGHT, TOKENS, TYPES, VISIBILITIES

_GOOD = document(event(1), answer(2))


@rule(
    "OTK010",
    clause="OT-10",
    good=_GOOD,
    bad=document(
        event(1, actor_id=MODEL, role=THOUGHT, visibility="internal", content=text("Let me think.")),
        conversation={"internal_availability": "unavailable"},
    ),
)
def unavailable_thoughts_are_not_there(doc: Document) -> Iterator[Finding]:
    """Where `internal_availability` is `unavailable`, no event has the content of a thought.

    Either the source holds reasoning and the header is wrong, or the reasoning was made up.  Placeholders
    (`{"redacted":true}`) are allowed.
    """
    if (conversation_of(doc) or {}).get("internal_availability") != "unavailable":
        return
    for _, item, value in doc.events_at():
        content = value.get("content")
        if value.get("role") == THOUGHT and type(content) is dict and content.get("data") != {"redacted": True}:
            yield item.says("a thought with content, but internal_availability is unavailable", "content")


@rule(
    "OTK011",
    clause="OT-11",
    good=document(event(1), answer(2, links={"replies_to": "evt_000001"})),
    bad=document(answer(1, links={"replies_to": "evt_000002"}), event(2)),
    severity=Severity.WARNING,
)
def link_points_back(doc: Document) -> Iterator[Finding]:
    """`parent_id` and `replies_to` name an earlier event.

    Events stand in causal order, and nothing follows from what comes later.
    """
    seen: set[str] = set()
    later = {value.get("id") for _, _, value in doc.events_at() if type(value.get("id")) is str}
    for _, item, value in doc.events_at():
        links = value.get("links")
        for key in ("parent_id", "replies_to"):
            target = links.get(key) if type(links) is dict else None
            if type(target) is str and target in later and target not in seen:
                yield item.says(f"{key} is {target}, which comes later", "links", key)
        if type(value.get("id")) is str:
            seen.add(value["id"])


@rule("OTK012", clause="OT-12", good=_GOOD, bad=document(event(1, actor_id="act_009")))
def actor_is_a_participant(doc: Document) -> Iterator[Finding]:
    """The `actor_id` of every event is the one of a participant.

    Who said something is half of what it means.  Add the participant, or name the right one.
    """
    listed = "participants" in top_of(doc)
    known = {each.get("actor_id") for each in participants_of(doc) if type(each) is dict and _is_text(each, "actor_id")}
    for _, item, value in doc.events_at():
        actor = value.get("actor_id")
        if type(actor) is not str or (listed and actor not in known):
            there = "missing" if "actor_id" not in value else said(actor)
            yield item.says(f"actor_id is {there}, expected the id of a participant", "actor_id")


def _is_text(value: dict[str, JSON], key: str) -> bool:
    return type(value.get(key)) is str


@rule("OTK020", clause="OT-20", good=_GOOD, bad=document(event(2), answer(1)))
def seq_increases(doc: Document) -> Iterator[Finding]:
    """`seq` is larger in every event than in the one before.

    It states the order a second time, so that a reordered document shows.
    """
    before = 0
    for _, item, value in doc.events_at():
        seq = value.get("seq")
        if type(seq) is int:
            if seq <= before:
                yield item.says(f"seq is {seq}, expected more than {before}", "seq")
            before = seq


@rule("OTK034", clause="OT-34", good=_GOOD, bad=document(event(1), answer(3)))
def seq_is_contiguous(doc: Document) -> Iterator[Finding]:
    """Every event has a `seq`; it begins with 1 and has no gaps.

    A gap is a missing event.  Number the events anew only if none is missing.
    """
    before = 0
    for _, item, value in doc.events_at():
        seq = value.get("seq")
        if type(seq) is not int:
            there = "missing" if "seq" not in value else said(seq)
            yield item.says(f"seq is {there}, expected {before + 1}", "seq")
            before += 1
            continue
        if seq > before + 1 or (seq < 1 and before == 0):
            yield item.says(f"seq is {seq}, expected {before + 1}", "seq")
        before = seq


@rule("OTK033", clause="OT-33", good=_GOOD, bad=document(event(1, id="first")))
def event_has_an_id_of_its_own(doc: Document) -> Iterator[Finding]:
    """Every event has an `id`, `evt_` and six digits or more, that no other event has.

    Links name events by it.
    """
    first: dict[str, int] = {}
    for index, item, value in doc.events_at():
        found = value.get("id")
        if type(found) is not str or not EVENT_ID.fullmatch(found):
            there = "missing" if "id" not in value else said(found)
            yield item.says(f"id is {there}, expected evt_ and six digits or more", "id")
        elif found in first:
            yield item.says(f"id {found} is the id of event {first[found] + 1} already", "id")
        if type(found) is str:
            first.setdefault(found, index)


def _closed(doc: Document, key: str, known: tuple[str, ...]) -> Iterator[Finding]:
    for _, item, value in doc.events_at():
        found = value.get(key)
        if found not in known:
            there = "missing" if key not in value else said(found)
            yield item.says(f"{key} is {there}, expected one of {', '.join(known)}", key)


@rule("OTK035", clause="OT-35", good=_GOOD, bad=document(event(1, type="thought")))
def type_is_known(doc: Document) -> Iterator[Finding]:
    """The `type` of an event is one of the six: message, tool_use, tool_result, span_start, span_end, annotation.

    What fits none of them is an `annotation`.
    """
    yield from _closed(doc, "type", TYPES)


@rule("OTK036", clause="OT-36", good=_GOOD, bad=document(event(1, visibility="hidden")))
def visibility_is_known(doc: Document) -> Iterator[Finding]:
    """`visibility` is `public`, `internal` or `metadata`.

    It tells what the human saw from what only the model saw and from what is about the run.
    """
    yield from _closed(doc, "visibility", VISIBILITIES)


@rule("OTK037", clause="OT-37", good=_GOOD, bad=document(event(1, role="agent")))
def role_is_known(doc: Document) -> Iterator[Finding]:
    """`role` is system, developer, user, assistant, assistant_thought or tool.

    Spans are of the assistant, annotations of the system (gap R29).
    """
    yield from _closed(doc, "role", ROLES)


@rule(
    "OTK038",
    clause="OT-38",
    good=document(event(1, content=text("Hello."))),
    bad=document(event(1, content={"mime": "application/json", "text": "Hello."})),
    severity=Severity.WARNING,
)
def mime_fits_the_content(doc: Document) -> Iterator[Finding]:
    """Content with `text` has the mime type text/plain, content with `data` has application/json.

    A reader looks at `mime` to know where to look.  The one exception is the marker of a text that was cut, which
    stands in `data` beside it (gap R16).
    """
    for _, item, value in doc.events_at():
        content = value.get("content")
        if type(content) is not dict:
            continue
        mime = content.get("mime")
        if "text" in content and mime != "text/plain":
            yield item.says(f"mime is {said(mime)} with text, expected text/plain", "content", "mime")
        elif "data" in content and "text" not in content and mime != "application/json":
            message = f"mime is {said(mime)} with data, expected application/json"
            yield item.says(message, "content", "mime")


@rule("OTK138", clause="OT-38", good=_GOOD, bad=document(event(1, content="Hello.")))
def content_is_an_object(doc: Document) -> Iterator[Finding]:
    """`content` is an object with a known `mime`; its `text`, where there is one, is a string.

    Every event has content, if only `{"mime":"application/json","data":{}}` (gap R29).  Its `data` is an object; only
    the output of a tool may be any JSON.
    """
    for _, item, value in doc.events_at():
        content = value.get("content")
        if type(content) is not dict:
            there = "missing" if "content" not in value else said(content)
            yield item.says(f"content is {there}, expected an object", "content")
            continue
        if content.get("mime") not in MIMES:
            message = f"mime is {said(content.get('mime'))}, expected {' or '.join(MIMES)}"
            yield item.says(message, "content", "mime")
        if "text" in content and type(content["text"]) is not str:
            yield item.says(f"text is {said(content['text'])}, expected a string", "content", "text")
        if value.get("type") != "tool_result" and type(content.get("data", {})) is not dict:
            yield item.says(f"data is {said(content['data'])}, expected an object", "content", "data")


@rule(
    "OTK039",
    clause="OT-39",
    good=document(event(1), answer(2, links={"parent_id": "evt_000001"})),
    bad=document(event(1), answer(2, links={"parent_id": "evt_000007"})),
)
def link_names_what_exists(doc: Document) -> Iterator[Finding]:
    """`links` is an object of ids of the right form, and `parent_id` and `replies_to` name events of the document.

    A link to nothing cannot be followed; leave it out.
    """
    ids = {value["id"] for _, _, value in doc.events_at() if _is_text(value, "id")}
    for _, item, value in doc.events_at():
        links = value.get("links", {})
        if type(links) is not dict:
            yield item.says(f"links is {said(links)}, expected an object", "links")
            continue
        for key, form in LINK_ID.items():
            found = links.get(key, UNSET)
            if found is UNSET:
                continue
            if type(found) is not str or not form.fullmatch(found):
                expected = form.pattern.partition("\\")[0]
                message = f"{key} is {said(found)}, expected {expected} and six digits or more"
                yield item.says(message, "links", key)
            elif form is EVENT_ID and found not in ids:
                yield item.says(f"{key} is {found}, which is no event of this document", "links", key)


@rule(
    "OTK040",
    clause="OT-40",
    good=document(event(1), answer(2, usage={"input_tokens": 10, "output_tokens": 5})),
    bad=document(event(1), answer(2, usage={"input_tokens": "10"})),
)
def usage_counts_tokens(doc: Document) -> Iterator[Finding]:
    """`usage` holds `input_tokens`, `output_tokens` and `reasoning_tokens`, whole numbers from 0, as far as known.

    An unknown count is absent, not 0 or null.  Other counts go into an annotation (gap R31).
    """
    for _, item, value in doc.events_at():
        usage = value.get("usage", {})
        if type(usage) is not dict:
            yield item.says(f"usage is {said(usage)}, expected an object", "usage")
            continue
        for key, count in usage.items():
            if key not in TOKENS:
                yield item.says(f"{key} is no count of usage, expected {', '.join(TOKENS)}", "usage")
            elif type(count) is not int or count < 0:
                message = f"{key} is {said(count)}, expected a whole number from 0, or nothing"
                yield item.says(message, "usage", key)


_VISIBLE = {
    "system": ("internal", "public"),
    "developer": ("internal",),
    "user": ("public",),
    "assistant": ("public",),
    THOUGHT: ("internal",),
}


@rule(
    "OTK041",
    clause="OT-41",
    good=_GOOD,
    bad=document(event(1, visibility="internal")),
    severity=Severity.NOTE,
)
def role_and_visibility_follow_the_guidance(doc: Document) -> Iterator[Finding]:
    """Messages of users and answers are public; prompts, thoughts, tool calls and results are internal.

    The specification gives this as guidance.  A program's or another agent's words in the role of the user, which the
    human never saw, are rightly internal; look whether this is one.
    """
    for _, item, value in doc.events_at():
        role, kind, visibility = value.get("role"), value.get("type"), value.get("visibility")
        if kind == "message" and type(role) is str and role in _VISIBLE and visibility not in _VISIBLE[role]:
            message = f"visibility is {said(visibility)} for {role}, expected {' or '.join(_VISIBLE[role])}"
            yield item.says(message, "visibility")
        for of, expected in (("tool_use", "assistant"), ("tool_result", "tool")):
            if kind == of and role in ROLES and role != expected:
                yield item.says(f"role is {role} for {of}, expected {expected}", "role")
            if kind == of and visibility in ("public", "metadata"):
                yield item.says(f"visibility is {visibility} for {of}, expected internal", "visibility")


RULES = (
    unavailable_thoughts_are_not_there,
    link_points_back,
    actor_is_a_participant,
    seq_increases,
    event_has_an_id_of_its_own,
    seq_is_contiguous,
    type_is_known,
    visibility_is_known,
    role_is_known,
    mime_fits_the_content,
    content_is_an_object,
    link_names_what_exists,
    usage_counts_tokens,
    role_and_visibility_follow_the_guidance,
)
