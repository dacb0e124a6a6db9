"""Proves the archive: that every byte of it is what was put there, and that every version can be made of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from msgspec import Struct

from steno.store.archive import Archive
from steno.store.objects import Damaged
from steno.store.versions import Version


class Proof(Struct, frozen=True):
    """What was proved, and what is wrong."""

    objects: int
    versions: int
    damage: list[str]
    """One sentence for each thing that is wrong; it begins with the file."""


def prove(archive: Archive, step: Callable[[int, int], None] = lambda done, all: None) -> Proof:
    """Unpack and hash every piece, and every version that is made of them; tells `step` how far it is."""
    archive.journal.check_end()
    damage = [f"{archive.journal.path}: line {each.line}: {each.why}" for each in archive.journal.flaws]
    names = dict.fromkeys(archive.objects.names())
    count = len(names) + len(archive.journal.versions)
    for done, name in enumerate(names):
        step(done, count)
        try:
            archive.objects.get(name)
        except Damaged as error:
            damage.append(str(error))
    missing = set[str]()
    whole: dict[str, hashlib._Hash | None] = {"": hashlib.sha256()}
    for done, version in enumerate(archive.journal.versions, len(names)):
        step(done, count)
        if not version.is_gone and version.hash not in whole:
            missing.update(each for each in version.parts if each not in names)
            whole[version.hash] = _hashed(archive, version, whole.get(version.after))
            if whole[version.hash] is None:
                damage.append(f"{version.path}: version {version.state} cannot be restored whole")
    damage += [f"{archive.objects.path(name)}: missing from the archive" for name in sorted(missing)]
    return Proof(len(names), sum(not each.is_gone for each in archive.journal.versions), damage)


def _hashed(archive: Archive, version: Version, before: hashlib._Hash | None) -> hashlib._Hash | None:
    """The hash of a version, from that of the state it begins with; None where it is not what the journal says."""
    if before is None:
        return None
    whole, size = before.copy(), 0
    try:
        for name in version.parts:
            whole.update(piece := archive.objects.get(name))
            size += len(piece)
    except Damaged:
        return None  # named among the pieces
    return whole if whole.hexdigest() == version.hash else None
