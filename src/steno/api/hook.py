"""Install, remove and look after the hooks through which agents are recorded live."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import UNSET, Struct, UnsetType

from steno.api.world import World
from steno.errors import Unreadable, UsageError
from steno.hookfiles.target import Setting
from steno.record.hooks import change, log
from steno.record.hooks.status import State, Status, hooks, known, status, statuses
from steno.record.hooks.status import names as names


class HookChange(Struct, frozen=True, tag_field="schema", tag="steno.hook/1"):
    """What was done to a file of an agent's configuration, or would be."""

    action: str
    agent: str
    scope: str
    path: str
    changed: bool
    diff: str | UnsetType = UNSET
    """Where nothing was to be changed."""


class HookPlan(Struct, frozen=True):
    """One file."""

    change: HookChange
    needed: bool
    remarks: Sequence[str] = ()
    """What the user should know of the file."""


class HookStatus(Struct, frozen=True, tag_field="schema", tag="steno.hook/1"):
    """Whether an agent's hooks are on, and how much they have said."""

    agent: str
    scope: str
    state: str
    paths: list[str]
    commands: list[str]
    events: int
    logs: int
    last: str | UnsetType = UNSET
    why: str | UnsetType = UNSET

    @property
    def is_absent(self) -> bool:
        return self.state == State.ABSENT.value

    @property
    def is_bad(self) -> bool:
        return self.state in (State.OUTDATED.value, State.BROKEN.value, State.UNREADABLE.value)


def setting(world: World) -> Setting:
    """Where hooks are written, and what they run."""
    return Setting(world.environ, world.home, world.folder.absolute(), sys.executable, world.hooks)


def change_hooks(
    world: World, action: str, name: str | None, *, scope: str | None = None, dry_run: bool = False
) -> list[HookPlan]:
    """Install or remove the hooks of an agent; every file is planned before the first is written.

    Raises `Refused` where a file cannot be changed without harm to what else is in it; then none is.
    """
    if name is None:
        raise UsageError(f"name an agent: {', '.join(known())}")
    wanted = hooks(name)
    scope = scope or wanted.scopes[0]
    if scope not in wanted.scopes:
        raise UsageError(f"{name} has no --{scope}; it has --{' and --'.join(wanted.scopes)}")
    here = setting(world)
    receipts = here.folder / "receipts"
    plan = change.install if action == "install" else change.remove
    with permitted():
        planned = [(target, plan(target, receipts)) for target in wanted.targets(here, scope)]
        for _, each in planned:
            if each.needed and not dry_run:
                change.apply(each, receipts)
    done = []
    for target, each in planned:
        diff = each.diff() if dry_run else UNSET
        said = HookChange(action, name, scope, str(each.path), each.needed and not dry_run, diff)
        after = each.after.decode("utf-8", "surrogateescape") if each.after is not None else None
        remarks = list(target.remarks(after)) if after is not None and action == "install" else []
        done.append(HookPlan(said, each.needed, remarks))
    return done


def hook_advice(name: str) -> str:
    """What the user should know once the hooks of an agent are installed."""
    return hooks(name).after


def hook_statuses(world: World, name: str | None = None, *, scope: str | None = None) -> list[HookStatus]:
    """Of each agent, or of one, where its hooks are; one that has none is there once."""
    here = setting(world)
    found: list[HookStatus] = []
    for each in [name] if name else known():
        seen = log.seen(here.folder, each)
        with permitted():
            all = [status(each, scope, here)] if scope and scope in hooks(each).scopes else statuses(each, here)
        there = [one for one in all if one.state is not State.ABSENT]
        found += [_status(one, seen) for one in there or all[:1]]
    return found


def _status(one: Status, seen: log.Seen) -> HookStatus:
    return HookStatus(
        one.agent, one.scope, one.state.value, [str(path) for path in one.paths], list(one.commands), seen.events,
        seen.logs, seen.last, one.why or UNSET,
    )  # fmt: skip


def hook_troubles(world: World) -> Path | None:
    """The file in which the hook program says what went wrong, if anything did."""
    path = world.hooks / "trouble.log"
    return path if os.path.isfile(path) else None  # noqa: PTH113  the method raises where the folder is closed


@contextmanager
def permitted() -> Iterator[None]:
    try:
        yield
    except PermissionError as error:
        raise Unreadable(f"{error.filename}: {(error.strerror or str(error)).lower()}") from None
