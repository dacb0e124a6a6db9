"""No value in any field of an Open-Token document makes its reader or its rules raise, or loses a byte."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from steno.diagnostics import Diagnostic, Place
from steno.formats.open_token import FORMAT
from steno.testing.accounting import unaccounted
from steno.testing.battery import WRONG, dumped, odd_bytes, pointers, replaced

FOLDER = Path(__file__).parents[1] / "fixtures/open_token"
DOCUMENT: Any = json.loads((FOLDER / "rich.json").read_bytes())
LINES: list[Any] = [json.loads(line) for line in (FOLDER / "rich.ndjson").read_bytes().splitlines()]


def kinds(document: Any) -> dict[str, tuple[Any, ...]]:
    """One path for every kind of field: an index is as good as another."""
    found: dict[str, tuple[Any, ...]] = {}
    for path in pointers(document):
        found.setdefault("/".join("*" if isinstance(key, int) else key for key in path), path)
    return found


def survives(data: bytes, *, rules: bool = True) -> None:
    found: list[Diagnostic] = []
    assert FORMAT.reader is not None
    assert FORMAT.load is not None
    for trace in FORMAT.reader.read(io.BytesIO(data), Place("hostile"), found.append):
        assert unaccounted(trace, found, len(data)) == []
    document = FORMAT.load(io.BytesIO(data), Place("hostile"), found.append)
    for rule in FORMAT.rules if rules else ():
        rule(document, Place("hostile"), found.append)


@pytest.mark.parametrize("number", range(len(LINES)))
def test_a_wrong_type_in_any_field_of_a_line(number: int) -> None:
    """Between the header, one event and the footer: that is all a line can have to do with."""
    beside = sorted({0, min(number or 1, len(LINES) - 2), number, len(LINES) - 1})
    for path in kinds(LINES[number]).values():
        for value in WRONG:
            lines = [replaced(LINES[at], path, value) if at == number else LINES[at] for at in beside]
            survives(b"\n".join(map(dumped, lines)), rules=False)


@pytest.mark.parametrize("name", list(odd_bytes(b"{}\n")))
@pytest.mark.parametrize("sample", ["minimal.json", "rich.ndjson"])
def test_odd_bytes(sample: str, name: str) -> None:
    survives(odd_bytes((FOLDER / sample).read_bytes())[name])


def test_there_are_at_least_sixty_hostile_files() -> None:
    assert len(kinds(DOCUMENT)) + len(odd_bytes(b"{}\n")) >= 60
