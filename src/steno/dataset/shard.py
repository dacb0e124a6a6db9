"""The unit of work: some sessions, read, projected, redacted, cleared, and written as one part file.

It depends on nothing but its job and its sessions, so it may run in any process on any machine, and twice.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from steno import pipeline, session
from steno.base.canonical import canonical
from steno.base.ids import sha256
from steno.contracts import Ambient
from steno.dataset.about import About, models, outcome, seen, unwanted
from steno.dataset.config import Dataset
from steno.dataset.gate import Cleared, Gate, Passed, Refused, looking
from steno.dataset.lessons import Value, own_words, standing, sweep, taught, teachable
from steno.dataset.part import (
    Memories,
    PartWriter,
    Quarantined,
    RowEntry,
    SessionEntry,
    cleared,
    read_index,
    read_seen,
)
from steno.dataset.projections import projection
from steno.dataset.provenance import session_of
from steno.dataset.remote import MARK, fetched
from steno.dataset.rows import Known, as_format
from steno.dataset.security import Resolved
from steno.dataset.text import forbidden, overlap, signature, words
from steno.detect.remembered import Memory
from steno.diagnostics import Diagnostic
from steno.errors import Leak, StenoError
from steno.model import Trace
from steno.redaction import Redaction
from steno.session import Input

_SESSION_ERRORS: Final = (StenoError, ValueError, TypeError, KeyError, IndexError, RecursionError, AttributeError)
"""What one session may do to its reader.  An error of the machine is not among them: it is tried again."""


_COLUMNS: Final = msgspec.json.Decoder(dict[str, Raw])
"""The columns of a row as they are spelled."""


class Member(Struct, frozen=True, kw_only=True):
    """A session of the dataset."""

    source: Input
    format: str | None = None
    licence: str | None = None
    state: tuple[int, int] = (0, 0)
    """The size of its file, and when it changed."""


class Shard(Struct, frozen=True, kw_only=True):
    members: tuple[Member, ...]
    digest: str
    """Of everything that its rows depend on; where it stands among others is nothing of that."""
    poisoned: dict[int, str] = {}
    """Members that ended the process that read them, by number, with what is known of it."""
    base: str = ""
    """The part of the same sessions, each redacted by itself; where it is named, all that is not `known` is taken from
    there."""
    known: dict[int, tuple[Value, ...]] = {}
    """What other sessions have taught and members hold, by number: these are made anew, without it."""

    @property
    def name(self) -> str:
        return f"part-{self.digest[:32]}"


class Job(Struct, frozen=True, kw_only=True):
    """What all shards of a build have in common."""

    dataset: Dataset
    security: Resolved
    redaction: Redaction
    policy: str
    """The digest of what was resolved."""
    parts: str
    """The folder of part files."""
    began: datetime
    texts: tuple[str, ...] = ()
    """The files with texts that no row may hold."""

    @property
    def ambient(self) -> Ambient:
        return Ambient(partial(_same, self.began), partial(_derived, self.redaction.key or b""))

    def gate(self) -> Gate:
        return Gate(self.security, looking(self.redaction), self.redaction.key or b"")

    def stem(self, shard: Shard) -> Path:
        return Path(self.parts) / shard.name


def _same(moment: datetime) -> datetime:
    return moment


def _derived(key: bytes, size: int) -> bytes:
    """What stands for randomness where the same input gives the same bytes."""
    return (sha256(key) * (size // 32 + 1)).encode()[:size]


def build(job: Job, shard: Shard) -> list[Value]:
    """Write the part of a shard; returns what its sessions taught.

    A session that cannot be read is quarantined; an error of the machine is raised.
    """
    part = PartWriter(shard.digest, job.policy)
    base = _Base(job, shard.base) if shard.base else None
    memories = Memories() if base is None else base.memories
    made = _Sessions(job, part, memories)
    for at, member in enumerate(shard.members):
        if base is not None and at not in shard.known:
            base.copy(at, part)
        else:
            made.add(member, at, shard.poisoned.get(at), shard.known.get(at, ()))
    _check(part, shard)
    part.finish(job.stem(shard), memories if base is None else {})
    return sorted(made.learned)


def probe(job: Job, member: Member) -> None:
    """Do everything that is done with one session, and write nothing."""
    _Sessions(job, PartWriter("", job.policy), {}).add(member, 0, None)


def learn(job: Job, members: Sequence[Member]) -> list[Value]:
    """What sessions teach, once more: where their parts are there, but nobody has the values any more."""
    made = _Sessions(job, PartWriter("", job.policy), {})
    for number, member in enumerate(members):
        made.add(member, number, None)
    return sorted(made.learned)


def _check(part: PartWriter, shard: Shard) -> None:
    """The last look at what other sessions taught; raises `Leak`."""
    stood = set(part.index.stood)
    looking = sweep({value for values in shard.known.values() for value in values})
    sessions = {number for number, each in enumerate(part.index.sessions) if each.member in shard.known}
    data = part.data if shard.known else b""
    for row in part.index.rows:
        line = data[row.offset : row.offset + row.length] if row.session in sessions else b""
        for span in standing(looking, line):
            if line[span.start : span.end].decode("latin-1") not in stood:
                raise Leak(f"a row still holds a {span.type} that another session taught: nothing was written")


class _Base:
    """A part from which sessions are taken as they are."""

    def __init__(self, job: Job, name: str) -> None:
        stem = Path(job.parts) / name
        self._index = read_index(stem)
        self.memories = read_seen(stem)
        """Of its sessions, when each was redacted by itself."""
        self._rows: dict[int, list[tuple[Cleared, RowEntry]]] = {}
        every = cleared(stem, job.gate(), job.policy, range(len(self._index.rows)))
        for row, entry in zip(every, self._index.rows, strict=True):
            self._rows.setdefault(entry.session, []).append((row, entry))

    def copy(self, member: int, part: PartWriter) -> None:
        index, made = self._index, part.index
        made.quarantined += [each for each in index.quarantined if each.member == member]
        made.stood = sorted({*made.stood, *index.stood})
        for number, entry in enumerate(index.sessions):
            if entry.member == member:
                made.sessions.append(entry)
                for row, about in self._rows.get(number, ()):
                    part.add(row, replace(about, session=len(made.sessions) - 1))


class _Taken(NamedTuple):
    """What was read of a session."""

    known: Known
    about: list[About]
    ids: list[str]


class _Sessions:
    """The sessions of one part."""

    def __init__(self, job: Job, part: PartWriter, memories: Memories) -> None:
        """What was seen in a session before is not looked at again; what is seen now is added to the memories."""
        self._job, self._part, self._memories, self._gate = job, part, memories, job.gate()
        self._projection = projection(job.dataset.workflow.projection)
        self._forbidden = forbidden(job.texts, job.dataset.contamination.words)
        self._words = own_words(self._projection)
        self.learned: set[Value] = set()
        """What the sessions taught."""

    def add(self, member: Member, number: int, poisoned: str | None, known: tuple[Value, ...] = ()) -> None:
        """A session; `known` is what others have taught and it holds."""
        name = member.source.name
        if poisoned is not None:
            self._part.index.quarantined.append(Quarantined(member=number, name=name, reason=poisoned))
            return
        entry = SessionEntry(member=number, name=name, size=member.state[0])
        try:
            lines = self._lines(member, entry, known)
        except _SESSION_ERRORS as error:
            self._part.index.quarantined.append(Quarantined(member=number, name=name, reason=_reason(error)))
            return
        at = len(self._part.index.sessions)
        self._part.index.sessions.append(entry)
        for row, (payload, provenance) in enumerate(zip(lines[::2], lines[1::2], strict=True)):
            self._row(payload, provenance, at, row)

    def _lines(self, member: Member, entry: SessionEntry, known: tuple[Value, ...]) -> list[pipeline.Looked]:
        """Two lines for every row of a session, after the last look; says in the entry what became of the session."""
        workflow = self._job.dataset.workflow
        taken = _Taken(Known(hashes=[], licence=member.licence, wants=bool, refused=[], losses=Counter()), [], [])
        taken.known.wants = partial(self._wants, entry, taken)
        target = as_format(self._projection, workflow.passes, taken.known)
        said: list[Diagnostic] = []
        memory = self._memories.setdefault(entry.member, Memory())
        options = [f"{key}={value}" for key, value in workflow.options.items()]
        lines, redacted, stood, learned = pipeline.looked(
            self._traces(member, entry, taken, said), target, options, said.append, self._job.ambient,
            replace(self._job.redaction, known=known, memory=memory),
        )  # fmt: skip
        teaches = teachable(learned, self._words)
        self.learned.update(teaches)
        entry.taught = taught(teaches, self._job.redaction.key or b"")
        entry.about, entry.losses = taken.about, dict(sorted(taken.known.losses.items()))
        entry.id = next(iter(taken.ids), "")
        entry.masked, entry.characters = dict(sorted(redacted.masked.items())), redacted.characters
        self._part.index.stood = sorted({*self._part.index.stood, *stood})
        self._part.index.quarantined += [
            Quarantined(member=entry.member, name=entry.name, reason=reason, row=len(lines) // 2)
            for reason in taken.known.refused
        ]
        return lines

    def _traces(self, member: Member, entry: SessionEntry, taken: _Taken, said: list[Diagnostic]) -> Iterator[Trace]:
        """The traces of a session that are wanted as far as can be told before they are redacted."""
        for trace in self._read(member, said):
            about = seen(trace, member.licence)
            if (why := unwanted(self._job.dataset.filters, about)) is not None:
                entry.filtered = why
                continue
            taken.about.append(about)
            taken.known.hashes.append([_hash(each.path) for each in trace.header.sources])
            yield trace

    def _read(self, member: Member, said: list[Diagnostic]) -> Iterator[Trace]:
        whole = self._job.dataset.workflow.subagents
        if MARK not in member.source.name:
            yield from session.read(member.source, io.BytesIO(), said.append, format=member.format, subagents=whole)
            return
        with fetched(member.source.name) as path:
            near = Input(member.source.name, path)
            yield from session.read(near, io.BytesIO(), said.append, format=member.format, subagents=whole)

    def _wants(self, entry: SessionEntry, taken: _Taken, trace: Trace) -> bool:
        """The same of what only the derived trace tells."""
        about = taken.about[len(taken.ids)]
        about.outcome, about.models = outcome(trace), models(trace)  # as they may be published
        taken.ids.append(session_of(trace) or "")
        wanted = self._job.dataset.filters.outcomes
        if wanted and about.outcome not in wanted:
            entry.filtered = "outcomes"
            return False
        return True

    def _row(self, payload: pipeline.Looked, provenance: pipeline.Looked, at: int, number: int) -> None:
        entry = self._part.index.sessions[at]
        passed = self._gate.passes(payload, provenance)
        if isinstance(passed, Refused):
            self._part.index.quarantined.append(
                Quarantined(
                    member=entry.member, name=entry.name, reason=passed.reason, row=number,
                    findings=list(passed.findings),
                )
            )  # fmt: skip
            return
        if (why := self._unwanted(passed)) is not None:
            entry.losses[f"filter:{why}"] = entry.losses.get(f"filter:{why}", 0) + 1
            return
        row = self._entry(_COLUMNS.decode(passed.payload), passed, at)
        self._part.add(self._gate.clear(passed, row.id), row)

    def _unwanted(self, passed: Passed) -> str | None:
        filters = self._job.dataset.filters
        if filters.row_bytes is not None and not filters.row_bytes[0] <= len(passed.payload) <= filters.row_bytes[1]:
            return "row_bytes"
        if filters.evidence is None:
            return None
        found = msgspec.json.decode(passed.provenance)["evidence"]
        grades = {each.partition(":")[0] for each in found}
        holds = grades == {"observed"} if filters.evidence == "observed" else "annotated" in grades
        return None if holds else "evidence"

    def _id(self, columns: Mapping[str, Raw], passed: Passed) -> str:
        """By what makes a row the same row: all of its payload, or some fields."""
        identity = self._job.dataset.identity
        if identity.mode == "payload_hash":
            return f"row_{sha256(passed.payload)[:16]}"
        about = msgspec.json.decode(passed.provenance)
        chosen = {
            name: msgspec.json.decode(columns[name]) if name in columns else about[name] for name in identity.fields
        }
        return f"row_{sha256(canonical(chosen, exact=True))[:16]}"

    def _entry(self, columns: Mapping[str, Raw], passed: Passed, at: int) -> RowEntry:
        # Equal values are spelled alike: `encode` has written them all.
        content = b"[%s]" % b",".join(map(columns.__getitem__, self._projection.content))
        dataset = self._job.dataset
        near, texts = dataset.deduplicate.near, self._forbidden
        found = words(msgspec.json.decode(content)) if near or texts else []
        return RowEntry(
            id=self._id(columns, passed),
            content=bytes.fromhex(sha256(content)[:32]),
            offset=0,
            length=0,
            session=at,
            size=len(passed.payload),
            overlap=overlap(found, dataset.contamination.words, texts),
            signature=signature(found, dataset.deduplicate.words) if near else b"",
            findings=list(passed.findings),
        )


def _reason(error: Exception) -> str:
    """Why a session was not taken.  It stands in the private sidecar alone."""
    return str(error) if isinstance(error, StenoError) else f"{type(error).__name__}: {error}"


def _hash(path: object) -> str | None:
    if not isinstance(path, str):
        return None
    try:
        return session.digest(Path(path))
    except OSError:
        return None  # a source that is part of a database, or that is gone
