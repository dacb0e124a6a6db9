"""Rows to files: each a task of its own, written from part files, looked at once more as it can be read, and hashed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

from steno.base.files import written
from steno.dataset import arrow, part
from steno.dataset.gate import Cleared, Look, looking
from steno.dataset.plan import File
from steno.dataset.projections import projection
from steno.dataset.shard import Job
from steno.errors import Leak

PIECE: Final = 1 << 22
OVERLAP: Final = 1 << 16
SUFFIX: Final = {"parquet": ".parquet", "jsonl": ".jsonl"}


class Task(Struct, frozen=True, kw_only=True):
    """A file that is to be written."""

    file: File
    stems: tuple[str, ...]
    """The part files that its rows are in, in their order."""
    format: str
    path: str
    stood: frozenset[str]


class Written(Struct, kw_only=True):
    """A file that was written, as its manifest has it."""

    path: str
    split: str
    rows: int
    bytes: int
    sha256: str


class Writing(Struct, frozen=True):
    """The work on a file, as it can be handed to any process."""

    job: Job

    def __call__(self, task: Task) -> None:
        write(self.job, task)


def write(job: Job, task: Task) -> None:
    """Write one file; raises `Leak` where something is left in it."""
    columns = projection(job.dataset.workflow.projection).columns
    path = Path(task.path)
    unseen = path.with_name(f".{path.name}.unseen")
    with written(unseen) as stream:
        rows = _rows(job, task)
        if task.format == "parquet":
            arrow.write(rows, stream, columns, job.dataset.output.group_megabytes << 20)
        else:
            _lines(rows, stream)
    look(unseen, task.format, looking(job.redaction, task.stood))
    os.replace(unseen, path)


def _rows(job: Job, task: Task) -> Iterator[Cleared]:
    gate = job.gate()
    for stem, (_, wanted) in zip(task.stems, task.file.rows, strict=True):
        yield from part.cleared(Path(stem), gate, job.policy, wanted)


def _lines(rows: Iterator[Cleared], stream: BinaryIO) -> None:
    for row in rows:
        stream.write(row.data + b"\n")


def look(path: Path, format: str, found: Look) -> None:
    """The last look: at every byte of a file; of a Parquet file, at everything that can be read from it."""
    if format == "parquet":
        _stop(found(arrow.footer(path)), path)
        for text in arrow.texts(path):
            for begin in range(0, len(text), PIECE):
                _stop(found(text[max(0, begin - OVERLAP) : begin + PIECE]), path)
        return
    with path.open("rb") as stream:
        for piece in pieces(stream):
            _stop(found(piece), path)


def _stop(found: Sequence[object], path: Path) -> None:
    if found:
        first = found[0]
        code, kind = getattr(first, "code", ""), getattr(first, "type", "")
        raise Leak(f"{path.name} still holds a {kind} ({code}): nothing was written")


def pieces(stream: BinaryIO) -> Iterator[bytes]:
    """The bytes of a file, each piece with the end of the one before."""
    before = b""
    while piece := stream.read(PIECE):
        yield before + piece
        before = piece[-OVERLAP:]


def hashed(path: Path) -> tuple[int, str]:
    """How many bytes a file has, and their hash."""
    with path.open("rb") as stream:
        return path.stat().st_size, hashlib.file_digest(stream, "sha256").hexdigest()


def names(files: Sequence[File], format: str) -> list[str]:
    """What the files are called: `data/train-00000-of-00002.parquet`."""
    counts = {each.split: sum(other.split == each.split for other in files) for each in files}
    return [f"data/{each.split}-{each.number:05}-of-{counts[each.split]:05}{SUFFIX[format]}" for each in files]
