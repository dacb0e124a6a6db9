"""A token is masked wherever it stands in a record of any format: at every string, as a key, in fields nobody knows."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from steno import registry
from steno.contracts import Format
from steno.detect.rule import fake
from steno.redaction import Redaction
from tests.given import redacted as every_way

KEY = b"a key for tests"
AWS = "AKIA" + fake(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
_NAME = re.compile(r"[A-Za-z_][\w-]{0,40}")
Way = tuple[str | int, ...]
FORMATS = [each for each in registry.formats if each.rules]
"""Those whose rules have examples; an agent without any is tried on its samples, string by string."""


def documents(format: Format) -> Iterator[list[Any]]:
    """The records of each document that a rule of the format calls good."""
    for text in dict.fromkeys(rule.good for rule in format.rules if rule.good):
        try:
            yield [json.loads(text)]
        except ValueError:
            try:
                yield [json.loads(line) for line in text.splitlines() if line.strip()]
            except ValueError:
                continue  # an example of what is no JSON


def ways(tree: Any) -> Iterator[tuple[str, Way, Any]]:
    """Everything in a tree: its path without positions in lists, the way to it, and what stands there."""
    stack: list[tuple[str, Way, Any]] = [("", (), tree)]
    while stack:
        path, way, item = stack.pop()
        yield path, way, item
        if isinstance(item, dict):
            stack += [
                (f"{path}.{key if _NAME.fullmatch(key) else '*'}", (*way, key), each) for key, each in item.items()
            ]
        elif isinstance(item, list):
            stack += [(path + "[]", (*way, number), each) for number, each in enumerate(item)]


def put(records: list[Any], way: Way, new: Any) -> list[Any]:
    records = copy.deepcopy(records)
    holder: Any = records
    for step in way[:-1]:
        holder = holder[step]
    holder[way[-1]] = new
    return records


def planted(format: Format) -> Iterator[tuple[str, list[Any]]]:
    """Documents with a token at one place each: every string once by its path, and every object."""
    seen: set[str] = set()
    for records in documents(format):
        for path, way, item in ways(records):
            if not way:
                continue
            record = records[int(way[0])]
            name = f"{record.get('type') if isinstance(record, dict) else ''}{path}"
            if name in seen:
                continue
            seen.add(name)
            if isinstance(item, str):
                yield f"{name} alone", put(records, way, AWS)
                yield f"{name} behind", put(records, way, f"{item[:200]}/{AWS}/x")
            elif isinstance(item, dict):
                yield f"{name} key", put(records, way, {**item, AWS: 1})
                yield f"{name} unknown", put(records, way, {**item, "zz_new": {"deep": [[AWS]]}})


def redacted(format: Format, records: list[Any], level: str) -> bytes:
    data = "\n".join(json.dumps(record) for record in records).encode() + b"\n"
    return every_way.redacted(data, Redaction(level=level, key=KEY), format.name)


@pytest.mark.parametrize("level", ["secrets", "pii", "strict"])
@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_no_position_of_any_format_is_a_hiding_place(format: Format, level: str) -> None:
    share = 1 if level == "secrets" else 5
    left = [
        name for name, records in list(planted(format))[::share] if AWS.encode() in redacted(format, records, level)
    ]
    assert left == []


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_every_format_has_positions_to_try(format: Format) -> None:
    assert len(list(planted(format))) > 20


def test_a_participant_whose_id_is_masked_keeps_its_name() -> None:
    participant = {"actor_id": AWS, "kind": "model", "name": "gardener"}
    document = {"open_token_version": "0.1", "conversation": {"id": "c1"}, "participants": [participant], "events": []}
    for level in ("secrets", "pii", "strict"):
        (written,) = json.loads(redacted(registry.formats["open-token"], [document], level))["participants"]
        assert (written["name"], AWS in written["actor_id"]) == ("gardener", False)
