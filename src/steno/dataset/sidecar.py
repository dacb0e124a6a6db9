"""The private folder beside a dataset: its key, its part files, what was quarantined and why, and what people decided.

Everything in it is its owner's alone.  Nothing of it is ever part of what is published.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from steno.base import trusted
from steno.base.exact import encode
from steno.base.files import Unreadable, private_directory, written
from steno.base.ids import Randomness
from steno.base.learned import learned

S = TypeVar("S", bound=Struct)
KEY, QUARANTINE, FINDINGS, REVIEW, RUNS = "key", "quarantine.jsonl", "findings.jsonl", "review.jsonl", "runs.jsonl"


class State(enum.Enum):
    """How far a row is on its way to others."""

    NEEDS_REVIEW = "needs_review"
    PUBLISHABLE = "publishable"
    REJECTED = "rejected"
    BLOCKED = "blocked"
    """It is quarantined: no decision lets it out."""
    PUBLISHED = "published"


class Decision(Struct, kw_only=True, frozen=True):
    """What somebody decided on a row, a session, or on all of them (`*`)."""

    id: str
    state: State
    reason: str
    author: str
    time: str
    digest: str = ""
    """Of the rows that were there to be looked at: who approves them says nothing of others."""


class Sidecar:
    def __init__(self, output: Path) -> None:
        self.folder = output.with_name(output.name + ".private")

    def make(self) -> None:
        private_directory(self.folder)
        self.folder.chmod(0o700)

    @property
    def parts(self) -> Path:
        return self.folder / "parts"

    def staging(self, digest: str) -> Path:
        """Where the files of a build are put together."""
        return self.folder / f"staging-{digest[:16]}"

    def key(self, randomness: Randomness) -> bytes:
        """The key of the marks of this dataset: made once, so that the same sessions give the same bytes."""
        path = self.folder / KEY
        try:
            return self._content(KEY)
        except FileNotFoundError:
            made = randomness(32)
        with written(path) as stream:
            stream.write(made)
        return made

    def _content(self, name: str) -> bytes:
        """What a file of the folder holds; raises `Unreadable` where somebody else may have written it."""
        try:
            return trusted.content(self.folder / name, folders=1)
        except trusted.NotOurs as error:
            raise Unreadable(f"{self.folder / name}: {error}") from None

    def read(self, name: str, kind: type[S]) -> list[S]:
        """The lines of a file; none where there is no file.  Raises `Unreadable`."""
        try:
            data = self._content(name)
        except FileNotFoundError:
            return []
        try:
            return [msgspec.json.decode(line, type=learned(kind)) for line in data.splitlines() if line.strip()]
        except msgspec.MsgspecError as error:
            raise Unreadable(f"{self.folder / name}: {error}") from None

    def write(self, name: str, rows: Iterator[Struct]) -> None:
        """A file anew, whole or not at all."""
        with written(self.folder / name) as stream:
            for row in rows:
                stream.write(encode(msgspec.to_builtins(row)) + b"\n")

    def append(self, name: str, row: Struct) -> None:
        """One more line, with one call: two processes never mix theirs."""
        descriptor = os.open(self.folder / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(descriptor, encode(msgspec.to_builtins(row)) + b"\n")
        finally:
            os.close(descriptor)

    def decisions(self, digest: str) -> dict[str, Decision]:
        """Those on the rows of this digest, by what they are on; the last word counts.  A rejection is for ever."""
        said = {each.id: each for each in self.read(REVIEW, Decision)}
        return {id: each for id, each in said.items() if each.state is State.REJECTED or each.digest == digest}

    def rejected(self) -> frozenset[str]:
        """The ids of rows and sessions that nobody wants."""
        return frozenset(id for id, each in self.decisions("").items() if each.state is State.REJECTED)
