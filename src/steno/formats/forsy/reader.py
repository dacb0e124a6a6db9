"""Reads Forsy traces: v0.1 and the older shapes, one document or one in every line.

Every step becomes the events that it describes and one note for each field with a value.  The record keeps what
no note holds, so that it can be written back as it stood.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from msgspec import UNSET

from steno.base.exact import JSON, said
from steno.base.ids import sha256
from steno.contracts import Code
from steno.diagnostics import Place, Report, Severity
from steno.formats.forsy import pieces, step, upgrade
from steno.formats.forsy.artifacts import read_artifacts
from steno.formats.forsy.pieces import File, Item, Piece
from steno.formats.forsy.wire import HASH, IDS, JUDGED_SUMMARY, JUDGED_TOP, NAME, ROLES, UNNAMED, UNSTATED
from steno.model import Header, Note, Origin, Source, Trace

Object = dict[str, JSON]

ASTRAY = Code(
    "SRC120",
    "step-refers-to-nothing",
    "A step refers to another by a number that no step has, or by something that is not a number. Steno keeps the "
    "field and writes it back unchanged, but does not use it.",
    Severity.WARNING,
)


def read(stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
    """Every trace of the file, in its order."""
    file = pieces.load(stream, place)
    for problem in file.problems:
        report(problem)
    for piece in file.pieces:
        yield _Reading(file, piece, place, report).trace()


def of_document(document: Object, *, lines: bool = False) -> Trace:
    """The trace that a reader of this document will see.  The document is left as it is."""
    top = {key: {**value} if type(value) is dict else value for key, value in document.items()}
    items: list[Item] = []
    if type(steps := top.get("steps")) is list:
        items = [Item({**each} if type(each) is dict else each, 1, 0, 0) for each in steps]
        top["steps"] = UNSET
    file = File(Place())
    file.lines = lines
    return _Reading(file, Piece(top, items, 1), Place(), lambda _: None).trace()


def author(top: Object) -> str:
    """Who says what a file says: its reviewer, or the agent, by name where the file has one.

    `top` is in v0.1's words.  A level of review says who had the last word, not who; nobody is named that the file
    does not name.
    """
    level, config = top["validation_level"], top["agent_config"]
    role = ROLES.get(level, "agent") if type(level) is str else "agent"
    named = [config.get(key) for key in ("model", "framework")] if type(config) is dict else []
    name = next((each for each in named if type(each) is str and each), UNNAMED)
    return f"{role}:{name if role == 'agent' else UNNAMED}"


class _Reading:
    """What is known while a trace is being read."""

    def __init__(self, file: File, piece: Piece, place: Place, report: Report) -> None:
        self._file, self._piece, self._place, self._report = file, piece, place, report
        self._written: Object = piece.top if type(piece.top) is dict else {}
        self._top = upgrade.top(self._written)
        self._author = author(self._top)
        self._uids: dict[int, str] = {}
        for index, item in enumerate(piece.items):
            if type(item.value) is dict:
                self._uids.setdefault(upgrade.number(item.value, index), str(index + 1))

    def trace(self) -> Trace:
        piece = self._piece
        steps = step.Reader(self._author, self._uids)
        notes, artifacts = self._notes(), read_artifacts(self._written, self._top, self._uids)
        header = self._header()
        events = []
        for index, item in enumerate(piece.items):
            origin = Origin(0, item.line, item.offset, item.length, f"/steps/{index}")
            found = steps.read(item.value, index, origin, self._astray(index, item.line), item.raw)
            events += found.events
            notes += found.notes
        source = Source(NAME, self._place.path or UNSET, self._file.size, frame=self._file.frame(piece))
        residue: Object = {"document": piece.top, "author": self._author}
        if self._file.lines:
            residue["lines"] = True
        if piece.raw:
            # Not the bytes themselves: residue is JSON.
            residue["raw"] = piece.raw.decode("utf-8", "surrogateescape")
        return Trace(
            header=Header(**header, actors=steps.actors, sources=(source,), residue={NAME: residue}),
            events=tuple(events),
            notes=tuple(notes),
            artifacts=artifacts,
        )

    def _header(self) -> dict[str, Any]:
        written, found = self._written, dict[str, Any]()
        ids: dict[str, tuple[str, ...]] = {}
        for key, namespace in IDS.items():
            if type(id := written.get(key)) is str and id:
                ids[namespace], written[key] = (id,), UNSET
        if type(started := written.get("started_at")) is str and started:
            found["started"], written["started_at"] = started, UNSET
        prompt = written.get("system_prompt")
        if type(prompt) is str and prompt and not prompt.startswith(HASH):
            found["system_prompts"], written["system_prompt"] = {sha256(_bytes(prompt)): prompt}, UNSET
        tools = written.get("agent_tools")
        if type(tools) is list and tools and all(type(each) is str for each in tools) and len(set(tools)) == len(tools):
            found["tools"], written["agent_tools"] = dict.fromkeys(tools), UNSET
        return {"ids": ids, **found}

    def _notes(self) -> list[Note]:
        """What is said of the trace as a whole."""
        summary: JSON = self._written.get("summary")
        found = list(self._said(self._written, self._top, JUDGED_TOP))
        if type(summary) is dict:
            found += self._said(summary, summary, JUDGED_SUMMARY)
        return found

    def _said(self, written: Object, meant: Object, keys: tuple[str, ...]) -> Iterator[Note]:
        """A note for each of these fields that says something; `meant` has them in v0.1's words."""
        for key in keys:
            value = upgrade.known(meant.get(key))
            if value is None or (key == "task" and value == UNSTATED):
                continue
            if key in written and upgrade.same(written[key], value):
                written[key] = UNSET
            yield Note(author=self._author, key=key, value=value)

    def _astray(self, index: int, line: int) -> step.Astray:
        def say(key: str, value: JSON) -> None:
            where = f"/steps/{index}/{key}"
            place = Place(self._place.path, line, where)
            self._report(ASTRAY.at(place, f"{key} is {said(value)}, expected numbers of existing steps"))

        return say


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
