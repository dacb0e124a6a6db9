"""What OpenCode rewrites of its own sessions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from steno.agents.contract import Keeping


def keeps(environ: Mapping[str, str], home: Path) -> tuple[Keeping, ...]:
    """It deletes none by itself."""
    return (
        Keeping(
            "moves sessions from JSON files into a database when a new version first starts, and from the first layout "
            "of that database into the second",
            "copy its data folder before you update it",
        ),
    )
