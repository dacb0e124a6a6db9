"""From the sources of a dataset to its sessions: paths, globs, folders, URLs, words, and what the catalog answers."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from pathlib import Path

from steno.api.inputs import Resolve, resolver
from steno.api.selection import Selection
from steno.api.tables import objects, sql
from steno.api.world import World, ignore
from steno.dataset.config import Dataset, Source
from steno.dataset.remote import MARK, listed
from steno.dataset.shard import Member
from steno.diagnostics import Report
from steno.errors import UsageError
from steno.session import Input

_SIGNS = ("*", "?", "[")


def members(world: World, dataset: Dataset, base: Path, report: Report = ignore) -> list[Member]:
    """The sessions of a dataset in the order in which it names them, each once; raises `UsageError`."""
    resolve = resolver(world, report)
    found: dict[tuple[str, str], Member] = {}
    for source in dataset.sources:
        for each in _of(world, source, base, resolve, report):
            key = each.source.name if each.source.path is None else os.path.realpath(each.source.path)
            found.setdefault((key, each.source.inner), each)
    if not found:
        raise UsageError("the sources name no session")
    return list(found.values())


def texts(dataset: Dataset, base: Path) -> list[str]:
    """The files with texts that no row may hold."""
    return [path for each in dataset.contamination.texts for path in _paths(each, base)]


def _of(world: World, source: Source, base: Path, resolve: Resolve, report: Report) -> Iterator[Member]:
    for word in source.paths:
        if MARK in word:
            for url, state in listed(word):
                yield Member(source=Input(url, None), format=source.format, licence=source.licence, state=state)
            continue
        for path in Selection().words(world, _paths(word, base), report):
            yield _member(resolve(path), source)
    for word in source.sessions:
        yield _member(resolve(word), source)
    if source.query:
        with sql(world, source.query, report=report) as answer:
            rows = list(objects(answer))
        if rows and "path" not in rows[0]:
            raise UsageError(f"the query has no column `path`: {source.query}")
        for path in dict.fromkeys(str(row["path"]) for row in rows):
            yield _member(resolve(path), source)


def _paths(word: str, base: Path) -> list[str]:
    """What a path or a glob names, from the folder of the dataset on."""
    whole = os.path.normpath(base / Path(word).expanduser())
    if not any(sign in word for sign in _SIGNS):
        return [whole]
    found = sorted(glob.glob(whole, recursive=True))  # noqa: PTH207  Path.glob takes no absolute pattern
    if not found:
        raise UsageError(f"{word}: names no file")
    return found


def _member(source: Input, stated: Source) -> Member:
    if source.path is None:
        raise UsageError("a dataset is not made of standard input: it has to be read again")
    try:
        status = source.path.stat()
        state = (status.st_size, status.st_mtime_ns)
    except OSError:
        state = (0, 0)  # what is gone is quarantined when it is read
    return Member(source=source, format=stated.format, licence=stated.licence, state=state)
