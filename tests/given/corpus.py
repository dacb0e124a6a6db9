"""Finds the corpus of real sessions, which is not part of the repository."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

BESIDE = Path(__file__).parents[3] / "shared" / "corpus"


def corpus() -> Path:
    """The corpus folder; skips the test where there is none."""
    folder = Path(os.environ.get("STENO_CORPUS") or BESIDE)
    if not (folder / "answers.json").is_file():
        pytest.skip("no corpus of real sessions: set STENO_CORPUS to its folder")
    return folder


def answers(agent: str) -> dict[Path, dict[str, Any]]:
    """The independent counts of an agent's files; empty where there is no corpus."""
    folder = Path(os.environ.get("STENO_CORPUS") or BESIDE)
    try:
        known = json.loads((folder / "answers.json").read_bytes())["files"]
    except OSError:
        return {}
    return {folder / name: counts for name, counts in known.items() if name.startswith(f"{agent}/")}


def expected(counts: dict[str, Any]) -> dict[str, int]:
    """What the session took.  Where a running sum fell back to nothing, it no longer says so, and its steps do."""
    tokens: dict[str, int] = counts["tokens"]
    steps = counts.get("tokens_sum_of_last_deduped")
    return steps if steps and not tokens["total_tokens"] else tokens
