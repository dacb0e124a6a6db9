"""`steno bundle`"""

from __future__ import annotations

import dataclasses
import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import click

from steno import pipeline, registry
from steno.base.files import Unreadable, written
from steno.base.ids import sha256
from steno.cli import exits, options, output, redacting, selection, summary, world
from steno.contracts import MakeWriter, UsageError
from steno.diagnostics import Diagnostic, Severity
from steno.formats.forsy import bundle, bundled, dataset, raw, reader
from steno.formats.forsy.folder import appearing
from steno.model import Trace
from steno.redaction import Redacted, Redaction, together
from steno.render.progress import Progress
from steno.render.said import said
from steno.render.terminal import number_of

FORMAT = "forsy"
_RAW = "data.json"
"""A trace as an agent handed it in."""


@click.command("bundle")
@options.word(many=True, required=False)
@click.option(
    "-o", "--output", "folder", type=click.Path(path_type=Path), metavar="FOLDER",
    help="The folder to make, for its owner alone.  Nothing may be there but an empty one.",
)  # fmt: skip
@click.option("--dataset", "many", is_flag=True, help="Make the files of a dataset, of one trace or several.")
@click.option(
    "--compat", is_flag=True, help="With --dataset: in the shape of the published files, as the traces stand."
)
@click.option("--check", "checking", is_flag=True, help="Make nothing: say whether bundles are what they say.")
@click.option("--licence", metavar="TEXT", help="How trace and artifacts may be used, for the README.")
@click.option("-O", "--option", "asked", multiple=True, metavar="KEY=VALUE", help="An option of the format forsy.")
@selection.options
@options.source_format
@options.losses
@redacting.option
@options.no_subagents
def command(
    words: tuple[str, ...],
    folder: Path | None,
    many: bool,
    compat: bool,
    checking: bool,
    licence: str | None,
    asked: tuple[str, ...],
    project: str | None,
    since: str | None,
    source_format: str | None,
    losses_file: Path | None,
    no_subagents: bool,
    redaction: Redaction,
) -> int:
    """Make a Forsy bundle of a session or trace, with secrets taken out.

    A bundle is a folder with trace.json, manifest.json, a README.md that says how far the trace can be trusted, and
    artifacts/ with what the trace holds of them.  It appears whole or not at all.  Each SESSION is a path, the folder
    of a bundle, - for standard input, the beginning of a session's id, @latest, or @-2.

    A dataset is a folder with traces.jsonl, steps.jsonl and manifests.jsonl.  It takes folders of sessions or traces
    too; without a SESSION, --project and --since say which sessions of this machine are meant.  An input that cannot be
    read is named and left out.

    \b
      steno bundle @latest -o fan-trace --licence CC-BY-4.0
      steno bundle --check fan-trace
      steno bundle --dataset traces/ -o dataset
      steno bundle --dataset --project . --since 30d -o dataset
    """
    wanted = selection.Selection(project, selection.day(since))
    if not wanted.is_whole and not many:
        raise UsageError("--project and --since are for --dataset")
    if not words and (wanted.is_whole or not many):
        raise UsageError("nothing to bundle: name a session, a file or a folder")
    if checking:
        return _check(words)
    if folder is None:
        raise UsageError("no folder to make: -o FOLDER names one")
    if not many and len(words) > 1:
        raise UsageError(f"a bundle holds one trace, got {len(words)}; --dataset takes several")
    if compat and not many:
        raise UsageError("--compat is for --dataset")
    run = _Run(
        words=(*asked, "version=keep") if compat else asked,
        format=source_format,
        subagents=not no_subagents,
        redaction=redaction,
        wanted=wanted,
    )
    if many:
        said = _dataset(run, wanted.words(words, run.found.append, whole=_is_bundle), folder, compat=compat)
    else:
        with appearing(folder) as made, written(made / bundle.TRACE) as stream:
            run.convert(words[0], bundled.into_folder(made, folder.name, licence), stream)
        said = f"bundled {words[0]}"
    return _end(run, said, folder, losses_file)


@dataclasses.dataclass
class _Run:
    """Converts inputs one after another, each in the same manner."""

    words: tuple[str, ...]
    format: str | None
    subagents: bool
    redaction: Redaction
    wanted: selection.Selection
    failed: int = 0
    """Inputs that could not be read."""
    found: list[Diagnostic] = dataclasses.field(default_factory=list)
    done: list[Redacted] = dataclasses.field(default_factory=list)
    same: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    """Of traces as agents handed them in: the folders that hold the same."""

    def convert(self, word: str, writer: MakeWriter, stream: BinaryIO) -> None:
        target = registry.formats[FORMAT].written_by(writer)
        with Progress(sys.stderr) as progress:
            traces = self._traces(word, progress)
            report, ambient = self.found.append, world.ambient()
            self.done.append(pipeline.convert(traces, target, self.words, stream, report, ambient, self.redaction))

    def members(self, word: str) -> list[dataset.Member]:
        """All traces of an input, or none."""
        found: list[dataset.Member] = []
        self.convert(word, bundled.into_members(found), io.BytesIO())
        return found

    def _traces(self, word: str, progress: Progress) -> Iterator[Trace]:
        """What a word names; the folder of a bundle stands for its trace, with the manifest beside it."""
        folder = Path(word)
        is_folder = word != "-" and folder.is_dir()
        if is_folder and _is_raw(folder):
            yield _handed_in(folder, self.same.get(word, [folder.name]))
            return
        source = world.resolver(self.found.append)(str(folder / bundle.TRACE) if is_folder else word)
        manifest = bundle.load(folder, bundle.MANIFEST) if is_folder and (folder / bundle.MANIFEST).is_file() else None
        if manifest is not None and (wrong := next(bundle.verify(folder), None)):
            raise UsageError(f"{folder} is not what it says: {wrong.message}; `steno bundle --check` lists all")
        traces = world.traces(
            source, self.found.append, progress, "bundling", format=self.format, subagents=self.subagents
        )
        for trace in self.wanted.traces(traces):
            yield trace if manifest is None else bundled.with_manifest(trace, manifest)


def _handed_in(folder: Path, folders: list[str]) -> Trace:
    """The trace of a folder in which an agent has put `data.json` and a manifest."""
    stated = bundle.load(folder, _RAW), bundle.load(folder, bundle.MANIFEST)
    trace, manifest = raw.published(*stated, folder.name, folders)
    return bundled.with_manifest(reader.of_document(trace), manifest)


# Several


def _dataset(run: _Run, words: list[str], folder: Path, *, compat: bool) -> str:
    """Make a dataset of what can be read; returns what was done."""
    members: list[dataset.Member] = []
    run.same = _same(words)
    for word in words:
        if word in run.same or not _is_raw(Path(word)):
            try:
                members += run.members(word)
            except (Unreadable, UsageError) as error:
                if len(words) == 1:
                    raise
                run.failed += 1
                exits.explain(error)
    if run.failed and not members:
        raise Unreadable("no input can be read, so there is no dataset")
    counts = dataset.write(members, folder, compat=compat)
    left_out = sum(map(len, run.same.values())) - len(run.same)
    repeated = f", left out {left_out} that others repeat" if left_out else ""
    traces, steps = number_of(counts["traces.jsonl"], "trace"), number_of(counts["steps.jsonl"], "step")
    return f"gathered {traces} with {steps}{repeated}"


def _is_bundle(folder: Path) -> bool:
    return _is_raw(folder) or (folder / bundle.TRACE).is_file()


def _is_raw(folder: Path) -> bool:
    return (folder / _RAW).is_file()


def _same(words: Iterable[str]) -> dict[str, list[str]]:
    """Traces as agents handed them in: the first folder of each, with the names of all that hold the same."""
    first: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    for word in filter(lambda word: _is_raw(Path(word)), words):
        digest = sha256(dataset.line(bundle.load(Path(word), _RAW)))
        found.setdefault(first.setdefault(digest, word), []).append(Path(word).name)
    return found


# What is said


def _end(run: _Run, said: str, folder: Path, losses_file: Path | None) -> int:
    losses = [each for each in run.found if each.severity is Severity.LOSS]
    output.list_losses(losses_file, losses)
    wrong = [each for each in run.found if each.severity in (Severity.ERROR, Severity.WARNING)]
    output.warn(wrong, named=True)
    exits.say(said, "")
    target = registry.formats[FORMAT]
    masked = [("masked", summary.masked(together(run.done)))] if run.done else []
    summary.rows([*masked, *summary.lost(losses, target, losses_file), ("written", str(folder))])
    code = exits.ending(run.found)
    return exits.Exit.PARTIAL if run.failed else code


def _check(words: tuple[str, ...]) -> int:
    """Say of each folder whether it is what its manifest says."""
    found: list[Diagnostic] = []
    failed = 0
    for word in words:
        try:
            if Path(word).is_file():
                raise Unreadable(f"{word}: a file, expected the folder of a bundle")
            found.extend(bundle.verify(Path(word)))
        except Unreadable as error:
            failed += 1
            exits.explain(error)
    for each in said(found):
        exits.say(str(each), "")
    code = exits.Exit.FINDINGS if found else exits.Exit.DONE
    done = len(words) - failed
    exits.say(f"{number_of(done, 'bundle')} checked: {number_of(len(found), 'finding')}", "")
    return exits.several(failed, done, code)
