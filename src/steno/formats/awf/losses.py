"""What a transcript has no place for, and the count of it while one is written."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, structs

from steno.contracts import Code
from steno.diagnostics import Losses
from steno.formats.differences import format_of, residue
from steno.formats.losses import CODE, FOREIGN, HEADER, IDS, NOTES, REDACTION, RESPELLED, UNMAPPED, loss
from steno.model import Event, Header, Trace
from steno.model.event import STATED

RENUMBERED = loss(
    "CNV401",
    "renumbered",
    "A transcript numbers its lines and names one run, so the ids of the source and what refers to them are spelled "
    "anew. A call keeps its id. Where no id of the source is a UUID of version 4, the run's id is made from them, the "
    "same every time.",
    bookkeeping=True,
)
MOVED = loss(
    "CNV402",
    "origin-replaced",
    "What was observed in the source is now observed in the transcript: where it stood before is not told.",
    bookkeeping=True,
)
LIFECYCLE = loss(
    "CNV403",
    "lifecycle-left-out",
    "Compactions, hooks, titles, progress: a transcript has events for runs, steps, messages and tools, and no other.",
    bookkeeping=True,
)
ECHO = loss(
    "CNV404",
    "repetition-left-out",
    "An event that states again what another one states was left out.",
    bookkeeping=True,
)
UNKNOWN = loss(
    "CNV405",
    "unknown-event-left-out",
    "An event that its reader does not know has no type in a transcript, whose types are closed, and was left out.",
)
BINARY = loss("CNV406", "binary-left-out", "An image or another file has no block in a transcript and was left out.")
FIELD = loss(
    "CNV407",
    "event-field-without-a-place",
    "A transcript has no place for this field of an event: models, tokens, turns, responses, visibility, who spoke; or "
    "it states one for every event, such as an iteration and the fidelity.",
    bookkeeping=True,
)
TIME = loss(
    "CNV408",
    "time-respelled",
    "Every event of a transcript has a time with a zone. One that the source does not state, or that names no instant, "
    "is written as the time of the event before it; `spelling=go` writes fractions without zeros at their end.",
    bookkeeping=True,
)
ROLE = loss(
    "CNV409",
    "role-respelled",
    "A message of a transcript is the user's or the assistant's. What a system or a developer says is written as a "
    "message to the model, as AWF writes its own system prompts.",
    bookkeeping=True,
)
BODY = loss(
    "CNV410",
    "content-without-a-place",
    "Part of what an event holds has no place: the server of a tool, what is known of a result beside its output, the "
    "data of a step, that a thought is a summary.",
)
ABSENT = loss(
    "CNV411",
    "absence-not-stated",
    "That a call was never answered, or a step never ended, a transcript says by saying nothing.",
    bookkeeping=True,
)
PROMPT = loss(
    "CNV412",
    "system-prompt-became-a-block",
    "The system prompt that the source states for the whole session is the second block of its first prompt, where AWF "
    "writes it. Nothing there says what it is.",
    bookkeeping=True,
)
DEEP = loss(
    "CNV413", "nested-too-deep", "A value is nested so deep that no encoder can write it; its event was left out."
)

LOSSES = (
    RENUMBERED, MOVED, LIFECYCLE, ECHO, UNKNOWN, BINARY, FIELD, TIME, ROLE, BODY, ABSENT, PROMPT, DEEP,
    UNMAPPED, NOTES, REDACTION, CODE, FOREIGN, RESPELLED, HEADER,
)  # fmt: skip

_SAID = {
    RENUMBERED: "ids are the transcript's own",
    MOVED: "the place in the source is not told",
    LIFECYCLE: "a transcript has no event for it",
    ECHO: "what is stated twice is written once",
    UNKNOWN: "unknown events are left out",
    BINARY: "binary content is left out",
    TIME: "every event has a time with a zone",
    ROLE: "a message is the user's or the assistant's",
    ABSENT: "what did not happen is not stated",
    PROMPT: "the system prompt is written as a block of the first prompt",
    DEEP: "nested too deep to write",
    RESPELLED: "a key that stood twice is written once",
}
_EVENT = {
    **dict.fromkeys(IDS, RENUMBERED),
    "origin": MOVED,
    "time": TIME,
    "role": ROLE,
    "raw": RESPELLED,
}
"""The losses of an event's fields that are not simply without a place."""
_HEADER = {"ids": RENUMBERED, "actors": RENUMBERED, "sources": MOVED}


class Ledger(Losses):
    """Counts losses; each is reported once, with its number."""

    def note(self, code: Code, where: str, count: int = 1) -> None:
        self.add(code.code, _SAID.get(code, "a transcript has no place for it"), where, count, code.severity)

    def compare(self, before: Trace, old: Event, after: Trace, new: Event) -> None:
        """Count every field in which an event will be read back as something else."""
        if old.kind is not new.kind or (old.echo_of is UNSET) is not (new.echo_of is UNSET):
            self.note(BODY, "/events/*")
            if new.echo_of is UNSET:
                self.note(BODY, "/events/+")
            return
        for name in STATED:
            one, two = getattr(old, name), getattr(new, name)
            if name == "body":
                self._body(one, two)
            elif name == "origin":
                if format_of(before, old) != format_of(after, new):
                    self.note(MOVED, "/events/*/origin")
            elif name == "residue":
                for path in residue(one):
                    self.note(UNMAPPED, "/events/*/residue" + path)
            elif one != two:
                self.note(_EVENT.get(name, FIELD), f"/events/*/{name}")

    def _body(self, old: Any, new: Any) -> None:
        for name in old.__struct_fields__:
            if getattr(old, name) != getattr(new, name):
                self.note(BODY, f"/events/*/body/{name}")

    def compare_headers(self, before: Header, after: Header) -> None:
        for name in structs.asdict(before):
            old, new = getattr(before, name), getattr(after, name)
            if name == "sources":
                old, new = [each.format for each in old], [each.format for each in new]
            if old != new:
                self.note(_HEADER.get(name, HEADER), f"/header/{name}")
