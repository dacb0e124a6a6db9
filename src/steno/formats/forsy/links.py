"""References between steps: the numbers of a file, the uids of the model."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.formats.forsy.wire import SOURCE, SOURCE_STEP

Uids = Mapping[int, str]
Numbers = Mapping[str, int]


def inward(key: str, value: JSON, uids: Uids) -> JSON | UnsetType:
    """A field of a step as its note has it; UNSET where it does not say which steps it means."""
    if key == "caused_by":
        numbers = value if type(value) is list else [value]
        found = [uids.get(each) if type(each) is int else None for each in numbers]
        return UNSET if None in found else found
    if key == "retry_of":
        return uids.get(value, UNSET) if type(value) is int else UNSET
    if key == "input_source":
        return _source(value, uids) if type(value) is dict else UNSET
    return value


def _source(value: dict[str, JSON], uids: Uids) -> dict[str, JSON]:
    """With the uid in the place of the number; a number that no step has is left out."""
    found: dict[str, JSON] = {}
    for key, each in value.items():
        if key != SOURCE_STEP:
            found[key] = each
        elif each is None or (type(each) is int and each in uids):
            found[SOURCE] = None if each is None else uids[each]
    return found


def outward(key: str, value: JSON, numbers: Numbers) -> JSON:
    """A note of a step as the field of a file; None where it names no step."""
    if key == "caused_by" and type(value) is list:
        found = [numbers[each] for each in value if type(each) is str and each in numbers]
        return found if found or not value else None
    if key == "retry_of":
        return numbers.get(value) if type(value) is str else None
    if key == "input_source" and type(value) is dict and SOURCE in value:
        return {
            SOURCE_STEP if name == SOURCE else name: numbers.get(each) if name == SOURCE else each
            for name, each in value.items()
        }
    return value
