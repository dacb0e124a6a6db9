"""Everything that one row holds: its parts, what is known of it, and where one can go from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, field

from steno.base.counts import number_of
from steno.base.exact import JSON
from steno.errors import NotFound
from steno.model import Blob, Event, Lifecycle, Origin, Span, Text, Thought, ToolCall, ToolResult
from steno.model.calls import as_object, command_of, path_of, returned, spelled, text_of
from steno.viewer.diff import Diff, diffs_of
from steno.viewer.marks import spans, within
from steno.viewer.row import Row
from steno.viewer.rows import Rows, status, words
from steno.viewer.sorts import Sort
from steno.viewer.texts import MOST, Hidden, beginning, ending
from steno.viewer.view import View, line_of

_LANGUAGES: Final = {
    ".py": "py", ".js": "js", ".mjs": "js", ".jsx": "js", ".ts": "ts", ".tsx": "ts", ".json": "json", ".jsonl": "json",
    ".sh": "sh", ".bash": "sh", ".rs": "rs", ".go": "go", ".c": "c", ".h": "c", ".cc": "c", ".cpp": "c",
    ".java": "java",
    ".rb": "rb", ".css": "css", ".html": "html", ".htm": "html", ".xml": "html", ".svg": "html", ".md": "md",
    ".toml": "toml", ".yaml": "yaml", ".yml": "yaml", ".sql": "sql",
}  # fmt: skip
Fact = tuple[str, str | int | float, str]


class Part(Struct, omit_defaults=True, kw_only=True, rename={"as_": "as"}):
    """One thing that a row holds.  A text that is not whole says how much of it is left out, and where it begins."""

    what: str
    """`call`, `result`, `text`, `thought`, `change`, `settings` or `data`."""
    as_: str
    """`markdown`, `code`, `ansi`, `json`, `diff`, `image` or `plain`."""
    lang: str | None = None
    text: str | None = None
    at: int = 0
    total: int | None = None
    """How many characters the whole text has, where this is a part of it."""
    hidden: Hidden | None = None
    diff: Diff | None = None
    value: Any = None
    marks: list[tuple[int, int, str, str]] | None = None
    """What would be masked: from, to, type and tag; absent where nobody looked."""


class Links(Struct, omit_defaults=True, kw_only=True):
    """The numbers of other rows."""

    before: int | None = None
    after: int | None = None
    parent: int | None = None
    """The call that started the sub-agent, or the prompt."""
    retry_of: int | None = None
    retried_by: int | None = None
    mates: list[int] = field(default_factory=list)
    """Calls that were asked for at once."""
    run: str | None = None


class Full(Struct, kw_only=True):
    """A row, unfolded."""

    row: Row
    parts: list[Part]
    facts: list[Fact]
    links: Links


class Whole(Struct, frozen=True):
    """A part of a row before anything of it is left out: all its text, and how to show it."""

    what: str
    as_: str
    text: str = ""
    lang: str | None = None
    diff: Diff | None = None
    value: JSON = UNSET


def row_named(view: View, n: int) -> int:
    """The row that holds an event or a note; raises `NotFound`."""
    row = view.index.row(n)
    if row is None:
        raise NotFound(f"there is no event {n}", f"the session has {number_of(len(view.events), 'event')}")
    return row


def full(view: View, n: int, masked: View | None = None) -> Full:
    """Everything that the row of an event holds; raises `NotFound`.

    Where the `masked` form is there, the parts say what would be masked in them.
    """
    row = row_named(view, n)
    bad = view.index.sort[row] == Sort.TOOL and status(view, row) == "failed"
    bare = wholes(view, row)
    over: list[Whole | None] = [None] * len(bare)
    if masked is not None and row < len(masked.index):
        over = list(wholes(masked, row))
        over = over if len(over) == len(bare) else [Whole("", "")] * len(bare)  # all of it is marked
    parts = [_part(each, other, bad=bad and each.what == "result") for each, other in zip(bare, over, strict=True)]
    return Full(
        row=Rows(view).row(row),
        parts=parts,
        facts=list(facts(view, row)),
        links=links(view, row),
    )


def _part(each: Whole, masked: Whole | None, *, bad: bool) -> Part:
    part = Part(what=each.what, as_=each.as_, lang=each.lang, diff=each.diff)
    found = None if masked is None else spans(each.text, masked.text)
    if each.value is not UNSET and len(each.text) <= MOST and not found:
        part.value = each.value
    elif each.diff is None:
        shown = ending(each.text) if bad else beginning(each.text)
        part.text, part.at, part.hidden = shown.text, shown.at, shown.hidden
        part.total = len(each.text) if shown.hidden is not None else None
    if found is not None and each.diff is None:
        part.marks = within(found, each.text, part.at, len(part.text or ""))
    return part


def wholes(view: View, row: int) -> list[Whole]:
    """The parts of a row, whole."""
    index, event = view.index, view.event(row)
    sort = Sort(index.sort[row])
    if sort is Sort.NOTE:
        note = view.notes[index.note[row]]
        return [_said("text", note.value if isinstance(note.value, str) else spelled(note.value))]
    if sort is Sort.TOOL:
        return list(_of_call(view, row, event))
    found = [_said("thought" if sort is Sort.THINKING else "text", said)] if (said := _words(view, row)) else []
    rest = (view.events[at] for at in (index.at[row], *index.more.get(row, ())))
    return found + [part for each in rest for part in _of_record(each)]


def _words(view: View, row: int) -> str:
    event = view.event(row)
    spoken = isinstance(event.body, Text | Thought) or row in view.index.said
    return words(view, row) if spoken or row in view.index.more else ""


def _said(what: str, text: str) -> Whole:
    return Whole(what, "markdown", text)


def _of_record(event: Event) -> Iterator[Whole]:
    """What a record of the program's own holds besides words that were given already."""
    body = event.body
    if isinstance(body, Lifecycle):
        if isinstance(body.text, str):
            yield _said("text", body.text)
        if body.data is not UNSET:
            yield json_part("data", body.data)
    elif isinstance(body, Span) and body.data is not UNSET:
        yield json_part("data", body.data)
    elif isinstance(body, Blob):
        known = {"media_type": body.media_type, "size": body.size, "sha256": body.sha256, "uri": body.uri}
        yield json_part("data", {name: value for name, value in known.items() if value is not UNSET})
    elif isinstance(body, ToolResult):
        yield result_part(body, None)
    elif not isinstance(body, Text | Thought | ToolCall):
        yield _unknown(event)


def _unknown(event: Event) -> Whole:
    if event.residue is not UNSET and _is_plain(event.residue):
        return json_part("data", event.residue)
    raw = event.raw if isinstance(event.raw, bytes) else b""
    return Whole("data", "plain", raw.decode("utf-8", "replace"))


def _is_plain(value: JSON) -> bool:
    """Whether a value can be spelled: a record that was taken apart has holes."""
    try:
        spelled(value)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


# Calls


def _of_call(view: View, row: int, event: Event) -> Iterator[Whole]:
    body, result = event.body, view.result(row)
    if isinstance(body, ToolCall):
        changes = diffs_of(view, event.uid)
        yield from (Whole("change", "diff", diff=each) for each in changes)
        if not changes:
            yield from _asked(body)
        path = path_of(as_object(body.arguments))
    else:
        result, path = event, None
    back = returned(result)
    if back is not None:
        yield result_part(back, path)
    for at in view.index.more.get(row, ()):
        other = view.events[at].body
        if isinstance(other, Lifecycle) and other.data is not UNSET:
            yield json_part("data", other.data)


def _asked(call: ToolCall) -> Iterator[Whole]:
    """What a call was given: its command as such, everything else as JSON."""
    given = as_object(call.arguments)
    command = command_of(given)
    if command is not None:
        yield Whole("call", "code", command, "sh")
        given = {name: value for name, value in given.items() if name not in ("command", "cmd")}
        if given:
            yield json_part("settings", given)
    elif given:
        yield json_part("call", given)
    elif isinstance(call.arguments, str):
        yield Whole("call", "code", call.arguments)
    elif call.arguments is not UNSET:
        yield json_part("call", call.arguments)


def result_part(body: ToolResult, path: str | None) -> Whole:
    """What came back."""
    text = text_of(body.content) or ""
    if "\x1b[" in text:
        return Whole("result", "ansi", text)
    if not isinstance(body.content, str) and text and text[:1] in "[{" and text == _spelling(body.content):
        return json_part("result", body.content)
    lang = _LANGUAGES.get(PurePosixPath(path.replace("\\", "/")).suffix.lower()) if path else None
    return Whole("result", "code" if lang is not None else "plain", text, lang)


def _spelling(value: JSON) -> str | None:
    return spelled(value) if _is_plain(value) else None


def json_part(what: str, value: JSON) -> Whole:
    """A JSON value, with its spelling in several lines for who asks for its text."""
    return Whole(what, "json", _indented(spelled(value)), value=value)


def _indented(text: str) -> str:
    """As it is, where it holds half a character or is too deep."""
    try:
        return msgspec.json.format(text, indent=2)
    except (msgspec.MsgspecError, RecursionError):
        return text


# Around it


def facts(view: View, row: int) -> Iterator[Fact]:
    """What is known of a row: a label, a value, and what kind of value it is.  What is not known is left out."""
    event, result = view.event(row), view.result(row)
    if isinstance(event.time, str):
        yield "time", event.time, "time"
    if result is not None and isinstance(result.time, str):
        yield "result", result.time, "time"
    for name, value in (
        ("model", event.model),
        ("id", event.native),
        ("call", event.call),
        ("folder", event.signs.cwd),
    ):
        if isinstance(value, str):
            yield name, value, "text"
    exit = result.signs.exit if result is not None else UNSET
    if exit is not UNSET:
        yield "exit code", exit, "count"
    charge = view.known.charges.get(view.index.at[row])
    if charge is not None:
        yield "tokens of the prompt", charge.context, "count"
        yield "tokens of the answer", charge.output, "count"
        if charge.cost is not None:
            yield "cost at least" if charge.is_least else "cost", charge.cost, "usd"
    for name, each in (("line", event), ("result's line", result)):
        line = line_of(each)
        if line is not None and each is not None:
            yield name, line, "line"
    if isinstance(event.origin, Origin):
        yield "bytes", event.origin.length, "bytes"
    again = [line for at in view.index.more.get(row, ()) if (line := line_of(view.events[at])) is not None]
    if again:
        yield "also in lines", ", ".join(map(str, again)), "text"


def links(view: View, row: int) -> Links:
    """Where one can go from a row."""
    index, known = view.index, view.known
    event, run = view.event(row), index.runs[index.run[row]]
    turn = index.turn_of(row)
    parent = run.starter if run.id and run.starter >= 0 else turn.row if turn is not None and turn.row != row else None
    mates = index.groups.get(event.parallel, ()) if isinstance(event.parallel, str) else ()

    def number(other: int | None) -> int | None:
        return None if other is None else index.number(other)

    return Links(
        before=number(row - 1) if row else None,
        after=number(row + 1) if row + 1 < len(index) else None,
        parent=number(parent),
        retry_of=number(known.retries.get(row)),
        retried_by=number(known.retried.get(row)),
        mates=[index.number(each) for each in mates if each != row],
        run=index.starters.get(row) or run.id or None,
    )


def text_from(view: View, n: int, part: int, at: int, count: int) -> tuple[str, int]:
    """So many characters of a part of a row, from one of them on, and how many there are; raises `NotFound`."""
    found = wholes(view, row_named(view, n))
    if not 0 <= part < len(found):
        raise NotFound(f"event {n} has no part {part}", f"it has {number_of(len(found), 'part')}, counted from 0")
    text = found[part].text
    return text[max(0, at) : max(0, at) + max(0, count)], len(text)
