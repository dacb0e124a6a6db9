"""Folders of invented sessions with a `dataset.toml`, and the verbs run on them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from steno.api import dataset
from steno.api.world import World
from tests.given.machine import dialogue, lines

KEY = bytes(range(32))
SECRET = "rusty-Anvil-meadow-93"
OTHER = "tidal-Quartz-lantern-51"
"""Known as secrets by what stands before them alone."""
CONFIG = """\
name = "garden"
description = "Sessions of a garden."

[[sources]]
paths = ["sessions/"]

[workflow]
projection = "{projection}"

[security]
key_file = "key"
{security}

[splits]
shares = {shares}

[output]
formats = {formats}
shard_sessions = 2
{output}

[publication]
review = "auto"

{more}
"""


def world(home: Path) -> World:
    return World(environ={"HOME": str(home)}, home=home, folder=home, clock=_clock, randomness=_fixed, stdin=_no_stdin)


def _clock() -> datetime:
    return datetime(2026, 2, 3, tzinfo=UTC)


def _fixed(size: int) -> bytes:
    return bytes(size)


def _no_stdin() -> Any:
    raise AssertionError("nobody reads standard input")


def sessions(folder: Path, count: int = 6, **more: object) -> Path:
    """So many sessions that differ in what was asked and what came back."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        said = dialogue(f"s{number}", f"Water the roses of bed {number}, please", f"done with bed {number}", **more)
        (folder / f"s{number}.jsonl").write_bytes(lines(said))
    return folder


def given(
    folder: Path,
    projection: str = "chat",
    *,
    count: int = 6,
    security: str = "",
    shares: str = "{ train = 1.0 }",
    formats: str = '["parquet", "jsonl"]',
    output: str = "",
    more: str = "",
) -> Path:
    """A folder with sessions and a `dataset.toml`."""
    if count:
        sessions(folder / "sessions", count)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "key").write_bytes(KEY)
    (folder / "key").chmod(0o600)
    (folder / "dataset.toml").write_text(
        CONFIG.format(
            projection=projection, security=security, shares=shares, formats=formats, output=output, more=more
        )
    )
    return folder


def taught(folder: Path, projection: str = "chat", **more: Any) -> Path:
    """Five sessions in three shards: the third says what is a password, the first, the fourth and the fifth say it
    without a word that would tell."""
    given(folder, projection, count=0, **more)
    place = folder / "sessions"
    place.mkdir(parents=True)
    said = {
        "s0": ("Water bed 0", f"the sign says {SECRET} and {SECRET}"),
        "s1": ("Water bed 1", "done with bed 1"),
        "s2": (f"Log in with password={SECRET} please", "done with bed 2"),
        "s3": ("Water bed 3", f"DB_PASSWORD={OTHER}\nand {json.dumps(SECRET)[1:-1]}"),
        "s4": (f"What is {OTHER}?", "nobody knows"),
    }
    for name, (prompt, result) in said.items():
        (place / f"{name}.jsonl").write_bytes(lines(dialogue(name, prompt, result)))
    return folder


def built(folder: Path, jobs: int = 1, **how: Any) -> dataset.Built:
    return dataset.build(world(folder), folder, jobs=jobs, **how)


def rows(folder: Path, split: str = "train") -> list[dict[str, Any]]:
    """The rows of a split, as its lines of JSON have them."""
    found = sorted((folder / "build" / "data").glob(f"{split}-*.jsonl"))
    return [json.loads(line) for path in found for line in path.read_text().splitlines()]


def digests(folder: Path) -> Mapping[str, str]:
    """Every file of a built dataset, by name."""
    out = folder / "build"
    return {
        str(path.relative_to(out)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob("*"))
        if path.is_file()
    }


def everything(folder: Path) -> str:
    """All that can be read of a folder: names, bytes, and the texts of Parquet files."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    found: list[str] = []
    for path in folder.rglob("*"):
        found.append(str(path.relative_to(folder)))
        if path.is_file():
            found.append(path.read_bytes().decode("latin-1"))
        if path.suffix == ".parquet":
            table = parquet.read_table(path)
            found += [json.dumps(table.to_pylist(), ensure_ascii=False), str(table.schema), str(table.schema.metadata)]
    return "\n".join(found)
