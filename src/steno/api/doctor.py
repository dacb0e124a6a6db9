"""Say what is recorded on this machine, prove by reading that it can be read, and what threatens it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path

from msgspec import UNSET, Struct, UnsetType, field

from steno import __version__, registry, sources
from steno.api.hook import HookStatus, hook_statuses, hook_troubles
from steno.api.progress import Progress, silent
from steno.api.said import bounded, sentence
from steno.api.world import World
from steno.base.counts import number_of
from steno.base.folders import caches
from steno.base.time import parse
from steno.diagnostics import Diagnostic
from steno.listing.elsewhere import Elsewhere, elsewhere
from steno.listing.entries import Entry, Machine, Unlisted, machine
from steno.listing.memory import Memory, memory
from steno.listing.proof import Proof, proof

SAMPLE = 5
"""How many files of each agent are read, unless all are."""
SOON = 7
"""Sessions that are deleted within so many days are said to be in danger."""
_LATE = timedelta(hours=1)
"""So long after the last event of its hooks an agent may still write to a session."""
_EXTRAS = {
    "hyperscan": "hyperscan",
    "pii": "phonenumbers",
    "re2": "re2",
}
"""What makes Steno faster or lets it find more, and the module that comes with it."""
_MUCH = 3


class Finding(Struct, frozen=True):
    """Something that is wrong, or will be."""

    about: str
    """An agent, or `steno`."""
    what: str
    advice: str


class Kept(Struct, frozen=True):
    """What an agent does to its own history."""

    what: str
    advice: str
    days: int | UnsetType = UNSET
    stated: str | UnsetType = UNSET


class AgentHealth(Struct, kw_only=True):
    """What is there of an agent."""

    agent: str
    title: str
    folders: list[str]
    """Those that exist."""
    sessions: int = 0
    subagents: int = 0
    files: int = 0
    bytes: int = 0
    read: int = 0
    """How many files were read as a whole ..."""
    read_bytes: int = 0
    unaccounted: int = 0
    """... and how many of their bytes are in no event, no frame and no diagnostic."""
    unreadable: list[Proof] = field(default_factory=list)
    """Files that cannot be read, or of which something is missing or damaged."""
    keeps: list[Kept] = field(default_factory=list)
    hooks: list[HookStatus] = field(default_factory=list)


class Own(Struct, frozen=True, kw_only=True):
    """Steno's own state."""

    version: str
    overviews: str | UnsetType
    """Where overviews are remembered; UNSET where the user wants nothing kept."""
    remembered: int
    detectors: int
    """How many compiled sets of detectors are kept."""
    extras: dict[str, bool]
    """Which are installed."""


class Health(Struct, frozen=True, kw_only=True, tag_field="schema", tag="steno.doctor/1"):
    """What was found."""

    full: bool
    """Whether every file was read, or a sample."""
    agents: list[AgentHealth]
    elsewhere: list[Elsewhere]
    """Agents that are here and that nobody reads."""
    hooks: list[HookStatus]
    """Of whom is no agent with sessions here, such as git."""
    steno: Own
    findings: list[Finding]


def doctor(world: World, *, agent: str | None = None, full: bool = False, progress: Progress = silent) -> Health:
    """What every agent keeps here, or one, and whether it can be read: a few files of each are, or all."""
    reports: list[Diagnostic] = []
    kept = memory(world.environ, world.home)
    damaged = kept.damage()

    def step(path: Path, number: int, count: int) -> None:
        progress(f"looking at {path.name}", number / count)

    found = machine(world.environ, world.home, kept, reports.append, agent=agent, step=step)
    told = hook_statuses(world)
    agents = list(_agents(world, found, agent, told, full=full, progress=progress))
    here = {each.agent for each in agents}
    others = [each for each in told if each.agent not in here and agent in (None, each.agent) and not each.is_absent]
    health = Health(
        full=full,
        agents=agents,
        elsewhere=[each for each in elsewhere(world.environ, world.home) if agent in (None, each.agent)],
        hooks=others,
        steno=_own(world, kept),
        findings=[],
    )
    for each in _findings(world, health, found, reports, damaged=damaged):
        health.findings.append(Finding(each.about, _masked(each.what), each.advice))
    return health


def _agents(
    world: World, found: Machine, only: str | None, told: Sequence[HookStatus], *, full: bool, progress: Progress
) -> Iterator[AgentHealth]:
    entries: dict[str, list[Entry]] = {}
    for each in found.entries:
        entries.setdefault(each.session.agent, []).append(each)
    unlisted: dict[str, list[Unlisted]] = {}
    for other in found.unlisted:
        unlisted.setdefault(other.agent, []).append(other)
    for name in sources.names() if only is None else [only]:
        places, known = sources.places(name), registry.agents.get(name)
        roots = places.roots(world.environ, world.home) if places is not None else []
        folders = [str(root) for root in dict.fromkeys(roots) if os.path.exists(root)]  # noqa: PTH110  may be closed
        own, lost = entries.get(name, []), unlisted.get(name, [])
        if not (folders or own or lost):
            continue
        one = AgentHealth(agent=name, title=known.title if known is not None else name, folders=folders)
        _prove(one, own, lost, full=full, progress=progress)
        keeps = known.keeps()(world.environ, world.home) if known is not None and known.keeps is not None else ()
        one.keeps = [Kept(k.what, k.advice, UNSET if k.days is None else k.days, k.stated or UNSET) for k in keeps]
        one.hooks = [each for each in told if each.agent == name]
        yield one


def _prove(one: AgentHealth, own: Sequence[Entry], lost: Sequence[Unlisted], *, full: bool, progress: Progress) -> None:
    """Read files of an agent, and remember what that has shown."""
    one.sessions = sum(each.parent is None for each in own)
    one.subagents = len(own) - one.sessions
    files = {each.session.path: each for each in own}
    one.files = len(files) + len(lost)
    one.bytes = sum(each.session.size for each in files.values())
    one.unreadable = [
        Proof(str(each.path), why=_masked(each.why.removeprefix(f"{each.path}: ")), kind=each.kind) for each in lost
    ]
    chosen = list(files) if full else _sample(list(files))
    for number, path in enumerate(chosen):
        progress(f"reading {path.name}", number / len(chosen))
        done = proof(one.agent, path)
        one.read += 1
        one.read_bytes += done.bytes
        one.unaccounted += done.missing
        done.said = {code: _masked(text) for code, text in done.said.items()}
        done.why = _masked(done.why)
        if done.why or done.missing or done.wrong:
            one.unreadable.append(done)


def _masked(text: str) -> str:
    return bounded(sentence(text))


def _sample(files: list[Path]) -> list[Path]:
    """A few, from the newest to the oldest."""
    if len(files) <= SAMPLE:
        return files
    return [files[number * (len(files) - 1) // (SAMPLE - 1)] for number in range(SAMPLE)]


def _own(world: World, kept: Memory) -> Own:
    folder = caches(world.environ, world.home) / "steno" / "finders"
    try:
        detectors = sum(1 for each in os.scandir(folder) if not each.name.startswith("."))
    except OSError:
        detectors = 0  # none yet: they are compiled when somebody looks for secrets
    return Own(
        version=__version__,
        overviews=str(kept.path) if kept.path is not None else UNSET,
        remembered=len(kept),
        detectors=detectors,
        extras={name: find_spec(module) is not None for name, module in _EXTRAS.items()},
    )


# Findings


def _findings(
    world: World, health: Health, found: Machine, reports: Sequence[Diagnostic], *, damaged: bool
) -> Iterator[Finding]:
    for report in reports:
        yield Finding("steno", str(report), "give yourself permission to list the folder")
    for one in health.agents:
        yield from _of_files(one)
        yield from _of_history(world, one, found)
        yield from _of_hooks(one, found)
    for status in health.hooks:
        yield from _of_hook(status)
    if troubles := hook_troubles(world):
        yield Finding("steno", f"the hook program reported errors in {troubles}", "read that file, then delete it")
    if damaged:
        yield Finding("steno", "the remembered overviews were damaged", "nothing: they were made anew just now")


def _of_files(one: AgentHealth) -> Iterator[Finding]:
    closed: dict[str, list[Proof]] = {}
    for each in one.unreadable:
        if each.why:
            closed.setdefault(each.why, []).append(each)
    for why, proofs in closed.items():
        what = f"{number_of(len(proofs), 'file')} cannot be read: {why} ({_paths(proofs)})"
        yield Finding(one.agent, what, _ADVICE[proofs[0].kind])
    if gone := [each for each in one.unreadable if each.missing]:
        what = f"{number_of(one.unaccounted, 'byte')} of {number_of(len(gone), 'file')} are not accounted for"
        yield Finding(one.agent, f"{what} ({_paths(gone)})", "this is a bug in the reader: please report it")
    wrong: Counter[str] = Counter()
    for each in one.unreadable:
        wrong.update(each.wrong)
    for code, count in wrong.most_common():
        proofs = [each for each in one.unreadable if code in each.wrong]
        what = f"{count} × {code} in {number_of(len(proofs), 'file')}: {proofs[0].said[code]} ({_paths(proofs)})"
        yield Finding(one.agent, what, f"`steno rule {code}` explains it; `steno check FILE` lists every place")


_ADVICE = {
    "strange": "nothing if it is no session; else please report it",
    "closed": "look at it in the agent itself, which alone can read it",
    "failed": "give yourself permission to read it, or restore it from a backup",
}


def _paths(proofs: Sequence[Proof]) -> str:
    more = f" and {len(proofs) - _MUCH} more" if len(proofs) > _MUCH else ""
    return ", ".join(each.path for each in proofs[:_MUCH]) + more


def _of_history(world: World, one: AgentHealth, found: Machine) -> Iterator[Finding]:
    """Sessions that the agent is about to delete."""
    for kept in one.keeps:
        if not isinstance(kept.days, int):
            continue
        before = world.clock().timestamp() - (kept.days - SOON) * 86400
        old = [
            each for each in found.entries
            if each.session.agent == one.agent and each.parent is None and each.modified < before
        ]  # fmt: skip
        if old:
            what = f"{number_of(len(old), 'session')} will be deleted within {SOON} days: it {kept.what}"
            yield Finding(one.agent, what, kept.advice or "copy them elsewhere")
            return


def _of_hooks(one: AgentHealth, found: Machine) -> Iterator[Finding]:
    """Hooks that are installed and say nothing while the agent works."""
    for status in one.hooks:
        yield from _of_hook(status)
        if status.state != "installed":
            continue
        written = max((each.modified for each in found.entries if each.session.agent == one.agent), default=0.0)
        since = max((_modified(path) for path in status.paths), default=0.0)
        last = parse(status.last) if isinstance(status.last, str) else None
        told = last.timestamp() if last is not None else since
        if written > max(told, since) + _LATE.total_seconds():
            when = f"since {status.last}" if isinstance(status.last, str) else "at all"
            what = f"its hooks are installed, but have recorded nothing {when}, and a session was written to later"
            yield Finding(one.agent, what, f"`steno hook install {one.agent}`, then restart the agent")


def _of_hook(status: HookStatus) -> Iterator[Finding]:
    if status.is_bad:
        why = f": {status.why}" if isinstance(status.why, str) else ""
        yield Finding(status.agent, f"its hooks are {status.state}{why}", f"`steno hook install {status.agent}`")


def _modified(path: str) -> float:
    try:
        return os.stat(path).st_mtime  # noqa: PTH116
    except OSError:
        return 0.0
