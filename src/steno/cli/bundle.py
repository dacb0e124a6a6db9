"""`steno bundle`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic, Severity, UsageError
from steno.api.bundle import FORMAT, Bundle, Bundling, bundle, bundle_dataset, check_bundles
from steno.api.formats import losses_of
from steno.api.said import said
from steno.api.selection import Selection, day
from steno.api.world import here
from steno.api.written import troubles, withheld
from steno.cli import exits, options, output, redacting, summary
from steno.render.progress import Progress
from steno.render.summary import lost
from steno.render.terminal import number_of

if TYPE_CHECKING:
    from steno.api import Redaction


@click.command("bundle")
@options.session(many=True, required=False)
@click.option(
    "-o", "--output", "folder", type=options.PATH, metavar="FOLDER",
    help="The folder to make, which only you can read.  It must not exist, or be empty.",
)  # fmt: skip
@click.option("--dataset", "many", is_flag=True, help="Make the files of a dataset, of one trace or several.")
@click.option(
    "--compat", is_flag=True, help="With --dataset: write the shape of the published files, traces unchanged."
)
@click.option("--check", "checking", is_flag=True, help="Make nothing: check bundles against their manifests.")
@click.option("--licence", metavar="TEXT", help="How trace and artifacts may be used, for the README.")
@click.option("-O", "--option", "asked", multiple=True, metavar="KEY=VALUE", help="An option of the format forsy.")
@options.selection
@options.source_format
@options.losses
@redacting.option
@options.jobs
@options.no_subagents
def command(
    sessions: tuple[str, ...],
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
    jobs: int,
    no_subagents: bool,
    redaction: Redaction,
) -> int:
    """Make a Forsy bundle of a session or trace, with secrets masked.

    A bundle is a folder with trace.json, manifest.json, a README.md that says how far to trust the trace, and
    artifacts/ with what the trace holds of them.  It appears whole or not at all.  Each SESSION is a path, the folder
    of a bundle, - for standard input, the beginning of a session's id, @latest, or @-2.

    A dataset is a folder with traces.jsonl, steps.jsonl and manifests.jsonl.  It can also be made of folders of
    sessions or traces; without a SESSION, --project and --since choose sessions on this machine.  An input that cannot
    be read is named and left out.  What any input shows to be secret is masked in all of them.

    \b
      steno bundle @latest -o fan-trace --licence CC-BY-4.0
      steno bundle --check fan-trace
      steno bundle --dataset traces/ -o dataset --jobs auto
      steno bundle --dataset --project . --since 30d -o dataset
    """
    world = here()
    wanted = Selection(project, day(world, since))
    _refuse(sessions, wanted, many=many)
    if checking:
        return _check(sessions, jobs)
    if folder is None:
        raise UsageError("no folder to make: -o FOLDER names one")
    if not many and len(sessions) > 1:
        raise UsageError(f"a bundle holds one trace, got {len(sessions)}; --dataset takes several")
    if compat and not many:
        raise UsageError("--compat is for --dataset")
    how = Bundling(
        options=(*asked, "version=keep") if compat else asked,
        redaction=redaction,
        format=source_format,
        subagents=not no_subagents,
        wanted=wanted,
    )
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        if many:
            done = bundle_dataset(
                world, sessions, folder, how, compat=compat, jobs=jobs, failed=exits.Failures(), report=found.append,
                progress=progress.say,
            )  # fmt: skip
        else:
            done = bundle(
                world, sessions[0], folder, how, licence=licence, report=found.append, progress=progress.say
            )  # fmt: skip
    return _end(done, _dataset(done) if many else f"bundled {sessions[0]}", found, folder, losses_file)


def _refuse(sessions: tuple[str, ...], wanted: Selection, *, many: bool) -> None:
    if not wanted.is_whole and not many:
        raise UsageError("--project and --since are for --dataset")
    if not sessions and (wanted.is_whole or not many):
        raise UsageError("nothing to bundle: name a session, a file or a folder")


def _dataset(done: Bundle) -> str:
    repeated = f", left out {done.repeated} that others repeat" if done.repeated else ""
    return f"gathered {number_of(done.traces, 'trace')} with {number_of(done.steps, 'step')}{repeated}"


def _end(done: Bundle, title: str, found: list[Diagnostic], folder: Path, losses_file: Path | None) -> int:
    losses = [each for each in found if each.severity is Severity.LOSS]
    output.list_losses(losses_file, losses)
    output.warn(troubles(found), by_name=True)
    exits.say(title, "")
    masked = [("masked", summary.masked(done.redacted))] if done.redacted else []
    said = summary.lost(lost(losses, losses_of(FORMAT), listed=losses_file is not None))
    summary.rows([*masked, *said, ("written", str(folder))])
    code = exits.withheld(withheld(found))
    return exits.Exit.PARTIAL if done.failed else code


def _check(folders: tuple[str, ...], jobs: int) -> int:
    """Say of each folder whether it is what its manifest says."""
    found: list[Diagnostic] = []
    failed = check_bundles(folders, jobs=jobs, failed=exits.Failures(), report=found.append)
    for each in said(found):
        exits.say(str(each), "")
    done = len(folders) - failed
    exits.say(f"{number_of(done, 'bundle')} checked: {number_of(len(found), 'finding')}", "")
    return exits.several(failed, done, exits.Exit.FINDINGS if found else exits.Exit.DONE)
