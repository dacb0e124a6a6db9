"""Datasets as people read them: what one holds, what was found in it, how two differ.  Prints nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from steno.render.bars import bar
from steno.render.card import amount
from steno.render.table import Column, table
from steno.render.terminal import Paint, number_of, one_line

if TYPE_CHECKING:
    from steno.api import JSON
    from steno.api.dataset import Built, Compared, Manifest, Standing
    from steno.api.dataset_push import Pushed

_BAR = 30
_FEW = 10


def manifest(made: Manifest, paint: Paint) -> Iterator[str]:
    """What a dataset holds, with a bar for every amount."""
    yield (
        paint(f"{one_line(made.name)} {one_line(made.version)}", "bold")
        + f"  {made.projection}, redacted at {made.level}"
    )
    if made.description:
        yield one_line(made.description)
    yield ""
    rows = [
        [name, f"{each.rows:,}", f"{each.sessions:,}", f"{each.families:,}", amount(each.bytes)]
        for name, each in made.splits.items()
    ]
    head = ("SPLIT", "ROWS", "SESSIONS", "FAMILIES", "SIZE")
    yield from table([Column(title, right=at > 0) for at, title in enumerate(head)], rows, paint)
    yield from _bars("rows", {name: each.rows for name, each in made.splits.items()}, paint)
    for title in ("agents", "models", "outcomes", "languages"):
        amounts: dict[str, int] = {}
        for split in made.splits.values():
            for label, count in getattr(split, title).items():
                amounts[label or "unknown"] = amounts.get(label or "unknown", 0) + count
        yield from _bars(title, amounts, paint)
    yield from _left_out(made)


def _bars(title: str, amounts: Mapping[str, int], paint: Paint) -> Iterator[str]:
    if not amounts:
        return
    yield ""
    yield paint(title, "bold")
    ordered = sorted(amounts.items(), key=lambda each: (-each[1], each[0]))
    most = max(amounts.values())
    wide = max(len(one_line(label)) for label, _ in ordered[:_FEW])
    for label, count in ordered[:_FEW]:
        yield f"  {one_line(label):<{wide}}  {bar(count, most, _BAR)} {count:,}"
    if len(ordered) > _FEW:
        yield f"  and {len(ordered) - _FEW} more"


def _left_out(made: Manifest) -> Iterator[str]:
    yield ""
    said = [f"{count:,} {name.replace('_', ' ')}" for name, count in made.dropped.items()]
    said += [f"{count:,} by the filter {name}" for name, count in made.filtered.items()]
    held = (number_of(count, name.removesuffix("s")) for name, count in made.quarantined.items() if count)
    said += [f"{each} in quarantine" for each in held]
    yield f"left out: {', '.join(said) if said else 'nothing'}"
    yield f"losses: {number_of(sum(made.losses.values()), 'place')} of {number_of(len(made.losses), 'kind')}"
    masked = sum(made.masked.values())
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in made.masked.items())
    yield f"masked: {number_of(masked, 'value')}" + (f" ({kinds})" if kinds else "")


def built(done: Built) -> Iterator[str]:
    """What a build did."""
    made = done.manifest
    rows = sum(each.rows for each in made.splits.values())
    yield f"built {number_of(rows, 'row')} of {made.projection} from {number_of(made.sessions, 'session')}"
    yield f"  shards    {done.shards:,}, {done.worked:,} of them worked on now"
    yield f"  splits    {', '.join(f'{name} {each.rows:,}' for name, each in made.splits.items())}"
    for label, _, rest in (line.partition(": ") for line in _left_out(made) if line):
        yield f"  {label:<8}  {rest}"
    yield f"  written   {one_line(str(done.folder))}"


def standing(found: Standing) -> Iterator[str]:
    """How far a dataset is on its way to others."""
    if not found.files and not found.problems:
        yield "the file and its policy are sound; nothing is built yet"
        return
    for state, count in found.states.items():
        yield f"{state}: {number_of(count, 'row')}"
    for each in found.findings[:_FEW]:
        yield f"  {each.row}: {each.code} {each.type} masked as {each.tag}, session {one_line(each.session)}"
    if len(found.findings) > _FEW:
        yield f"  and {number_of(len(found.findings) - _FEW, 'finding')} more"
    for quarantined in found.quarantined[:_FEW]:
        place = f" row {quarantined.row}" if quarantined.row >= 0 else ""
        reason = quarantined.reason.removeprefix(f"{quarantined.name}: ")
        yield f"  quarantined: {one_line(quarantined.name)}{place}: {one_line(reason)}"
    if len(found.quarantined) > _FEW:
        yield f"  and {len(found.quarantined) - _FEW:,} more are quarantined"
    if found.files:
        yield "it may be published" if found.may_leave else "it may not be published"


def compared(found: Compared, paint: Paint) -> Iterator[str]:
    if found.is_same:
        yield f"the same {number_of(found.same, 'row')}, made in the same way"
        return
    for name, (one, two) in found.settings.items():
        yield paint(name, "bold") + f": {one_line(one)} -> {one_line(two)}"
    yield (
        f"rows: {len(found.added):,} added, {len(found.removed):,} removed, {len(found.moved):,} in another split, "
        f"{found.same:,} in both"
    )
    for sign, ids in (("+", found.added), ("-", found.removed)):
        yield from (f"  {sign} {id}" for id in ids[:_FEW])
        if len(ids) > _FEW:
            yield f"  {sign} and {len(ids) - _FEW:,} more"
    for id, before, after in found.moved[:_FEW]:
        yield f"  > {id}: {before} -> {after}"
    for sign, ids in (("+", found.sessions_added), ("-", found.sessions_removed)):
        yield from (f"  {sign} session {one_line(id)}" for id in ids[:_FEW])


def pushed(done: Pushed) -> Iterator[str]:
    verb = "sent" if done.is_sent else "would send"
    whose = "" if not done.target.startswith("hf:") else " (public)" if done.is_public else " (private)"
    total = sum(each.bytes for each in done.files)
    yield f"{verb} {number_of(len(done.files), 'file')}, {amount(total)}, to {one_line(done.target)}{whose}"
    yield from (f"  {each.path}  {each.bytes:,} bytes  sha256:{each.sha256}" for each in done.files)


def record(found: Struct) -> dict[str, JSON]:
    """What a verb found, as JSON."""
    stated: dict[str, JSON] = msgspec.to_builtins(found)
    return stated
