"""The sample files of each format."""

from __future__ import annotations

from pathlib import Path

FIXTURES = Path(__file__).parents[1] / "fixtures"


def samples(name: str) -> list[Path]:
    folder = FIXTURES / name.replace("-", "_")
    return sorted(path for path in folder.glob("*") if path.suffix in (".json", ".jsonl", ".ndjson"))
