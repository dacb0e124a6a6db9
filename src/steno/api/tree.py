"""Find the tree of runs: which run started which, of a session or of transcripts."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from steno import pipeline, registry
from steno.api.inputs import Failed, Tally, resolver
from steno.api.progress import Progress, of_file, silent
from steno.api.world import World, ignore
from steno.base.exact import JSON
from steno.base.files import opened
from steno.diagnostics import Diagnostic, Place, Report
from steno.errors import NoRun, Unreadable, UsageError
from steno.formats.awf.runs import Runs, Step
from steno.formats.awf.tree import CODES as CODES
from steno.formats.awf.tree import MISNAMED, Forest, forest
from steno.lineage import lineage
from steno.session import Input, stream

_SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst")


class Tree(Struct, frozen=True):
    """The runs around a session or in a folder."""

    forest: Forest
    roots: list[str]
    """Where the trees that were asked for begin."""
    about: list[Diagnostic] | None
    """What is said of the transcripts in them; None of a session, which has its own diagnostics."""
    files: int = 1
    failed: int = 0

    def runs(self, *, steps: bool = False) -> list[dict[str, JSON]]:
        """Each run by what is known of it, parents first; what is not known is absent."""
        return [_run(self.forest, id, depth, steps=steps) for depth, id in self.forest.walk(self.roots)]


def tree(
    world: World,
    session: str,
    *,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Tree:
    """The tree that a session or transcript stands in, or all trees of a folder of transcripts; raises `NoRun`."""
    found: list[Diagnostic] = []
    source = resolver(world, found.append)(session)
    if (agent := _agent(source)) is not None:
        progress(f"reading {source.name}")
        whole = Input(source.name, source.path, agent)
        drawn = lineage(whole, world.stdin(), ignore, lambda: world.sessions(found.append))
        if source.agent is not None:
            _continue(world, drawn, source.agent, progress)
        for each in found:
            report(each)
        return Tree(drawn, drawn.roots, None)
    runs = Runs(found.append)
    tally = Tally(2, failed)
    _gather(world, source, runs, tally, progress)
    if not runs.runs and not tally.failed:
        raise NoRun(source.name)
    drawn = forest(runs)
    single = source.path is None or not source.path.is_dir()
    roots = drawn.around(runs.files.get(source.name, ())) if single else drawn.roots
    if single and not roots:  # the runs are those of other files in the folder
        raise NoRun(source.name)
    about = _about(drawn, roots, found, source, single=single)
    return Tree(drawn, roots, about, len(runs.files), len(tally.failed))


def _continue(world: World, drawn: Forest, agent: str, progress: Progress) -> None:
    """Find the sessions on this machine that go on from those that are drawn."""
    from steno.listing.entries import machine  # costs start-up, and a file by itself has no others
    from steno.listing.memory import memory

    def step(path: Path, number: int, count: int) -> None:
        progress(f"reading {path.name}", number / count)

    kept = memory(world.environ, world.home)
    for entry in machine(world.environ, world.home, kept, ignore, agent=agent, step=step).entries:
        run = drawn.runs.get(entry.seen.origin) if entry.seen.origin else None
        if run is not None and (own := entry.seen.id or entry.id) not in (run.id, *run.continued):
            run.continued += (own,)


def _about(
    drawn: Forest, roots: list[str], found: list[Diagnostic], source: Input, *, single: bool
) -> list[Diagnostic]:
    """What is said of the runs that are drawn."""
    ids = {id for _, id in drawn.walk(roots)}
    about = [each for each, named in drawn.diagnostics if not single or not ids.isdisjoint(named)]
    files = {source.name, *(file for id in ids for file in drawn.runs[id].parts)}
    about += [each for each in found if not single or each.place.path in files]
    if source.path is None:  # it has no name that could be wrong
        about = [each for each in about if each.code != MISNAMED.code]
    return about


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


def _gather(world: World, source: Input, runs: Runs, tally: Tally, progress: Progress) -> None:
    """Read the file and those beside it, or a folder's."""
    if source.path is None:
        with stream(source, world.stdin()) as file:
            runs.add(file, source.name)
        return
    if source.path.is_dir():
        paths = _transcripts(source.path)
    else:
        with opened(source.path) as file:
            runs.add(file, source.name)
        own = source.path.resolve()
        paths = [each for each in _transcripts(source.path.parent) if each.resolve() != own]
    for number, path in enumerate(paths):
        with tally.one(), opened(path) as file:
            done = of_file(file, path.stat().st_size) if len(paths) == 1 else number / len(paths)
            progress(f"reading {path.name}", done)
            runs.add(file, str(path))


def _transcripts(folder: Path) -> list[Path]:
    """The files of a folder, each under one name: what it holds counts once."""
    try:
        found = sorted(each for each in folder.iterdir() if each.name.endswith(_SUFFIXES) and each.is_file())
        # The file itself before a link to it.
        found.sort(key=Path.is_symlink)
        return sorted({each.resolve(): each for each in reversed(found)}.values())
    except OSError as error:
        raise Unreadable(f"{folder}: {(error.strerror or str(error)).lower()}") from None


def _run(drawn: Forest, id: str, depth: int, *, steps: bool) -> dict[str, JSON]:
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
            "only_told": run.only_mentioned or None,
            "continues": list(run.origins) or None,
            "continued_by": list(run.continued) or None,
            "forks": run.forks or None,
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
