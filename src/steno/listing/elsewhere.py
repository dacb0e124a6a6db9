"""Agents that keep sessions on this machine and that nobody here reads.  Looks into the folders of agents alone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from steno import registry
from steno.sources import entries, files, roots

_TABLE = Path(__file__).parent.parent / "agents" / "known.tsv"
_MOST, _DEPTH = 1000, 3
"""So many files are counted, so deep: what matters is that there are some."""


class Known(Struct, frozen=True):
    """Where an agent keeps its sessions."""

    name: str
    title: str
    variable: str
    """The environment variable that names another place."""
    folders: tuple[str, ...]
    """Below the user's own; some are files, and a `*` stands for every folder at its place."""


class Elsewhere(Struct, frozen=True):
    """Sessions of an agent that has no reader here."""

    agent: str
    title: str
    path: str
    files: int
    is_more: bool = False
    """Whether there are more files than were counted."""


def known() -> list[Known]:
    """Every agent of which somebody knows where its sessions lie."""
    _, *lines = _TABLE.read_text(encoding="utf-8").splitlines()
    return [
        Known(name, title, variable, tuple(folders.split(", ")))
        for name, title, variable, folders in (line.split("\t") for line in lines)
    ]


def elsewhere(environ: Mapping[str, str], home: Path) -> Iterator[Elsewhere]:
    """Those that are here and have no reader, with how many files they keep."""
    read = {str(root) for root in roots(environ, home)}
    for each in known():
        agent = registry.agents.get(each.name)
        if agent is not None and agent.format is not None and agent.places is not None:
            continue
        named = environ.get(each.variable) if each.variable else None
        for path in [named] if named else [str(home / folder) for folder in each.folders]:
            if path in read or any(root.startswith(path + os.sep) for root in read):
                continue  # the same files under another name
            if (count := sum(map(_count, _meant(path)))) > 0:
                yield Elsewhere(each.name, each.title, path, min(count, _MOST), count > _MOST)


def _meant(path: str) -> list[str]:
    before, star, after = path.partition(f"{os.sep}*{os.sep}")
    if not star:
        return [path]
    return [os.path.join(each.path, after) for each in entries(Path(before), lambda each: None)[:_MOST]]  # noqa: PTH118


def _count(path: str) -> int:
    """How many files there are, up to one more than are counted."""
    if os.path.isfile(path):  # noqa: PTH113  at every listing
        return 1
    if not os.path.isdir(path):  # noqa: PTH112
        return 0
    return sum(1 for _, _ in zip(range(_MOST + 1), files(Path(path), lambda each: None, _DEPTH), strict=False))
