"""`steno tree`"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from steno import pipeline, registry
from steno.base.exact import JSON
from steno.base.files import Unreadable, opened
from steno.cli import exits, options, output, redacting, world
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic, Place, Severity
from steno.formats.awf.runs import Runs, Step
from steno.formats.awf.tree import CODES, MISNAMED, Forest, forest
from steno.lineage import lineage
from steno.render import findings
from steno.render.progress import Progress, of_file
from steno.render.said import said
from steno.render.terminal import one_line
from steno.render.tree import Drawing, strokes
from steno.session import Input, stream

SCHEMA = "steno.tree/1"

_SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst")


@click.command("tree")
@options.word()
@click.option("--steps", is_flag=True, help="Show the steps of each run too, by path and iteration.")
@redacting.local
@options.as_json
@options.colour
def command(word: str, steps: bool, as_json: bool, colour: str, shown: redacting.Shown) -> int:
    """Draw the tree of runs: which run started which, when, what it did, and how it ended.

    SESSION is an agent's session, a folder of AWF transcripts, or a file, or the beginning of an id.

    Of a session, the sub-agents are drawn with their calls, failures and tokens, and those that they started; also
    those of which only the session's own log tells.

    Of a folder, every .jsonl file is read, those in folders below it not.  For a transcript, its folder is searched for
    the runs that it is linked with, and the whole tree that it stands in is drawn.  Runs are known by the id in their
    events, whatever the files are called.

    The record is shown as it is; --redact masks it.

    A run that is named and not found, and links that form a cycle or contradict each other, are drawn and said; then
    the command ends with 1.

    \b
      steno tree @latest
      steno tree storage/transcripts
      steno tree run.jsonl --steps
      steno tree --json . | jq '.runs[] | select(.status == "failed")'
    """
    found: list[Diagnostic] = []
    source = world.resolver(found.append)(word)
    if (agent := _agent(source)) is not None:
        return _sessions(source, agent, found, shown, as_json=as_json, colour=colour)
    runs = Runs(found.append)
    failed = _gather(source, runs, as_json=as_json)
    if not runs.runs and not failed:
        raise _NoRun(source.name)
    drawn = forest(runs)
    single = source.path is None or not source.path.is_dir()
    roots = drawn.around(runs.files.get(source.name, ())) if single else drawn.roots
    if single and not roots:  # the runs are those of other files in the folder
        raise _NoRun(source.name)
    ids = {id for _, id in drawn.walk(roots)}
    about = [each for each, named in drawn.diagnostics if not single or not ids.isdisjoint(named)]
    files = {source.name, *(file for id in ids for file in drawn.runs[id].parts)}
    about += [each for each in found if not single or each.place.path in files]
    if source.path is None:  # it has no name that could be wrong
        about = [each for each in about if each.code != MISNAMED.code]
    if as_json:
        output.emit(shown.piece(_record(drawn, roots, about, steps=steps)))
    else:
        drawing = Drawing(drawn, output.paint(colour), strokes(sys.stdout.encoding), steps=steps)
        output.lines(map(shown.piece, drawing.lines(roots)))
        sys.stdout.flush()
        _say(about)
    wrong = any(each.severity is not Severity.NOTE for each in about)
    return exits.several(failed, len(runs.files), exits.Exit.FINDINGS if wrong else exits.Exit.DONE)


def _agent(source: Input) -> str | None:
    """The agent whose session it is, of those whose sub-agents are known by their logs."""
    if source.path is None or source.path.is_dir():
        return None
    if source.agent is not None:
        return source.agent if source.agent in registry.agents.names() else None
    try:
        with opened(source.path) as file:
            format, _, _ = pipeline.recognised(file, Place(source.name))
    except (UsageError, Unreadable):  # what it is instead, the reading of transcripts says
        return None
    return format.name if format.name in registry.agents.names() else None


def _sessions(
    source: Input, agent: str, found: list[Diagnostic], shown: redacting.Shown, *, as_json: bool, colour: str
) -> int:
    """The tree of a session and its sub-agents."""
    with Progress(sys.stderr) as progress:
        progress.say(f"reading {source.name}")
        whole = Input(source.name, source.path, agent)
        drawn = lineage(whole, world.stdin(), lambda each: None, lambda: world.sessions(found.append))
    if as_json:
        output.emit(shown.piece(_record(drawn, drawn.roots, [], steps=False)))
    else:
        drawing = Drawing(drawn, output.paint(colour), strokes(sys.stdout.encoding))
        output.lines(map(shown.piece, drawing.lines(drawn.roots)))
    output.warn(found)
    return exits.Exit.DONE


class _NoRun(Unreadable):
    """There is nothing to draw."""

    hint = "a tree is drawn of agents' own sessions and of AWF transcripts; `steno show` reads any session"

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: no run of a transcript in it")


def _gather(source: Input, runs: Runs, *, as_json: bool) -> int:
    """Read the file and those beside it, or a folder's; returns how many could not be read."""
    if source.path is None:
        with stream(source, world.stdin()) as file:
            runs.add(file, source.name)
        return 0
    if source.path.is_dir():
        paths = _transcripts(source.path)
    else:
        with opened(source.path) as file:
            runs.add(file, source.name)
        own = source.path.resolve()
        paths = [each for each in _transcripts(source.path.parent) if each.resolve() != own]
    failed = 0
    with Progress(sys.stderr) as progress:
        for number, path in enumerate(paths):
            try:
                with opened(path) as file:
                    progress.say(
                        f"reading {path.name}",
                        of_file(file, path.stat().st_size) if len(paths) == 1 else number / len(paths),
                    )
                    runs.add(file, str(path))
            except Unreadable as error:
                failed += 1
                exits.explain(error, as_json=as_json)
    return failed


def _transcripts(folder: Path) -> list[Path]:
    """The files of a folder, each under one name: what it holds counts once."""
    try:
        found = sorted(each for each in folder.iterdir() if each.name.endswith(_SUFFIXES) and each.is_file())
        # The file itself before a link to it.
        found.sort(key=Path.is_symlink)
        return sorted({each.resolve(): each for each in reversed(found)}.values())
    except OSError as error:
        raise Unreadable(f"{folder}: {(error.strerror or str(error)).lower()}") from None


def _say(about: list[Diagnostic]) -> None:
    """What is wrong, each by itself; what is only worth knowing, by kind."""
    safe = said(about)
    for each in safe:
        if each.severity is not Severity.NOTE:
            exits.say(one_line(str(each)), "")
    notes = [each for each in safe if each.severity is Severity.NOTE]
    for line in findings.counted(notes, {code.code: code for code in CODES}):
        exits.say(line, "")


def _record(drawn: Forest, roots: list[str], about: list[Diagnostic], *, steps: bool) -> dict[str, JSON]:
    return {
        "schema": SCHEMA,
        "runs": [_run(drawn, id, depth, steps=steps) for depth, id in drawn.walk(roots)],
        "diagnostics": [findings.record(each) for each in said(about)],
    }


def _run(drawn: Forest, id: str, depth: int, *, steps: bool) -> dict[str, JSON]:
    """A run by what is known of it; what is not known is absent."""
    run = drawn.runs[id]
    known: dict[str, JSON] = {
        "run_id": id,
        "found": run.found,
        "depth": depth,
        "parent": drawn.parent.get(id),
        "children": drawn.children.get(id, []),
        "elsewhere": drawn.elsewhere.get(id),
        "name": run.title,
    }
    status, error = run.status()
    if run.found:
        known |= {
            "files": list(run.parts),
            "first_timestamp": run.first(),
            "last_timestamp": run.last(),
            "completed": run.completed,
            "status": status,
            "error": error,
            "events": run.events,
            "steps": [_step(each) for each in run.steps.values()] if steps else len(run.steps),
            "tool_calls": run.calls,
            "failed_calls": run.failures or None,
            "tokens": run.tokens,
            "only_told": run.told or None,
        }
    return {key: value for key, value in known.items() if value is not None}


def _step(step: Step) -> dict[str, JSON]:
    known: dict[str, JSON] = {
        "path": step.path,
        "iteration": step.iteration,
        "name": step.name,
        "kind": step.kind,
        "started": step.started,
        "completed": step.completed,
        "error": step.error,
        "children": list(step.children) or None,
    }
    return {key: value for key, value in known.items() if value is not None}
