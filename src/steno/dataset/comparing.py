"""In what two built datasets differ: rows by their ids, sessions, splits, and how they were made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from steno.base.learned import learned
from steno.dataset.arrow import arrow
from steno.dataset.manifest import Manifest, load


class Compared(Struct, kw_only=True):
    added: list[str]
    """Ids of rows that only the second has ..."""
    removed: list[str]
    """... and only the first."""
    moved: list[tuple[str, str, str]]
    """Rows in another split: id, before, after."""
    sessions_added: list[str]
    sessions_removed: list[str]
    settings: dict[str, tuple[str, str]]
    """What the manifests say otherwise of how the datasets were made."""
    same: int

    @property
    def is_same(self) -> bool:
        return not (self.added or self.removed or self.moved or self.settings)


_SETTINGS = ("projection", "identity", "security", "level", "beside", "allowed", "columns")


class _Provenance(Struct):
    session: str | None = None


class _Row(Struct):
    id: str
    provenance: _Provenance


def compared(one: Path, two: Path) -> Compared:
    """Two folders of datasets; raises `Unreadable`."""
    before, after = load(one), load(two)
    old, new = dict(_rows(one, before)), dict(_rows(two, after))
    sessions = [{session for _, session in rows.values() if session} for rows in (old, new)]
    both = old.keys() & new.keys()
    return Compared(
        added=sorted(new.keys() - old.keys()),
        removed=sorted(old.keys() - new.keys()),
        moved=sorted((id, old[id][0], new[id][0]) for id in both if old[id][0] != new[id][0]),
        sessions_added=sorted(sessions[1] - sessions[0]),
        sessions_removed=sorted(sessions[0] - sessions[1]),
        settings={
            name: (_spelled(before, name), _spelled(after, name))
            for name in _SETTINGS
            if _spelled(before, name) != _spelled(after, name)
        },
        same=len(both),
    )


def _spelled(made: Manifest, name: str) -> str:
    return msgspec.json.encode(getattr(made, name)).decode()


def _rows(folder: Path, made: Manifest) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each row's id, its split and its session, from one of the formats in which it was written."""
    format = made.files[0].path.rpartition(".")[2] if made.files else ""
    for file in made.files:
        if not file.path.endswith(format):
            continue
        if format == "jsonl":
            with (folder / file.path).open("rb") as stream:
                found = [msgspec.json.decode(line, type=learned(_Row)) for line in stream]
            yield from ((row.id, (file.split, row.provenance.session or "")) for row in found)
            continue
        arrow()
        from pyarrow import parquet

        table = parquet.ParquetFile(folder / file.path).read(columns=["id", "provenance.session"], use_threads=False)
        for id, about in zip(table["id"].to_pylist(), table["provenance"].to_pylist(), strict=True):
            yield id, (file.split, (about or {}).get("session") or "")
