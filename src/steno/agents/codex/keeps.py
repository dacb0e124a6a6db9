"""What Codex rewrites of its own sessions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from steno.agents.contract import Keeping


def keeps(environ: Mapping[str, str], home: Path) -> tuple[Keeping, ...]:
    """It deletes none by itself."""
    return (
        Keeping(
            "rewrites rollouts when a new version migrates them, at its start or by `codex migrate-rollouts --apply`; "
            "people have reported answers missing from rollouts after that",
            "copy the sessions before you update it",
        ),
    )
