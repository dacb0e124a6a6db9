"""Make Forsy bundles and datasets of sessions, masked; and check bundles."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from steno import pipeline, registry
from steno.api.inputs import Failed, Tally, resolver, traces
from steno.api.progress import Progress, silent
from steno.api.selection import Selection
from steno.api.world import World, ignore
from steno.base.files import Unreadable, written
from steno.base.ids import sha256
from steno.contracts import MakeWriter
from steno.diagnostics import Report
from steno.errors import UsageError
from steno.formats.forsy import bundle as bundles
from steno.formats.forsy import bundled, dataset, raw, reader
from steno.formats.forsy.folder import appearing
from steno.model import Trace
from steno.redaction import USUAL, Redacted, Redaction, together

FORMAT = "forsy"
_RAW = "data.json"
"""A trace as an agent handed it in."""


class Bundling(Struct, frozen=True, kw_only=True):
    """How inputs are read and converted, each in the same manner."""

    options: Sequence[str] = ()
    """`key=value` words of the format forsy."""
    redaction: Redaction = USUAL
    format: str | None = None
    """The inputs', instead of finding it by content."""
    subagents: bool = True
    wanted: Selection = Selection()


_USUAL = Bundling()


class Bundle(Struct, frozen=True):
    """What was made."""

    redacted: Redacted | None
    traces: int = 1
    steps: int = 0
    repeated: int = 0
    """How many inputs were left out because others repeat them."""
    failed: int = 0


def bundle(
    world: World,
    session: str,
    folder: Path,
    how: Bundling = _USUAL,
    *,
    licence: str | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Bundle:
    """Make the folder of a bundle, whole or not at all, of the trace that a word names."""
    run = _Run(world, how, report, progress)
    with appearing(folder) as made, written(made / bundles.TRACE) as stream:
        run.convert(session, bundled.into_folder(made, folder.name, licence), stream)
    return Bundle(together(run.done))


def bundle_dataset(
    world: World,
    sessions: Sequence[str],
    folder: Path,
    how: Bundling = _USUAL,
    *,
    compat: bool = False,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Bundle:
    """Make the folder of a dataset of all that words name, folders included; what cannot be read is left out.

    With `compat` it has the shape of the published files, as the traces stand.
    """
    words = how.wanted.words(world, sessions, report, whole=_is_bundle)
    run = _Run(world, how, report, progress, _same(words))
    tally = Tally(len(words), failed)
    members: list[dataset.Member] = []
    for word in words:
        if word in run.same or not _is_raw(Path(word)):
            with tally.one():
                members += run.members(word)
    if tally.failed and not members:
        raise Unreadable("no input could be read, so no dataset was written")
    counts = dataset.write(members, folder, compat=compat)
    repeated = sum(map(len, run.same.values())) - len(run.same)
    masked = together(run.done) if run.done else None
    return Bundle(masked, counts["traces.jsonl"], counts["steps.jsonl"], repeated, len(tally.failed))


@dataclasses.dataclass
class _Run:
    """Converts inputs one after another, each in the same manner."""

    world: World
    how: Bundling
    report: Report
    progress: Progress
    same: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    """Of traces as agents handed them in: the folders that hold the same."""
    done: list[Redacted] = dataclasses.field(default_factory=list)

    def convert(self, word: str, writer: MakeWriter, stream: BinaryIO) -> None:
        target = registry.formats[FORMAT].written_by(writer)
        how, ambient = self.how, self.world.ambient
        done = pipeline.convert(
            self._traces(word), target, how.options, stream, self.report, ambient, how.redaction
        )  # fmt: skip
        self.done.append(done)

    def members(self, word: str) -> list[dataset.Member]:
        """All traces of an input, or none."""
        found: list[dataset.Member] = []
        self.convert(word, bundled.into_members(found), io.BytesIO())
        return found

    def _traces(self, word: str) -> Iterator[Trace]:
        """What a word names; the folder of a bundle stands for its trace, with the manifest beside it."""
        folder = Path(word)
        is_folder = word != "-" and folder.is_dir()
        if is_folder and _is_raw(folder):
            yield _handed_in(folder, self.same.get(word, [folder.name]))
            return
        source = resolver(self.world, self.report)(str(folder / bundles.TRACE) if is_folder else word)
        has_manifest = is_folder and (folder / bundles.MANIFEST).is_file()
        manifest = bundles.load(folder, bundles.MANIFEST) if has_manifest else None
        if manifest is not None and (wrong := next(bundles.verify(folder), None)):
            raise UsageError(f"{folder} does not match its manifest: {wrong.message}; `steno bundle --check` lists all")
        whole = traces(
            self.world, source, "bundling", format=self.how.format, subagents=self.how.subagents, report=self.report,
            progress=self.progress,
        )  # fmt: skip
        for trace in self.how.wanted.traces(whole):
            yield trace if manifest is None else bundled.with_manifest(trace, manifest)


def _handed_in(folder: Path, folders: list[str]) -> Trace:
    """The trace of a folder in which an agent has put `data.json` and a manifest."""
    stated = bundles.load(folder, _RAW), bundles.load(folder, bundles.MANIFEST)
    trace, manifest = raw.published(*stated, folder.name, folders)
    return bundled.with_manifest(reader.of_document(trace), manifest)


def _is_bundle(folder: Path) -> bool:
    return _is_raw(folder) or (folder / bundles.TRACE).is_file()


def _is_raw(folder: Path) -> bool:
    return (folder / _RAW).is_file()


def _same(words: Iterable[str]) -> dict[str, list[str]]:
    """Traces as agents handed them in: the first folder of each, with the names of all that hold the same."""
    first: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    for word in filter(lambda word: _is_raw(Path(word)), words):
        digest = sha256(dataset.line(bundles.load(Path(word), _RAW)))
        found.setdefault(first.setdefault(digest, word), []).append(Path(word).name)
    return found


def check_bundles(folders: Sequence[str], *, failed: Failed | None = None, report: Report = ignore) -> int:
    """Report in what bundles are not what their manifests say; returns how many could not be read."""
    tally = Tally(2, failed)
    for folder in folders:
        with tally.one():
            if Path(folder).is_file():
                raise Unreadable(f"{folder}: a file, expected the folder of a bundle")
            for each in bundles.verify(Path(folder)):
                report(each)
    return len(tally.failed)
