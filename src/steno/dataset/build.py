"""Builds a dataset: shards, plan, files, card.  Whoever ends it at any moment loses nothing but the shards under work.

What is done lies in the private folder as part files; what is published appears in one step, when all of it is there.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from steno import __version__, registry
from steno.base.canonical import canonical
from steno.base.exact import encode
from steno.base.files import private_directory, written
from steno.base.ids import sha256
from steno.base.time import stamp
from steno.contracts import UsageError, unwritable
from steno.dataset import arrow, card, croissant, executor, manifest, output, part, sweeping, text
from steno.dataset.config import Dataset
from steno.dataset.executor import Executor
from steno.dataset.gate import looking
from steno.dataset.lessons import Taught, Value, said_in
from steno.dataset.manifest import Manifest, Splitted
from steno.dataset.output import Task, Writing, Written
from steno.dataset.part import Index, Quarantined
from steno.dataset.plan import Plan, planned
from steno.dataset.projections import projection
from steno.dataset.security import Resolved
from steno.dataset.shard import Job, Member, Shard
from steno.dataset.sidecar import FINDINGS, QUARANTINE, RUNS, Sidecar
from steno.detect.policy import NOTHING
from steno.detect.rule import Level
from steno.detect.seeds import seeds
from steno.errors import Leak, Unreadable
from steno.redaction import Redaction

_OF_ROWS: Final = ("workflow", "security", "identity", "filters", "deduplicate", "contamination")
"""What the rows of a shard depend on; splits, samples and cards do not change them."""
_PROVENANCE: Final = ("session", "agent", "trace", "run", "step")


class Found(Struct, kw_only=True):
    """A finding that the last look masked in a row: for review."""

    row: str
    session: str
    code: str
    type: str
    tag: str


class Run(Struct, kw_only=True):
    """One run of the builder."""

    time: str
    digest: str
    shards: int
    worked: int
    """How many of them were not there yet."""
    again: int
    """How many were made anew, because they held what another session taught."""
    sessions: int
    rows: int


class Built(Struct, kw_only=True):
    manifest: Manifest
    folder: Path
    shards: int
    worked: int
    again: int
    quarantined: list[Quarantined]
    findings: list[Found]


class Setting(Struct, frozen=True, kw_only=True):
    """What a build takes from outside."""

    executor: Executor
    began: datetime
    wait: Callable[[float], None]
    tell: Callable[[str, float | None], None] = lambda what, share: None


def validated(dataset: Dataset) -> None:
    """Everything that can be wrong before a session is opened; raises `UsageError`."""
    chosen = projection(dataset.workflow.projection)
    chosen.options([f"{key}={value}" for key, value in dataset.workflow.options.items()])
    for name in dataset.workflow.passes:
        registry.passes[name]  # raises with a did-you-mean
    columns = {*(each.name for each in chosen.columns), *_PROVENANCE}
    for name in dataset.identity.fields:
        if name not in columns:
            raise UsageError(f"identity.fields: no column named {name!r}; known: {', '.join(sorted(columns))}")
    if "parquet" in dataset.output.formats:
        arrow.arrow()
    if dataset.deduplicate.near:
        text.signature(["a"], 1)


def complete(dataset: Dataset) -> Dataset:
    """A dataset with the passes that what it asks for needs."""
    wants_outcome = bool(dataset.filters.outcomes) or dataset.splits.stratify == "outcome"
    if not wants_outcome or "derive" in dataset.workflow.passes:
        return dataset
    workflow = msgspec.structs.replace(dataset.workflow, passes=(*dataset.workflow.passes, "derive"))
    return msgspec.structs.replace(dataset, workflow=workflow)


def shards(dataset: Dataset, members: Sequence[Member], digest: str) -> list[Shard]:
    """The sessions in their order, so many at a time: whatever the number of processes."""
    most, large = dataset.output.shard_sessions, dataset.output.shard_megabytes << 20
    found: list[Shard] = []
    held, size = list[Member](), 0
    for member in members:
        if held and (len(held) >= most or size + member.state[0] > large):
            found.append(_shard(held, digest))
            held, size = [], 0
        held.append(member)
        size += member.state[0]
    return [*found, _shard(held, digest)] if held else found


def _shard(members: Sequence[Member], digest: str) -> Shard:
    stated = [[each.source.name, each.source.inner, each.format, each.licence, list(each.state)] for each in members]
    return Shard(members=tuple(members), digest=sha256(digest.encode() + canonical(stated, exact=True)))


def rows_digest(dataset: Dataset, redaction: Redaction, texts: Sequence[str]) -> str:
    """Of everything but the sessions that rows depend on."""
    stated = {name: msgspec.to_builtins(getattr(dataset, name)) for name in _OF_ROWS}
    content = [output.hashed(Path(path))[1] for path in texts]
    return sha256(canonical([__version__, part.VERSION, stated, content, _masking(redaction)], exact=True))


def _masking(redaction: Redaction) -> list[str]:
    """What a redaction depends on, without any of its values."""
    policy, machine = redaction.policy or NOTHING, redaction.machine
    level = Level(redaction.level) if redaction.level in list(Level) else Level.STRICT
    known = () if machine is None else sorted(repr(each) for each in seeds(machine, level))
    rules = [f"{each.code} {each.pattern}" for each in policy.extra]
    return [
        redaction.level, sha256(redaction.key or b""), sha256("\n".join(known).encode("utf-8", "surrogatepass")),
        repr(policy.allow), *rules, *(type(each).__name__ for each in (*policy.finders, *policy.recognizers)),
    ]  # fmt: skip


def build(
    dataset: Dataset,
    folder: Path,
    members: Sequence[Member],
    security: Resolved,
    redaction: Redaction,
    texts: Sequence[str],
    setting: Setting,
) -> Built:
    """Make the folder of a dataset; raises `UsageError`, `Unwritable`, or `Leak` where nothing may be published."""
    sidecar = Sidecar(folder)
    _check_place(folder)
    digest = rows_digest(dataset, redaction, texts)
    policy = sha256(canonical(msgspec.to_builtins(security), exact=True))
    job = Job(
        dataset=dataset, security=security, redaction=redaction, policy=policy, parts=str(sidecar.parts),
        began=setting.began, texts=tuple(texts),
    )  # fmt: skip
    every = shards(dataset, members, digest)
    private_directory(sidecar.parts)
    learned: set[Value] = set()
    worked = executor.run(
        setting.executor, job, every, setting.wait, lambda done, all: setting.tell("reading sessions", done / all),
        learned,
    )  # fmt: skip
    indexes = [part.read_index(job.stem(shard)) for shard in every]
    _check_some(indexes)
    swept = sweeping.swept(job, every, indexes, learned, setting.executor, setting.wait, setting.tell)
    _forget(sidecar.parts, swept.names)
    _check_words(dataset, swept.taught, redaction)
    indexes = [
        old if after is before else part.read_index(job.stem(after))
        for old, before, after in zip(indexes, every, swept.shards, strict=True)
    ]
    every = swept.shards
    plan = planned(dataset, indexes, sidecar.rejected())
    stems = tuple(str(job.stem(shard)) for shard in every)
    order = sha256("\n".join(row.entry.id for row in plan.rows if not row.dropped).encode())
    staging = sidecar.staging(sha256(f"{order}{canonical(msgspec.to_builtins(dataset), exact=True)!r}".encode()))
    stood = frozenset(word for index in indexes for word in index.stood)
    files = _written(job, plan, stems, staging, stood, setting)
    found = list(_findings(indexes, plan))
    made = _manifest(dataset, security, redaction, indexes, plan, files, order, found)
    _publish(dataset, made, security, staging, redaction)
    quarantined = [each for index in indexes for each in index.quarantined]
    sidecar.write(QUARANTINE, iter(quarantined))
    sidecar.write(FINDINGS, iter(found))
    _settle(staging, folder)
    rows = sum(each.rows for each in made.splits.values())
    run = Run(
        time=stamp(setting.began), digest=order, shards=len(every), worked=worked, again=swept.again,
        sessions=made.sessions, rows=rows,
    )  # fmt: skip
    sidecar.append(RUNS, run)
    return Built(
        manifest=made, folder=folder, shards=len(every), worked=worked, again=swept.again, quarantined=quarantined,
        findings=found,
    )  # fmt: skip


def _check_place(folder: Path) -> None:
    """Nothing is replaced but a dataset of Steno's own."""
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / manifest.NAME).is_file())):
        raise UsageError(f"{folder} is not a dataset of Steno's: name a new or an empty folder")


def _check_some(indexes: Sequence[Index]) -> None:
    """Where no session at all could be read, something else is wrong than the sessions."""
    if not any(index.sessions for index in indexes):
        reasons = [each.reason for index in indexes for each in index.quarantined]
        raise Unreadable(f"no session could be read, so no dataset was written: {reasons[0]}")


def _check_words(dataset: Dataset, taught: Mapping[bytes, Taught], redaction: Redaction) -> None:
    """What `dataset.toml` says of the dataset is published too; raises `Leak` where a session taught that it is secret.

    Everything else on the pages is counted, or stands in rows.
    """
    card, security = dataset.card, dataset.security
    said = [
        dataset.name, dataset.version, dataset.description, card.licence, card.pretty_name, card.limitations,
        card.citation, *card.tags, *card.task_categories, *card.language, *card.authors, dataset.publication.remote,
        *(each.reason for each in security.allow), *(each.reason for each in security.overrides),
        *(each.licence for each in dataset.sources), *dataset.workflow.options.values(),
    ]  # fmt: skip
    found = said_in([each for each in said if each], taught, redaction.key or b"")
    if found is not None:
        raise Leak(f"dataset.toml says a {found.type} that a session taught: nothing was written")


def _forget(folder: Path, wanted: set[str]) -> None:
    """Parts of an earlier state of the dataset, of which nobody will ask again."""
    for path in folder.iterdir():
        if path.stem not in wanted:
            path.unlink()


def _written(
    job: Job, plan: Plan, stems: tuple[str, ...], staging: Path, stood: frozenset[str], setting: Setting
) -> list[Written]:
    """The files of rows, each a task; one that lies there already was written by a run that was ended."""
    private_directory(staging / "data")
    for other in staging.parent.glob("staging-*"):
        if other != staging:
            shutil.rmtree(other)
    tasks, files = list[Task](), list[tuple[str, str, int]]()
    for format in job.dataset.output.formats:
        for file, name in zip(plan.files, output.names(plan.files, format), strict=True):
            path = str(staging / name)
            own = tuple(stems[number] for number, _ in file.rows)
            tasks.append(Task(file=file, stems=own, format=format, path=path, stood=stood))
            files.append((name, file.split, file.count))
    left, errors = [task for task in tasks if not Path(task.path).exists()], list[str]()
    for attempt in range(executor.ATTEMPTS):
        setting.wait(executor.BACK_OFF[attempt] if left else 0)
        ended = setting.executor.each(Writing(job), left) if left else iter(())
        errors = []
        for number, each in enumerate(ended, 1):
            setting.tell("writing files", number / len(left))
            errors += [] if each.error is None else [each.error]
        left = [task for task in left if not Path(task.path).exists()]
    if left:
        raise executor.failure(f"{Path(left[0].path).name} cannot be written", errors)
    return [_described(staging, *each) for each in files]


def _described(staging: Path, name: str, split: str, rows: int) -> Written:
    size, digest = output.hashed(staging / name)
    return Written(path=name, split=split, rows=rows, bytes=size, sha256=digest)


def _findings(indexes: Sequence[Index], plan: Plan) -> Iterator[Found]:
    for row in plan.rows:
        if not row.dropped:
            session = indexes[row.part].sessions[row.entry.session].id
            for each in row.entry.findings:
                yield Found(row=row.entry.id, session=session, code=each.code, type=each.type, tag=each.tag)


def _manifest(
    dataset: Dataset, security: Resolved, redaction: Redaction, indexes: Sequence[Index], plan: Plan,
    files: list[Written], order: str, found: Sequence[Found],
) -> Manifest:  # fmt: skip
    chosen = projection(dataset.workflow.projection)
    sessions = [entry for index in indexes for entry in index.sessions]
    lost = sum((Counter(entry.losses) for entry in sessions), Counter[str]())
    quarantined = [each for index in indexes for each in index.quarantined]
    filtered = Counter(entry.filtered for entry in sessions if entry.filtered)
    filtered.update({code.removeprefix("filter:"): lost.pop(code) for code in [*lost] if code.startswith("filter:")})
    return Manifest(
        name=dataset.name,
        version=dataset.version,
        description=dataset.description,
        steno=__version__,
        digest=order,
        config=sha256(canonical(msgspec.to_builtins(dataset), exact=True)),
        projection=chosen.name,
        columns=[(each.name, each.kind.value, each.what) for each in chosen.columns],
        identity=msgspec.to_builtins(dataset.identity),
        security=security.policy,
        level=redaction.level,
        beside=list(security.beside),
        allowed=[{"rule": each.rule, "reason": each.reason} for each in dataset.security.allow],
        splits=_splits(dataset, indexes, plan),
        files=files,
        sessions=len(sessions) + sum(each.row < 0 for each in quarantined),
        filtered=dict(sorted(filtered.items())),
        quarantined={
            "sessions": sum(each.row < 0 for each in quarantined), "rows": sum(each.row >= 0 for each in quarantined),
        },
        dropped=dict(sorted(plan.dropped.items())),
        contaminated=plan.contaminated,
        losses=dict(sorted(lost.items())),
        masked=dict(sorted(sum((Counter(entry.masked) for entry in sessions), Counter[str]()).items())),
        findings=len(found),
    )  # fmt: skip


def _splits(dataset: Dataset, indexes: Sequence[Index], plan: Plan) -> dict[str, Splitted]:
    made = {name: Splitted() for name in dataset.splits.shares}
    sessions: dict[str, set[tuple[int, int]]] = {name: set() for name in made}
    families: dict[str, set[str]] = {name: set() for name in made}
    for row in plan.rows:
        if row.dropped:
            continue
        split = made[row.split]
        split.rows += 1
        split.bytes += row.entry.size
        sessions[row.split].add((row.part, row.entry.session))
        families[row.split].add(row.group)
        power = str((row.entry.size - 1).bit_length())
        split.sizes[power] = split.sizes.get(power, 0) + 1
        for about in indexes[row.part].sessions[row.entry.session].about[:1]:
            named = (
                (split.agents, [about.agent]), (split.models, about.models), (split.outcomes, [about.outcome]),
                (split.languages, [about.language]), (split.licences, [about.licence]),
            )  # fmt: skip
            for counts, labels in named:
                for label in labels:
                    counts[label] = counts.get(label, 0) + 1
    for name, split in made.items():
        split.sessions, split.families = len(sessions[name]), len(families[name])
        for counts in (split.agents, split.models, split.outcomes, split.languages, split.licences, split.sizes):
            ordered = sorted(counts.items())
            counts.clear()
            counts.update(ordered)
    return made


def _publish(dataset: Dataset, made: Manifest, security: Resolved, staging: Path, redaction: Redaction) -> None:
    """Everything beside the rows; raises `Leak` where it holds what should have been masked."""
    schema = encode(manifest.row_schema(made.projection)) + b"\n"
    workflow = sha256(canonical(msgspec.to_builtins(dataset.workflow), exact=True))
    foreign = manifest.opentraces(dataset, security.policy, f"sha256:{workflow}", f"sha256:{sha256(schema)}")
    pages: dict[str, bytes] = {
        manifest.NAME: encode(msgspec.to_builtins(made)) + b"\n",
        manifest.ROW_SCHEMA: schema,
        manifest.OPENTRACES: manifest.yaml(foreign).encode(),
        card.PAGE: card.page(dataset, made).encode(),
        croissant.NAME: encode(croissant.metadata(dataset, made)) + b"\n",
        **{name: drawn.encode() for name, drawn in card.figures(made).items()},
    }
    look = looking(redaction)
    for name, data in pages.items():
        private_directory((staging / name).parent)
        with written(staging / name) as stream:
            stream.write(data)
        output.look(staging / name, "page", look)
    wanted = {*pages, *(each.path for each in made.files)}
    for path in [each for each in staging.rglob("*") if each.is_file()]:
        if str(path.relative_to(staging)) not in wanted:
            path.unlink()  # what a process that was killed has left


def _settle(staging: Path, folder: Path) -> None:
    """The files in the place of those of the build before."""
    old = folder.with_name(f".{folder.name}.old")
    try:
        if old.exists():
            shutil.rmtree(old)
        if folder.exists():
            _check_place(folder)
            folder.rename(old)
        staging.rename(folder)
    except OSError as error:
        raise unwritable(str(folder), error) from None
    if old.exists():
        shutil.rmtree(old)
