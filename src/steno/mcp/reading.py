"""Read one session: what it is about, its events, and the whole of it in a trace format."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec import to_builtins

from steno.api import Redaction, UsageError, settings
from steno.api.card import Card, card
from steno.api.convert import Conversion
from steno.api.events import EventRow, events
from steno.api.export import export as exported
from steno.api.figures import record
from steno.api.outline import Turn, made, outlined
from steno.api.read import read_session
from steno.api.safe import visible
from steno.mcp.arguments import Export, GetEvents, GetSession
from steno.mcp.finding import offset
from steno.mcp.page import Asked, Document, Page

_LEVELS = ("none", "secrets", "pii", "strict")
_REST = "get_events with event and text_from reads on in a text; text_left says how many characters follow."


def get_session(asked: Asked) -> Page:
    args: GetSession = asked.args
    word, start, prices = asked.session(args.session), offset(args.cursor), settings.prices(asked.world)
    about: list[dict[str, Any]] = []
    turns: list[dict[str, Any]] = []
    for trace in read_session(asked.world, word, mask=asked.safe.mask, progress=asked.progress):
        about.append(_card(card(trace, prices, word)))
        turns += map(_turn, outlined(trace).turns)
    rest = "get_events with session and event reads a prompt whole."
    facts = about[0] if len(about) == 1 else {"traces": about}
    return Page(about=facts, rows=islice(turns, start, None), offset=start, total=len(turns), rest=rest)


def _card(found: Card) -> dict[str, Any]:
    plain = {key: getattr(found, key) for key in ("title", "agent", "format", "project", "first", "last", "turns")}
    tools = {name: to_builtins(uses) for name, uses in found.tools.items()}
    more = {"models": list(found.models), "tools": tools, "spent": record(found.spent), "files": found.files}
    counts = {"subagents": found.subagents, "forks": found.forks, "never_recorded": list(found.unrecorded)}
    return {"id": found.id[1], **{key: value for key, value in plain.items() if value}, **more, **counts}


def _turn(turn: Turn) -> dict[str, Any]:
    calls = list(made(turn.stages))
    tools: dict[str, int] = {}
    for call in calls:
        tools[call.tool] = tools.get(call.tool, 0) + 1
    said = [stage.words for stage in turn.stages if stage.words]
    facts = to_builtins(turn)
    facts.pop("stages", None)
    more = {"said": said, "calls": tools, "failed": sum(call.failed for call in calls)}
    return {**facts, **{key: value for key, value in more.items() if value}}


def get_events(asked: Asked) -> Page:
    args: GetEvents = asked.args
    word, start = asked.session(args.session), offset(args.cursor)
    found = events(asked.world, word, mask=asked.safe.mask, progress=asked.progress)
    if args.event is not None:
        wanted = [row for row in found if row.number == args.event]
        if not wanted:
            raise UsageError(f"{word} has no event {args.event}: get_events without event lists them")
        return Page(rows=[_event(row, args, args.text_from) for row in wanted], text=0, rest=_REST)
    chosen = (row for row in found if row.number >= args.first and (not args.kinds or row.kind in args.kinds))
    rows = (_event(row, args, 0) for row in islice(chosen, start, None))
    return Page(about={"session": word}, rows=rows, offset=start, most=args.limit, text=0, rest=_REST)


def _event(row: EventRow, args: GetEvents, start: int) -> dict[str, Any]:
    made: dict[str, Any] = to_builtins(row)
    made.pop("schema", None)
    text = row.text[start : start + args.text_limit]
    made["text"] = text
    if start:
        made["text_from"] = start
    if left := len(row.text) - start - len(text):
        made["text_left"] = max(left, 0)
    return made


def export(asked: Asked) -> Page:
    args: Export = asked.args
    if args.cursor is not None:
        return _further(asked, args.cursor)
    if args.session is None:
        raise UsageError("name the session to export, or give the cursor of an export that goes on")
    words = [f"{key}={value}" for key, value in _options(args)]
    level = _level(args.redact, asked.safe.level)
    redaction = Redaction(level=level, machine=settings.machine(asked.world))
    how = Conversion(to=args.format, options=words, redaction=redaction, subagents=True)
    stream = io.BytesIO()
    done = exported(asked.world, asked.session(args.session), how, stream, progress=asked.progress)
    data = stream.getvalue()
    document = Document(_escaped(data.decode()), len(data))
    return _piece(asked.keep(args.format, document), document, 0, {"losses": len(done.losses)})


def _options(args: Export) -> Iterator[tuple[str, Any]]:
    for key in ("mode", "pretty", "include", "internal"):
        if (value := getattr(args, key)) is not None:
            yield key, str(value).lower() if isinstance(value, bool) else value
    if args.shorten_to is not None:
        yield "max_bytes", args.shorten_to


def _level(wanted: str | None, server: str) -> str:
    level = server if wanted is None else wanted
    if level not in _LEVELS:
        raise UsageError(f"redact is {level!r}, expected one of {', '.join(_LEVELS)}")
    if _LEVELS.index(level) < _LEVELS.index(server):
        raise UsageError(f"this server masks {server} and not less; leave redact out")
    return level


def _further(asked: Asked, cursor: str) -> Page:
    name, _, at = cursor.rpartition(":")
    document = asked.kept(name)
    if document is None or not at.isdigit():
        raise UsageError(f"no export with cursor {cursor!r} is kept any more: export the session again")
    return _piece(name, document, int(at), {})


def _piece(name: str, document: Document, at: int, more: dict[str, Any]) -> Page:
    text = document.text
    if at > len(text):
        raise UsageError(f"the document has {len(text):,} characters: export it again")
    return Page(about={"document": name, "bytes": document.size, "characters": len(text), **more}, raw=text, offset=at)


def _escaped(text: str) -> str:
    """A document in JSON: characters that somebody would obey are escaped, its values are the same."""
    if visible(text) == text:
        return text
    return "".join(each if visible(each) == each or each in "\n\r\t" else _unicode(each) for each in text)


def _unicode(each: str) -> str:
    return "".join(f"\\u{unit:04x}" for unit in _units(each))


def _units(each: str) -> Iterator[int]:
    data = each.encode("utf-16-be", "surrogatepass")
    return (int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2))
