"""What changed between the versions of the schema, and how a record of one becomes a record of another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from steno.base.exact import JSON
from steno.formats.opentraces.hashes import migrated_patch_id
from steno.formats.opentraces.shapes import SHAPES
from steno.formats.opentraces.wire import WRITTEN, Object, version_of

TIERS: Final = {"structural_match": "structural_symbol"}
"""Words for the tier of evidence that are written and that the schema does not know."""
FIRMNESS: Final = {"firm": "firm_observed"}
METHOD: Final = "legacy_outcome_patch_migration"
LIMITATION: Final = "reconstructed_from_outcome_patch"

_GONE: Final = {"outcome": ("patch",), "attribution": ("version",)}
"""Fields that later versions do not have."""
_NEW: Final = {"environment": ("resolved_dependencies", "interpreter", "arch", "platform", "abi_tag")}
"""Fields that earlier versions do not have, among those that are written."""


class Change(NamedTuple):
    """One file's part of a diff."""

    path: str
    block: str
    kind: str
    """As a patch says it."""

    @property
    def id(self) -> str:
        return migrated_patch_id(self.path, self.block)


def changes(diff: str) -> Iterator[Change]:
    """The files of a unified diff.  A removed line that begins with `-- ` looks like a file and is taken for one, as
    the schema's own migration does: the ids must be the same."""
    blocks: list[list[str]] = []
    for line in diff.splitlines():
        if line.startswith("--- ") and len(line) > 4:
            blocks.append([line])
        elif blocks:
            blocks[-1].append(line)
    for block in blocks:
        old = _name(block[0])
        new = next((_name(line) for line in block[1:] if line.startswith("+++ ") and len(line) > 4), "")
        path = next((each for each in (new, old) if each and each != "/dev/null"), None)
        if path is not None:
            kind = "delete" if new == "/dev/null" else "add" if old == "/dev/null" else "modify"
            yield Change(path, "\n".join(block), kind)


def _name(line: str) -> str:
    path = line[4:].strip().split("\t", 1)[0]
    return path[2:] if path.startswith(("a/", "b/")) else path


def legacy_patches(record: Object) -> list[Object]:
    """The patches of a record that has only the diff of the whole session; none where it states its own."""
    outcome = record.get("outcome")
    diff = outcome.get("patch") if type(outcome) is dict else None
    if type(diff) is not str or record.get("patches"):
        return []
    return [
        {"patch_id": each.id, "file_path": each.path, "capture_method": [METHOD], "limitations": [LIMITATION]}
        for each in changes(diff)
    ]


def moved(record: Object, word: str) -> Object:
    """A record as one of another version: nothing is lost, what has no field any more stands in `metadata.legacy`.

    The record is left as it is.  Its content hash is the caller's affair.
    """
    target = WRITTEN[word]
    found = {**record, "schema_version": target}
    legacy: Object = {}
    if patches := legacy_patches(record):
        found["patches"] = patches
    version = version_of(found)
    for shape, keys in (_GONE | _NEW).items():
        part = found.get(shape)
        if type(part) is not dict:
            continue
        for key in keys:
            kind = SHAPES[shape][key]
            if key in part and not kind.since <= version <= kind.until:
                part = found[shape] = {**part}
                if (value := part.pop(key)) not in (None, ""):
                    legacy["patch" if key == "patch" else f"{shape}.{key}"] = value
    _security(found, legacy)
    _patches(found)
    if legacy:
        metadata = found.get("metadata")
        metadata = found["metadata"] = {**metadata} if type(metadata) is dict else {}
        known = metadata.get("legacy")
        metadata["legacy"] = legacy | known if type(known) is dict else legacy
    return found


def _security(found: Object, legacy: Object) -> None:
    """`tier` said how far a record was looked through; all that is left of it is whether it was."""
    security = found.get("security")
    if type(security) is dict and "tier" in security:
        security = found["security"] = {**security}
        tier = legacy["security.tier"] = security.pop("tier")
        if type(tier) is int:
            security.setdefault("scanned", tier > 0)


def _patches(found: Object) -> None:
    patches = found.get("patches")
    if type(patches) is list:
        found["patches"] = [_patch(each) for each in patches]


def _patch(patch: JSON) -> JSON:
    anchor = patch.get("anchor") if type(patch) is dict else None
    if type(anchor) is not dict:
        return patch
    respelled = {**anchor}
    for key, words in (("evidence_tier", TIERS), ("evidence_firmness", FIRMNESS)):
        if type(word := anchor.get(key)) is str and word in words:
            respelled[key] = words[word]
    return patch if respelled == anchor else {**patch, "anchor": respelled}
