"""Make Forsy bundles and datasets of sessions, masked; and check bundles."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from steno import registry
from steno.api.frame import Inputs, Shaping
from steno.api.inputs import Failed, resolver
from steno.api.lessons import Known, Lesson, Sharing, held_back, once_more
from steno.api.outcome import Here
from steno.api.progress import Progress, silent
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
from steno.redaction import Redacted, Value, together
from steno.session import STDIN

FORMAT = "forsy"
_RAW = "data.json"
"""A trace as an agent handed it in."""


class Bundling(Shaping, frozen=True, kw_only=True):
    """How inputs are read and converted, each in the same manner; the options are those of the format forsy."""


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
    run = _Run(world, how)
    with appearing(folder) as made, written(made / bundles.TRACE) as stream:
        done = run.convert(session, bundled.into_folder(made, folder.name, licence), stream, report, progress)
    return Bundle(done)


def bundle_dataset(
    world: World,
    sessions: Sequence[str],
    folder: Path,
    how: Bundling = _USUAL,
    *,
    compat: bool = False,
    jobs: int = 1,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Bundle:
    """Make the folder of a dataset of all that words name, folders included; what cannot be read is left out.

    With `compat` it has the shape of the published files, as the traces stand.
    """
    words = how.wanted.words(world, sessions, report, whole=_is_bundle)
    same = _same(words)
    wanted = [word for word in words if word in same or not _is_raw(Path(word))]
    # One key for all inputs: what is equal in two of them has one mark.
    how = replace(how, redaction=how.redaction.under_one_key(world.randomness))

    def inputs(known: Known) -> Inputs[Lesson[_Made]]:
        return Inputs(
            _Run(world, how, same, compat, known), [*known] or wanted, among=len(words),
            prepare=_prepared, jobs=jobs, load=lambda: how.redaction.masking(b""), failed=failed,
        )  # fmt: skip

    made, failures = Sharing(_said, FORMAT).each(inputs, "bundling", report, progress)
    if failures and not made:
        raise Unreadable("no input could be read, so no dataset was written")
    counts = dataset.write(chain.from_iterable(each.members for each in made), folder)
    repeated = sum(map(len, same.values())) - len(same)
    redacted = together(each.redacted for each in made) if made else None
    return Bundle(redacted, counts["traces.jsonl"], counts["steps.jsonl"], repeated, failures)


class _Made(NamedTuple):
    """All traces of an input."""

    members: list[dataset.Lines]
    redacted: Redacted


def _said(made: _Made) -> bytes:
    """What the files hold of an input."""
    return b"".join(line for each in made.members for line in (each.trace, *each.steps, each.manifest))


def _prepared(word: str, report: Report) -> str | Here:
    return Here(word) if word == STDIN else word


class _Run(Struct, frozen=True):
    """Converts inputs, each in the same manner."""

    world: World
    how: Bundling
    same: dict[str, list[str]] = {}
    """Of traces as agents handed them in: the folders that hold the same."""
    compat: bool = False
    known: Known = {}
    """What others have taught, by the word for the input that holds it."""

    def __call__(self, word: str, report: Report, progress: Progress) -> Lesson[_Made]:
        if self.known:
            once_more(word, again=word != STDIN)
        found: list[dataset.Member] = []
        learned: set[Value] = set()
        with held_back(report) as said:
            writer = bundled.into_members(found)
            done = self.convert(word, writer, io.BytesIO(), said.append, progress, learned.update)
            lines = [dataset.lines(each, compat=self.compat) for each in found]
        return Lesson(word, _Made(lines, done), frozenset(learned), said)

    def convert(
        self,
        word: str,
        writer: MakeWriter,
        stream: BinaryIO,
        report: Report,
        progress: Progress,
        teach: Callable[[set[Value]], None] = lambda values: None,
    ) -> Redacted:
        target, traces = registry.formats[FORMAT].written_by(writer), self._traces(word, report, progress)
        known = self.known.get(word, ())
        return self.how.write(self.world, traces, target, stream, report, known=known, teach=teach)

    def _traces(self, word: str, report: Report, progress: Progress) -> Iterator[Trace]:
        """What a word names; the folder of a bundle stands for its trace, with the manifest beside it."""
        folder = Path(word)
        is_folder = word != STDIN and folder.is_dir()
        if is_folder and _is_raw(folder):
            yield _handed_in(folder, self.same.get(word, [folder.name]))
            return
        source = resolver(self.world, report)(str(folder / bundles.TRACE) if is_folder else word)
        has_manifest = is_folder and (folder / bundles.MANIFEST).is_file()
        manifest = bundles.load(folder, bundles.MANIFEST) if has_manifest else None
        if manifest is not None and (wrong := next(bundles.verify(folder), None)):
            raise UsageError(f"{folder} does not match its manifest: {wrong.message}; `steno bundle --check` lists all")
        for trace in self.how.traces(self.world, source, "bundling", report, progress):
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


def check_bundles(
    folders: Sequence[str], *, jobs: int = 1, failed: Failed | None = None, report: Report = ignore
) -> int:
    """Report in what bundles are not what their manifests say; returns how many could not be read."""
    inputs = Inputs(_verify, folders, among=2, jobs=jobs, failed=failed)
    for _ in inputs.each(report=report):
        pass
    return inputs.failed


def _verify(folder: str, report: Report, progress: Progress) -> None:
    if Path(folder).is_file():
        raise Unreadable(f"{folder}: a file, expected the folder of a bundle")
    for each in bundles.verify(Path(folder)):
        report(each)
