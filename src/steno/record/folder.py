"""Where transcripts lie, and how a process tells another which run it belongs to.  Opens no file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final
from uuid import UUID

from steno.base import folders

RUN_ID: Final = "STENO_RUN_ID"
PARENT_RUN_ID: Final = "STENO_PARENT_RUN_ID"
TRANSCRIPTS: Final = folders.TRANSCRIPTS


def transcripts(environ: Mapping[str, str]) -> Path:
    """The folder of transcripts: the one that the environment names, else the user's own."""
    return folders.transcripts(environ, folders.home())


def file(folder: Path, run_id: str) -> Path:
    """The file of a run."""
    return folder / f"{run_id}.jsonl"


def is_run_id(text: str) -> bool:
    """Whether the text is a UUID as it is written.  A run id becomes a file name: nothing else may pass."""
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def taken(folder: Path, run_id: str) -> bool:
    """Whether a transcript of this run is there already."""
    try:
        return file(folder, run_id).exists()
    except OSError:
        return False  # a folder that cannot be looked into: the recorder will say so
