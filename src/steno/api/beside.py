"""Look at two sessions side by side."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from steno.api import settings
from steno.api.compare import Setup, Side, compare
from steno.api.mask import Mask
from steno.api.view import Desk
from steno.api.world import ignore
from steno.errors import UsageError
from steno.viewer.aligned import Aligned, Pairs, Parted, Shape, difference, parted, shape, window
from steno.viewer.diff import Diff
from steno.viewer.masked import Pending
from steno.viewer.summary import summary
from steno.viewer.view import View


class Run(Struct, kw_only=True):
    """One of the two."""

    key: str
    id: str | None
    title: str | None
    project: str | None
    started: str | None
    side: Side


class Beside(Struct, kw_only=True):
    """Two sessions, without their lines."""

    a: Run
    b: Run
    relation: str
    """`two runs`, or `one session` of which there are two records."""
    setup: tuple[Setup, ...]
    """What differs before the first event."""
    same: int
    changed: int
    outputs: int
    only_a: int
    only_b: int
    total: int
    shape: Shape
    differing: list[int]
    """The lines that differ."""
    divergence: Parted | None
    acted: Parted | None
    """Where calls or results differ first, where words do so before."""


def beside(desk: Desk, a: str, b: str, level: str | None = None) -> Beside | Pending:
    """What two sessions have in common and what not, by their keys."""
    found = _aligned(desk, a, b, level)
    if isinstance(found, Pending):
        return found
    made = found.found
    return Beside(
        a=_run(found.a, a, made.a),
        b=_run(found.b, b, made.b),
        relation=made.relation.value,
        setup=made.setup,
        same=made.same,
        changed=len(made.changed),
        outputs=len(made.outputs),
        only_a=len(made.missing),
        only_b=len(made.extra),
        total=len(found.left),
        shape=shape(found),
        differing=list(found.differing),
        divergence=parted(found, made.divergence),
        acted=parted(found, made.acted),
    )


def pairs(
    desk: Desk, a: str, b: str, first: int, count: int, level: str | None = None, *, only: bool = False
) -> Pairs | Pending:
    """Some lines of the two; `only` those that differ."""
    found = _aligned(desk, a, b, level)
    return found if isinstance(found, Pending) else window(found, first, count, only=only)


def opened(desk: Desk, a: str, b: str, at: int, level: str | None = None) -> Diff | Pending:
    """What differs in one line."""
    found = _aligned(desk, a, b, level)
    return found if isinstance(found, Pending) else difference(found, at)


def _aligned(desk: Desk, a: str, b: str, level: str | None) -> Aligned | Pending:
    if not a or not b:
        raise UsageError("two sessions are compared: a and b are their keys")
    level = desk.level(level)
    one, two = (_whole(desk, key) for key in (a, b))
    name = ("beside", b, level, two.index.version, len(two.events))
    return desk.worked(one, name, "comparing", lambda: _made(desk, one, two, level))


def _whole(desk: Desk, key: str) -> View:
    opened = desk.opened(key)
    opened.refresh()
    opened.whole()
    return opened.view()


def _made(desk: Desk, one: View, two: View, level: str | None) -> Aligned:
    """Both go through one mask: a value that is masked in both has the same mark."""
    if level is not None:
        masked = Mask(desk.world, level).traces([one.trace, two.trace], ignore)
        one, two = (_masked(view, trace) for view, trace in zip((one, two), masked, strict=True))
    return Aligned(one, two, compare(one.trace, two.trace, settings.prices(desk.world)))


def _masked(view: View, trace: Any) -> View:
    return View(trace, replace(view.known, index=view.index.frozen()), live=view.live)


def _run(view: View, key: str, side: Side) -> Run:
    known = summary(view, key, [])
    return Run(
        key=key, id=known.id, title=known.title, project=known.project, started=known.started,
        side=replace(side, name=known.title or known.id or key),
    )  # fmt: skip
