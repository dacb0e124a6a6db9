"""Every format knows its own files by their content, however their first record is spelled."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from steno import pipeline
from steno.base.files import opened
from steno.diagnostics import Place
from steno.registry import formats
from tests.given.agents import ALIKE
from tests.given.samples import samples

LONG = 300_000
WORDS = ("text", "content", "input", "output", "prompt", "cwd", "description", "title", "name")

FILES = [
    pytest.param(name, path, id=f"{name}-{path.stem}")
    for name in formats.names()
    for path in samples(name)
    if name not in ALIKE
]


def records(path: Path) -> tuple[list[Any], bool]:
    """The records of a sample, and whether each has a line of its own."""
    data = path.read_bytes()
    try:
        return [json.loads(data)], False
    except ValueError:
        return [_value(line) for line in data.splitlines() if line.strip()], True


def _value(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def padded(value: Any) -> bool:
    """Make the first text inside a record that is anybody's words long; false where it has none."""
    holders = list(value.values()) if isinstance(value, dict) else list(value)
    for holder in holders:
        if isinstance(holder, dict | list) and padded(holder):
            return True
    if isinstance(value, dict):
        for key, text in value.items():
            if key in WORDS and isinstance(text, str):
                value[key] = text + "x" * LONG
                return True
    return False


def spelled(values: list[Any], lines: bool, *, indent: int | None) -> bytes:
    return b"\n".join(json.dumps(value, indent=None if lines else indent).encode() for value in values) + b"\n"


@pytest.mark.parametrize("indent", [None, 2], ids=["compact", "indented"])
@pytest.mark.parametrize("turn", [0, 1, 2, -1])
@pytest.mark.parametrize(("name", "path"), FILES)
def test_a_first_record_of_300_kb_is_known_whatever_the_order_of_its_keys(
    name: str, path: Path, turn: int, indent: int | None
) -> None:
    values, lines = records(path)
    first = next(value for value in values if isinstance(value, dict))
    if not padded(first):
        first["padding"] = "x" * LONG
    keys = sorted(first, key=lambda key: (len(json.dumps(first[key])), key), reverse=True)
    keys = keys[turn:] + keys[:turn] if turn >= 0 else keys[::-1]
    whole = [{key: first[key] for key in keys} if value is first else value for value in values]
    data = spelled([value for value in whole if value is not None], lines, indent=indent)
    assert len(data) > LONG
    found, _, stream = pipeline.recognised(io.BytesIO(data), Place())
    assert found.name == name
    assert stream.read() == data


@pytest.mark.parametrize(("name", "path"), FILES)
def test_a_long_first_record_is_known_in_a_file_and_in_a_pipe_as_well(name: str, path: Path, tmp_path: Path) -> None:
    values, lines = records(path)
    first = next(value for value in values if isinstance(value, dict))
    turned = dict(sorted(first.items(), key=lambda item: len(json.dumps(item[1])), reverse=True))
    if not padded(turned):
        turned["padding"] = "x" * LONG
    data = spelled([turned if value is first else value for value in values if value is not None], lines, indent=None)
    (file := tmp_path / "session").write_bytes(data)
    with opened(file) as stream:
        found, _, stream = pipeline.recognised(stream, Place())
        assert (found.name, stream.read()) == (name, data)
    piped = io.BufferedReader(Drops(data), 512)
    found, _, stream = pipeline.recognised(piped, Place())
    assert (found.name, stream.read()) == (name, data)


class Drops(io.RawIOBase):
    """A pipe that gives few bytes at a time."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._data[self._at : self._at + min(len(buffer), 4096)]
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)


def test_a_long_file_of_nobodys_is_still_unknown() -> None:
    with pytest.raises(pipeline.UnknownFormat, match="not a session or trace in a format that Steno knows"):
        pipeline.recognised(io.BytesIO(json.dumps({"a": "x" * LONG}).encode()), Place())
