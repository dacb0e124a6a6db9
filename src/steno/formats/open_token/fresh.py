"""The Open-Token document of a trace that was read from anything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.time import utc
from steno.formats import prompts
from steno.formats.counter import LossCounter
from steno.formats.open_token import losses
from steno.formats.open_token.integrity import Digest
from steno.formats.open_token.options import Mode, Options
from steno.formats.open_token.plan import Plan
from steno.formats.open_token.rows import Row, spelled
from steno.formats.open_token.spell import Speller
from steno.formats.open_token.wire import NAME, PROVIDERS, RUNTIMES, VERSION
from steno.model import Kind, Trace


class Fresh:
    """What stands around the events, and the events."""

    def __init__(self, trace: Trace, options: Options, redaction: JSON | None, exported_at: str) -> None:
        self._trace, self._options = trace, options
        self._redaction, self._exported_at = redaction, exported_at
        self._prompt = prompts.unstated(trace)
        self._plan = Plan(trace.header, trace.events, options, prompt=self._prompt is not None)
        ids = trace.header.ids
        self._id = next((ids[name][0] for name in ("conversation", "session") if ids.get(name)), None)
        # A property of the source, whatever of it is exported; a thought that is there outweighs what the header says.
        self._thoughts = any(event.kind is Kind.THOUGHT for event in trace.events) or trace.header.thoughts
        self.needs_hash = self._id is None
        """Whether the id has to be made from the events' hash."""
        self.seals_first = False
        self.changed = True

    def rows(self, counter: LossCounter) -> Iterator[Row]:
        for reason, count in self._plan.left_out():
            counter.add(reason, "/events/*", count)
        if self._prompt is not None:
            counter.add(losses.PROMPT, "/events/+")
        return Speller(self._trace, self._plan, self._options, counter).rows(self._prompt)

    def events(self, counter: LossCounter) -> Iterator[dict[str, JSON]]:
        return map(spelled, self.rows(counter))

    def exporter(self) -> str:
        """The participant that writes annotations."""
        return self._plan.cast.exporter()

    def top(self, digest: Digest | None, counter: LossCounter) -> tuple[dict[str, JSON], JSON | None]:
        """The document with UNSET in the place of its events, or the header line; there is no footer yet."""
        conversation = self._conversation(digest)
        self._compare(conversation, counter)
        top: dict[str, JSON] = {"type": "header"} if self._options.mode is Mode.NDJSON else {}
        top |= {
            "open_token_version": VERSION,
            "exported_at": self._exported_at,
            "conversation": conversation,
            "participants": self._plan.cast.participants(),
        }
        if self._options.mode is Mode.JSON:
            top["events"] = UNSET
        return top, None

    def sealed(
        self, top: dict[str, JSON], footer: JSON | None, digest: Digest, counter: LossCounter
    ) -> tuple[dict[str, JSON], JSON | None]:
        """Both with the hash of the events, where there is one."""
        integrity = digest.integrity()
        if integrity is None:
            return top, footer
        if self._options.mode is Mode.NDJSON:
            return top, {"type": "footer", "integrity": integrity}
        return {**top, "integrity": integrity}, footer

    def _conversation(self, digest: Digest | None) -> dict[str, JSON]:
        header = self._trace.header
        found: dict[str, Any] = {
            "id": self._id if self._id is not None else self._made_id(digest),
            "title": header.title,
            "started_at": _in_utc(header.started),
            "timezone": header.timezone,
            "source_runtime": known(header.runtime, RUNTIMES),
            "provider": known(header.provider, PROVIDERS),
            "internal_availability": _AVAILABILITY[self._thoughts],
        }
        if self._redaction is not None:
            found["redaction"] = self._redaction
        return {key: value for key, value in found.items() if value is not UNSET}

    def _made_id(self, digest: Digest | None) -> str:
        times = (
            event.time
            for event, slot in zip(self._trace.events, self._plan.slots, strict=True)
            if slot is not None and isinstance(event.time, str)
        )
        return made_id((self._trace.header.started, *times, self._exported_at), digest)

    def _compare(self, conversation: dict[str, JSON], counter: LossCounter) -> None:
        """Count every field of the header that will be read back as something else."""
        header = self._trace.header
        after: dict[str, Any] = {
            "ids": {"conversation": (conversation["id"],)},
            "agent": UNSET,
            "versions": (),
            "started": conversation.get("started_at", UNSET),
            "runtime": conversation.get("source_runtime", UNSET),
            "provider": conversation.get("provider", UNSET),
            "actors": self._plan.cast.actors,
            "environment": {},
            "system_prompts": {},
            "tools": {},
            "thoughts": self._thoughts,
        }
        for name, value in after.items():
            if getattr(header, name) != value:
                counter.header(name)
        if [source.format for source in header.sources] != [NAME]:
            counter.header("sources")
        if header.residue:
            counter.header("residue")


def made_id(times: Iterable[str | UnsetType], digest: Digest | None) -> str:
    """The id of a conversation that has none: the day of the first of these times, and the hash of its events."""
    day = next((time[:10].replace("-", "") for time in map(_in_utc, times) if isinstance(time, str)), "00000000")
    hashed = digest.hexdigest() if digest is not None else None
    return f"conv_{day}_{(hashed or '0' * 8)[:8]}"


_AVAILABILITY: dict[bool | UnsetType, str] = {True: "available", False: "unavailable", UNSET: "unknown"}


def known(value: str | UnsetType, words: tuple[str, ...]) -> str | UnsetType:
    """The word, one of a closed set; nothing where it says that nobody knows."""
    if value is UNSET or value == "unknown":
        return UNSET
    return value if value in words else "other"


def _in_utc(time: str | UnsetType) -> str | UnsetType:
    found = utc(time) if isinstance(time, str) else None
    return UNSET if found is None else found
