"""The real formatters that this machine has.  `make formatters` fetches prettier, which is no Python package."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FETCHED = Path(__file__).parents[2] / ".bench" / "formatters" / "node_modules" / ".bin"
BESIDE = Path(sys.executable).parent

COMMANDS = {
    "black": ("black", "-q", "-"),
    "ruff": ("ruff", "format", "-q", "--isolated", "--stdin-filename", "x.py", "-"),
    "isort": ("ruff", "check", "-q", "--isolated", "--select", "I", "--fix", "--stdin-filename", "x.py", "-"),
    "clang-format": ("clang-format", "--assume-filename=x.c"),
    "prettier": ("prettier", "--stdin-filepath", "x.js"),
    "gofmt": ("gofmt",),
    "rustfmt": ("rustfmt",),
}


def formatted(name: str, text: str) -> str:
    """What a formatter makes of a text; skips the test where the formatter is missing."""
    program, *arguments = COMMANDS[name]
    places = [str(BESIDE), str(FETCHED), *map(str, Path("/usr/lib").glob("go-*/bin"))]
    found = next((path for place in places if (path := shutil.which(program, path=place))), shutil.which(program))
    if found is None:
        pytest.skip(f"{program} is not installed: `make dev formatters` gets what the registries have")
    done = subprocess.run([found, *arguments], input=text, capture_output=True, text=True, check=False)
    if done.returncode and "not installed" in done.stderr:  # the stand-in that rustup leaves
        pytest.skip(f"{program} does not run here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    return done.stdout
