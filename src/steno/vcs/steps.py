"""What stands behind a line: the step of the session that wrote it, its model and its prompt.

A session is read once; what is kept of it is beside the memory, readable only by its owner, until the session changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from steno.base import trusted
from steno.vcs.packed import pack, unpack
from steno.vcs.remembered import name_of

_VERSION = 1
_LONGEST = 300
"""Of a prompt so much is kept, with a `…` that says so."""


class LineStep(Struct, frozen=True, array_like=True):
    number: int | None
    """As `steno explain` counts."""
    turn: int | None
    model: str | None
    prompt: str | None


NOTHING = LineStep(None, None, None, None)


class Kept(Struct):
    size: int
    modified: int
    events: dict[str, LineStep]


class _File(Struct):
    version: int = 0
    sessions: dict[str, Kept] = {}


Read = Callable[[Path], Mapping[str, LineStep]]
"""Reads a session's file: the steps of its tool calls, by uid."""


class Written(Protocol):
    """A line, as far as its step goes."""

    @property
    def session(self) -> str: ...
    @property
    def event(self) -> str: ...


class Source(Protocol):
    """A session's file as it was when it was linked."""

    @property
    def size(self) -> int: ...
    @property
    def modified(self) -> int: ...


class Steps:
    """The steps of sessions, by session and event."""

    def __init__(self, memory: Path, sessions: Mapping[str, Source], read: Read) -> None:
        self._file = memory.with_suffix(".steps")
        self._read = read
        self._paths: dict[str, list[tuple[str, Source]]] = {}
        for path, session in sessions.items():
            self._paths.setdefault(name_of(Path(path)), []).append((path, session))
        self._known = self._load()
        self.missing: set[str] = set()
        """Sessions whose file is gone, or has changed since they were linked."""

    def _load(self) -> dict[str, Kept]:
        data = trusted.read(self._file)
        try:
            found = _File() if data is None else unpack(data, _File)
        except msgspec.MsgspecError:
            return {}
        return found.sessions if found.version == _VERSION else {}

    def of(self, lines: Iterable[Written]) -> dict[tuple[str, str], LineStep]:
        """By session and event; reads the sessions that are not kept yet."""
        wanted: dict[str, set[str]] = {}
        for line in lines:
            wanted.setdefault(line.session, set()).add(line.event)
        found: dict[tuple[str, str], LineStep] = {}
        new = False
        for session, events in wanted.items():
            for path, told in self._paths.get(session, ()):
                kept = self._known.get(path)
                if kept is None or (kept.size, kept.modified) != (told.size, told.modified):
                    kept = Kept(told.size, told.modified, self._again(path, session))
                    self._known[path], new = kept, True
                found |= {(session, event): kept.events[event] for event in events if event in kept.events}
        if new:
            self._store()
        return found

    def _again(self, path: str, session: str) -> dict[str, LineStep]:
        try:
            return dict(self._read(Path(path)))
        except OSError:
            self.missing.add(session)
            return {}

    def _store(self) -> None:
        try:
            trusted.write(self._file, pack(_File(_VERSION, self._known)))
        except OSError:
            return  # it is read again the next time


def read(path: Path) -> dict[str, LineStep]:
    """The steps of a session's tool calls, by uid, sub-agents included; raises `Unreadable`."""
    from io import BytesIO  # reading a session is what few runs need

    from steno.model import Kind
    from steno.model.steps import steps
    from steno.session import Input, with_steps
    from steno.session import read as traces
    from steno.speech import messages

    found: dict[str, LineStep] = {}
    for plain in traces(Input(str(path), path), BytesIO(), lambda _: None, subagents=True):
        trace = with_steps(plain)
        numbers = {step.anchor.uid: step.number for step in steps(trace)}
        prompts: dict[int, str] = {}
        for said in messages(trace.header, trace.events):
            if isinstance(said.event.turn, int) and (words := said.words):
                prompts.setdefault(said.event.turn, _short(words))
        for event in trace.events:
            turn = event.turn if isinstance(event.turn, int) else None
            if event.kind is Kind.TOOL_CALL:
                model = event.model if isinstance(event.model, str) else None
                prompt = None if turn is None else prompts.get(turn)
                found[event.uid] = LineStep(numbers.get(event.uid), turn, model, prompt)
    return found


def _short(text: str) -> str:
    """The beginning, in whole words: half a secret is not known as one."""
    line = " ".join(text.split())
    if len(line) <= _LONGEST:
        return line
    return line[:_LONGEST].rpartition(" ")[0] + "…"
