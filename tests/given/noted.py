"""Sessions with notes, as the commands write and list them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.given.machine import Ended, steno

ID = "3f2a1111-2222-4333-8444-555566667777"
MARA = ("--author", "Mara", "--role", "human")
BO = ("--author", "Bo", "--role", "expert")
FORSY = Path(__file__).parents[1] / "fixtures" / "forsy"


def notes_of(home: Path, id: str = ID) -> Path:
    return home / ".local" / "share" / "steno" / "notes" / f"{id}.notes.jsonl"


def note(word: str | Path, *args: str, home: Path, **environ: str) -> Ended:
    return steno("note", str(word), *args, home=home, stdin=b"", SOURCE_DATE_EPOCH="1769817600", **environ)


def listed(word: str | Path, home: Path) -> list[dict[str, Any]]:
    ended = note(word, "--list", "--json", home=home)
    assert ended.code == 0
    return ended.json()


def forsy(word: str | Path, home: Path, *args: str) -> tuple[dict[str, Any], str]:
    """The trace as it is exported, and what was said meanwhile."""
    ended = steno("convert", str(word), "-t", "forsy", "--no-seeds", *args, home=home)
    assert ended.code == 0, ended.err
    document: dict[str, Any] = json.loads(ended.out)
    return document, ended.err
