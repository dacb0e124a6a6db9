"""Install, remove and look after the skills through which agents call Steno."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import UNSET, Struct, UnsetType

import steno
from steno import registry
from steno.api.hook import permitted
from steno.api.world import World
from steno.base.folders import data
from steno.contracts import UsageError
from steno.errors import NotFound
from steno.record.hooks import change
from steno.record.hooks.change import Change

FILE = "SKILL.md"
SCOPES = ("user", "project")


class SkillChange(Struct, frozen=True, tag_field="schema", tag="steno.skill/1"):
    """What was done to a file of a skill, or would be."""

    action: str
    where: str
    """The agent, or the folder that was named."""
    skill: str
    path: str
    changed: bool
    diff: str | UnsetType = UNSET
    needed: bool = True


class SkillStatus(Struct, frozen=True, tag_field="schema", tag="steno.skill/1"):
    """Whether a skill is installed."""

    where: str
    scope: str
    skill: str
    state: str
    """`installed`; `outdated`: an older Steno's; `changed`: by somebody else; `other`: not Steno's; `absent`."""
    path: str

    @property
    def is_bad(self) -> bool:
        return self.state in ("outdated", "changed", "other")


def folder() -> Path:
    """Where the skills lie: in the package, or beside it where it is run from its sources."""
    package = Path(steno.__file__).parent
    inside = package / "_skills"
    return inside if inside.is_dir() else package.parents[1] / "skills"


def skills() -> dict[str, bytes]:
    """The skills that come with Steno: the text of each, by name."""
    return {path.parent.name: path.read_bytes() for path in sorted(folder().glob(f"*/{FILE}"))}


def agents() -> list[str]:
    """Those of which it is known where they look for skills."""
    return [agent.name for agent in registry.agents if agent.skills is not None]


def change_skills(
    world: World, action: str, where: str | None, wanted: Sequence[str] = (), *, scope: str = "user", dry_run: bool
) -> list[SkillChange]:
    """Install or remove skills, all or those that are wanted; every file is planned before the first is written.

    Raises `Refused` where a file is somebody else's, or was changed; then nothing is done.
    """
    if where is None:
        raise UsageError(f"name an agent or a folder: {', '.join(agents())}, or a path such as ./skills")
    top, receipts = _top(world, where, scope), _receipts(world)
    with permitted():
        planned = [(name, _planned(action, top / name / FILE, text, receipts)) for name, text in _chosen(wanted)]
        for _, each in planned:
            if each.needed and not dry_run:
                change.apply(each, receipts)
    return [_told(action, where, name, each, dry_run=dry_run) for name, each in planned]


def _planned(action: str, path: Path, text: bytes, receipts: Path) -> Change:
    return change.put(path, text, receipts) if action == "install" else change.take(path, receipts)


def _told(action: str, where: str, name: str, each: Change, *, dry_run: bool) -> SkillChange:
    return SkillChange(
        action, where, name, str(each.path), each.needed and not dry_run, each.diff() if dry_run else UNSET, each.needed
    )


def skill_statuses(world: World, where: str | None = None, *, scope: str | None = None) -> list[SkillStatus]:
    """Of each agent, or of one or of a folder, which skills are where; an agent that has none is there once."""
    receipts, found = _receipts(world), list[SkillStatus]()
    for each in [where] if where else agents():
        scopes = (scope,) if scope else SCOPES if each in agents() else ("folder",)
        with permitted():
            all = [_status(each, name, text, _top(world, each, one), one, receipts)
                   for one in scopes for name, text in skills().items()]  # fmt: skip
        there = [one for one in all if one.state != "absent"]
        found += there or all[:1]
    return found


def _status(where: str, name: str, text: bytes, top: Path, scope: str, receipts: Path) -> SkillStatus:
    path = top / name / FILE
    there, receipt = change.read(path), change.receipt_of(path, receipts)
    if there is None:
        state = "absent"
    elif there == text:
        state = "installed"
    elif change.is_ours(there, receipt):
        state = "outdated"
    else:
        state = "other" if receipt is None else "changed"
    return SkillStatus(where, scope, name, state, str(path))


def _chosen(wanted: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    known = skills()
    for name in wanted or known:
        if name not in known:
            raise NotFound(f"no skill named {name!r}; known: {', '.join(known)}", "`steno skill status` lists them")
        yield name, known[name]


def _top(world: World, where: str, scope: str) -> Path:
    """The folder of skills of an agent, or the one that is named."""
    found = registry.agents.get(where)
    if found is None and (os.sep in where or "/" in where or where in (".", "..")):
        return world.folder.absolute() / where
    if found is None or found.skills is None:
        raise UsageError(f"nobody knows where {where!r} looks for skills; known: {', '.join(agents())}, or give a path")
    if scope == "project":
        return world.folder.absolute() / found.skills.project
    first, *rest = Path(found.skills.user).parts
    # Where a variable may name several folders, a comma separates them.
    named = world.environ.get(found.skills.variable, "").partition(",")[0].strip() if found.skills.variable else ""
    return (Path(named) if named else world.home / first).joinpath(*rest)


def _receipts(world: World) -> Path:
    return data(world.environ, world.home) / "steno" / "skills"


def make_plugin(world: World, name: str, into: Path) -> list[Path]:
    """Write a plug-in for an agent, with every skill and its hooks, into a new folder; what was written."""
    agent = registry.agents[name]
    if agent.plugin is None:
        raise UsageError(f"Steno knows no plug-ins of {name}; it makes one for {', '.join(_with_plugins())}")
    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise UsageError(f"{into} is there already: name a new or an empty folder")
    from steno.api.hook import setting

    files = agent.plugin()(skills(), setting(world), steno.__version__)
    receipts = _receipts(world)
    with permitted():
        for path, text in files.items():
            change.apply(change.put(into / path, text, receipts), receipts)
    return [into / path for path in files]


def _with_plugins() -> Iterable[str]:
    return (agent.name for agent in registry.agents if agent.plugin is not None)
