"""Make datasets of sessions, check and compare them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from steno.api import settings
from steno.api.dataset_sources import members, texts
from steno.api.jobs import at_once, cores
from steno.api.output import put
from steno.api.progress import Progress, silent
from steno.api.settings import Tell
from steno.api.world import World, ignore
from steno.base.time import stamp
from steno.dataset import build as building
from steno.dataset import comparing, config, template, verifying
from steno.dataset.build import Built as Built
from steno.dataset.comparing import Compared as Compared
from steno.dataset.config import Dataset as Dataset
from steno.dataset.executor import Answer, Ended, Executor, called
from steno.dataset.manifest import NAME, load
from steno.dataset.manifest import Manifest as Manifest
from steno.dataset.projections import NAMES as PROJECTIONS
from steno.dataset.security import Resolved, resolved
from steno.dataset.sidecar import FINDINGS, QUARANTINE, REVIEW, Decision, Sidecar
from steno.dataset.sidecar import State as State
from steno.dataset.verifying import Standing as Standing
from steno.detect.policy import Allowance
from steno.diagnostics import Report
from steno.errors import Unreadable, UsageError
from steno.redaction import Redaction

__all__ = ["PROJECTIONS", "Built", "Compared", "Dataset", "Manifest", "Standing", "State"]


def init(folder: Path, name: str, projection: str, paths: Sequence[str], *, manifest: Path | None = None) -> Path:
    """Write a `dataset.toml` to begin with, or one that says what the manifest of an OpenTraces dataset says."""
    file = folder / config.NAME
    if file.exists():
        raise UsageError(f"{file} already exists")
    text = template.fresh(name, projection, paths) if manifest is None else template.of_manifest(manifest, paths)
    put(folder, Path(config.NAME), text.encode())
    config.load(file)
    return file


class Loaded(Struct, frozen=True, kw_only=True):
    """A `dataset.toml`, and where it stands."""

    dataset: Dataset
    file: Path

    @property
    def base(self) -> Path:
        return self.file.absolute().parent

    @property
    def output(self) -> Path:
        return self.base / self.dataset.output.folder

    @property
    def sidecar(self) -> Sidecar:
        return Sidecar(self.output)

    def built(self) -> Path:
        """The folder that was made; raises `UsageError` where there is none yet."""
        if not (self.output / NAME).is_file():
            raise UsageError(f"{self.output}: nothing is built yet; `steno dataset build` does it")
        return self.output


def loaded(file: Path) -> Loaded:
    """What a file, or the `dataset.toml` in a folder, says; raises `BadDataset` or `Unreadable`."""
    if file.is_dir():
        if not (file / config.NAME).is_file():
            raise Unreadable(f"{file}: no {config.NAME} in this folder")
        file = file / config.NAME
    return Loaded(dataset=building.complete(config.load(file)), file=file)


def build(
    world: World,
    file: Path,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    tell: Tell = lambda line: None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Built:
    """Build the dataset that a file describes.  What an earlier run has done is not done again."""
    found = loaded(file)
    dataset, base = found.dataset, found.base
    building.validated(dataset)
    security = resolved(dataset.security, str(found.file), report=report)
    every = members(world, dataset, base, report)
    found.sidecar.make()
    redaction = _redaction(world, found, security, tell)
    began = world.clock()
    with _executor(jobs, cluster, redaction) as engine:
        setting = building.Setting(executor=engine, began=began, wait=time.sleep, tell=progress)
        return building.build(
            dataset, found.output, every, security, redaction, texts(dataset, base), setting
        )  # fmt: skip


def _redaction(world: World, found: Loaded, security: Resolved, tell: Tell) -> Redaction:
    """What is taken out: at the level of the policy, with what `steno.toml` adds and `dataset.toml` allows."""
    stated = found.dataset.security
    world = replace(world, folder=found.base)  # what a build masks does not hang on where somebody stands
    policy = settings.policy(world, None, tell)
    own = [
        Allowance(each.reason, sha256=each.sha256, text=each.text, pattern=each.pattern, rule=each.rule)
        for each in stated.allow
    ]
    policy = replace(policy, allow=(*policy.allow, *own))
    key = settings.key(None if stated.key_file is None else found.base / stated.key_file, tell)
    return Redaction(
        level=security.level,
        key=key or found.sidecar.key(world.randomness),
        machine=settings.machine(world) if policy.seeds else None,
        policy=policy,
    )


def _executor(jobs: int, cluster: str | None, redaction: Redaction) -> AbstractContextManager[Executor]:
    if cluster is None:
        return nullcontext(Pool(jobs or cores(), redaction))
    from steno.dataset.cluster import Cluster  # few have one

    return Cluster(cluster)


class _Call(Struct, frozen=True):
    """Work as a pool takes it."""

    work: Callable[[Any], object]

    def __call__(self, item: Any, report: Report, progress: Progress) -> Answer:
        return called(self.work, item)


class Pool:
    """Processes on this machine; one that dies is replaced, and costs what it was working on.

    With one job the work is done in this process, which a session that kills its reader then kills.
    """

    def __init__(self, jobs: int, redaction: Redaction) -> None:
        self._jobs, self._redaction = jobs, redaction

    def each(self, work: Callable[[Any], object], items: Sequence[Any]) -> Iterator[Ended]:
        most = max(len(items), 2)  # never here, where several are allowed: what is worked on may kill its process
        with at_once(_Call(work), self._jobs, most, lambda: self._redaction.masking(b"")) as each:
            for outcome in each(items):
                error, answer = outcome.error, outcome.result
                if answer is not None:
                    yield Ended(outcome.word, *answer)
                else:
                    yield Ended(outcome.word, f"{type(error).__name__}: {error}")


# What was built


def check(world: World, file: Path, *, tell: Tell = lambda line: None, report: Report = ignore) -> Standing:
    """Check a dataset's file, its policy, and, where it is built, every byte of what it would publish."""
    found = loaded(file)
    building.validated(found.dataset)
    problems = verifying.policy_problems(found.dataset, str(found.file))
    for each in problems:
        report(each)
    if problems or not (found.output / NAME).is_file():
        return Standing(problems=len(problems))
    security = resolved(found.dataset.security, str(found.file))
    return verifying.standing(
        found.output, found.sidecar, found.dataset, _redaction(world, found, security, tell), report
    )


def decide(world: World, file: Path, ids: Sequence[str], state: State, reason: str, author: str) -> None:
    """Keep what somebody decides on rows, sessions, or all of them (`*`)."""
    found = loaded(file)
    if not reason.strip():
        raise UsageError("say why with --reason")
    found.sidecar.make()
    for id in ids:
        found.sidecar.append(REVIEW, decision(world, found, id, state, reason, author))


def decision(world: World, found: Loaded, id: str, state: State, reason: str, author: str) -> Decision:
    """What somebody decides on the rows that are built now."""
    digest = load(found.output).digest if (found.output / NAME).is_file() else ""
    return Decision(id=id, state=state, reason=reason, author=author, time=stamp(world.clock()), digest=digest)


def show(path: Path) -> Manifest:
    """What a built dataset holds: of its folder or its manifest, or of its `dataset.toml` or that one's folder."""
    return load(_built(path))


def _built(path: Path) -> Path:
    """The folder of a built dataset; raises `Unreadable` or `UsageError` where none is meant, or none is built."""
    if path.name == NAME and path.is_file():
        return path.parent
    if (path / NAME).is_file():
        return path
    if path.is_dir() and not (path / config.NAME).is_file():
        raise Unreadable(f"{path}: neither a {config.NAME} nor a built dataset ({NAME}) in this folder")
    return loaded(path).built()


def diff(one: Path, two: Path) -> Compared:
    """In what two built datasets differ."""
    return comparing.compared(_built(one), _built(two))


def sidecar_files(file: Path) -> tuple[Path, Path]:
    """Where the owner reads what was quarantined, and what was found."""
    folder = loaded(file).sidecar.folder
    return folder / QUARANTINE, folder / FINDINGS
