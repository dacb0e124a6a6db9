"""The artifacts of `static_output`, as those of a trace and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import UNSET

from steno.base.exact import JSON
from steno.formats.forsy.links import Numbers, Uids
from steno.formats.forsy.wire import HASH
from steno.formats.forsy.words import ARTIFACT
from steno.model import Artifact, Patch, Trace

Object = dict[str, JSON]

_SHA256 = re.compile(HASH + r"([0-9a-f]{64})")
_TYPES: Final = {"add": "created", "modify": "modified", "delete": "deleted", "rename": "modified"}
_SAID: Final = tuple(key for key in ARTIFACT if key != "related_steps")
_SEEN: Final = "observed"
"""The least that can be said of an artifact: there it is."""
_SENSITIVITY: Final = "private"
"""Of what nobody has cleared for release."""


def listed(static: JSON) -> list[Object]:
    """The artifacts of a `static_output`, where every one of them is an object with a path."""
    found = static.get("artifacts") if type(static) is dict else None
    whole = type(found) is list and all(type(each) is dict and type(each.get("path")) is str for each in found)
    return found if whole and found else []


def read_artifacts(written: Object, top: Object, uids: Uids) -> tuple[Artifact, ...]:
    """The artifacts of a document.  What they hold is taken out of it, where it stands there as an object."""
    static, objects = written.get("static_output"), listed(top["static_output"])
    if objects and type(static) is dict:
        static["artifacts"] = UNSET
    return tuple(_read(each, uids) for each in objects)


def _read(written: Object, uids: Uids) -> Artifact:
    rest: Object = {**written, "path": UNSET}
    found = _SHA256.fullmatch(written["hash"]) if type(written.get("hash")) is str else None
    if found:
        rest["hash"] = UNSET
    related = written.get("related_steps")
    steps = (uids.get(each) for each in related if type(each) is int) if type(related) is list else ()
    event = next((each for each in steps if each is not None), UNSET)
    return Artifact(name=written["path"], event=event, sha256=found[1] if found else UNSET, residue=rest)


def filled(artifact: Artifact) -> Object | None:
    """The artifact as it stood in a Forsy trace; None where it is from elsewhere."""
    rest = artifact.residue
    if type(rest) is not dict or rest.get("path", None) is not UNSET:
        return None
    values: Object = {"path": artifact.name, "hash": f"{HASH}{artifact.sha256}"}
    return {key: values[key] if value is UNSET else value for key, value in rest.items()}


def made(trace: Trace, steps: Mapping[str, int]) -> Iterator[Object]:
    """The artifacts and patches of a trace from elsewhere; `steps` numbers the steps by the uids of their events."""
    for patch in trace.patches:
        yield _of_patch(patch, steps)
    for artifact in trace.artifacts:
        yield filled(artifact) or _whole(
            path=artifact.name,
            type=_SEEN,
            related_steps=_related(artifact.event, steps),
            hash=f"{HASH}{artifact.sha256}" if isinstance(artifact.sha256, str) else None,
        )


def derived(listed: JSON, steps: Numbers) -> list[Object]:
    """The artifacts of a note, with the numbers of their steps."""
    found = [each for each in listed if type(each) is dict] if type(listed) is list else []
    return [
        _whole(**{key: each[key] for key in _SAID if each.get(key) is not None}, related_steps=_numbers(each, steps))
        for each in found
        if type(each.get("path")) is str
    ]


def _numbers(artifact: Object, steps: Numbers) -> JSON:
    related = artifact.get("related_steps")
    found = {steps[each] for each in related if type(each) is str and each in steps} if type(related) is list else set()
    return sorted(found) or None


def _of_patch(patch: Patch, steps: Numbers) -> Object:
    return _whole(
        path=patch.path,
        type=_TYPES.get(patch.change, _SEEN),
        related_steps=_related(patch.event, steps),
        hash=f"{HASH}{patch.after}" if isinstance(patch.after, str) else None,
        diff=patch.diff if isinstance(patch.diff, str) else None,
    )


def _related(event: object, steps: Numbers) -> JSON:
    return [steps[event]] if isinstance(event, str) and event in steps else None


def _whole(**said: JSON) -> Object:
    return dict.fromkeys(ARTIFACT) | {"release_sensitivity": _SENSITIVITY} | said
