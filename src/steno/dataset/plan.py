"""Which rows a dataset has and where they go: decided once, from the indexes of all parts and nothing else.

Reads no row.  The same indexes give the same plan, whoever made them and in whatever order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from steno.base.ids import sha256
from steno.dataset.config import Dataset, Deduplicate, Splits
from steno.dataset.part import Index, RowEntry, SessionEntry
from steno.dataset.text import alike, bands

REPEATED, DUPLICATE, NEAR, CONTAMINATED, SAMPLED, REJECTED = (
    "repeated", "duplicate", "near_duplicate", "contaminated", "sampled_out", "rejected",
)  # fmt: skip
"""Why a row is left out: the same identity, the same content, nearly the same, forbidden words, chance, a reviewer."""


class Row(Struct):
    """A row of the plan."""

    part: int
    number: int
    entry: RowEntry
    group: str = ""
    split: str = ""
    dropped: str = ""


class File(Struct, frozen=True, kw_only=True):
    """One file of the output."""

    split: str
    number: int
    rows: tuple[tuple[int, tuple[int, ...]], ...]
    """Parts in their order, with the numbers of rows in each."""
    count: int
    size: int


class Plan(Struct, kw_only=True):
    rows: list[Row]
    files: list[File]
    dropped: Counter[str]
    contaminated: int = 0
    """Rows that hold words of a text that none may hold, dropped or not."""


def planned(dataset: Dataset, indexes: Sequence[Index], rejected: frozenset[str] = frozenset()) -> Plan:
    """`rejected` are ids of rows and sessions that a person does not want."""
    rows = [Row(part, number, entry) for part, index in enumerate(indexes) for number, entry in enumerate(index.rows)]
    sessions = [index.sessions for index in indexes]
    for row in rows:
        session = sessions[row.part][row.entry.session]
        if row.entry.id in rejected or (session.id and session.id in rejected):
            row.dropped = REJECTED
    _repeated(rows)
    _contaminated(rows, dataset)
    families = Families()
    _grouped(rows, indexes, dataset.splits, families)
    _duplicates(rows, dataset.deduplicate, families)
    for row in rows:
        row.group = families.of(row.group)
    _sampled(rows, dataset, sessions)
    _split(rows, dataset.splits, sessions)
    return Plan(
        rows=rows,
        files=list(_files(rows, dataset)),
        dropped=Counter(row.dropped for row in rows if row.dropped),
        contaminated=sum(row.entry.overlap > 0 for row in rows),
    )


def _kept(rows: Iterable[Row]) -> Iterator[Row]:
    return (row for row in rows if not row.dropped)


# What is left out


def _repeated(rows: Sequence[Row]) -> None:
    """Rows of one identity are one row: the first."""
    seen: set[str] = set()
    for row in _kept(rows):
        if row.entry.id in seen:
            row.dropped = REPEATED
        seen.add(row.entry.id)


def _contaminated(rows: Sequence[Row], dataset: Dataset) -> None:
    if dataset.contamination.action == "drop":
        for row in _kept(rows):
            if row.entry.overlap:
                row.dropped = CONTAMINATED


def _duplicates(rows: Sequence[Row], asked: Deduplicate, families: Families) -> None:
    """Of rows with the same words, the first is kept; those that are kept in spite of it stay together."""
    first: dict[bytes, Row] = {}
    for row in _kept(rows):
        before = first.setdefault(row.entry.content, row)
        if before is not row:
            families.join(row.group, before.group)
            if asked.exact:
                row.dropped = DUPLICATE
    if asked.near:
        _near(rows, asked.threshold, families)


def _near(rows: Sequence[Row], threshold: float, families: Families) -> None:
    """Rows that share a band of their signatures are compared; one band never holds more than a few."""
    buckets: dict[bytes, list[Row]] = {}
    for row in _kept(rows):
        own = list(bands(row.entry.signature))
        found = next((other for other in _candidates(buckets, own) if _alike(row, other) >= threshold), None)
        if found is not None:
            row.dropped = NEAR
            families.join(row.group, found.group)
            continue
        for band in own:
            known = buckets.setdefault(band, [])
            if len(known) < _MOST:
                known.append(row)


_MOST: Final = 16
"""How many rows of one band are looked at: more would be quadratic where texts begin alike."""


def _candidates(buckets: Mapping[bytes, list[Row]], own: Sequence[bytes]) -> Iterator[Row]:
    seen: set[int] = set()
    for band in own:
        for other in buckets.get(band, ()):
            if id(other) not in seen:
                seen.add(id(other))
                yield other


def _alike(one: Row, two: Row) -> float:
    return alike(one.entry.signature, two.entry.signature)


def _sampled(rows: Sequence[Row], dataset: Dataset, sessions: Sequence[Sequence[SessionEntry]]) -> None:
    """So many sessions and rows, chosen by the hash of their names: the same ones every time."""
    asked = dataset.sample
    if asked.sessions is not None:
        names = {(row.part, row.entry.session): _session(row, sessions) for row in _kept(rows)}
        chosen = sorted(names, key=lambda key: (_draw(asked.seed, names[key]), key))[: asked.sessions]
        wanted = set(chosen)
        for row in _kept(rows):
            if (row.part, row.entry.session) not in wanted:
                row.dropped = SAMPLED
    if asked.rows is not None:
        order = sorted(_kept(rows), key=lambda row: (_draw(asked.seed, row.entry.id), row.part, row.number))
        for row in order[asked.rows :]:
            row.dropped = SAMPLED


def _session(row: Row, sessions: Sequence[Sequence[SessionEntry]]) -> str:
    entry = sessions[row.part][row.entry.session]
    return entry.id or f"{row.part}:{entry.member}"


def _draw(seed: str, name: str) -> str:
    return sha256(f"{seed}\0{name}".encode("utf-8", "surrogatepass"))


# What belongs together


class Families:
    """Names that belong together: union and find."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The name of the family: the least of its names."""
        root = name
        while (above := self._above.get(root, root)) != root:
            root = above
        while (above := self._above.get(name, name)) != root:
            self._above[name], name = root, above
        return root

    def join(self, one: str, two: str) -> None:
        one, two = sorted((self.of(one), self.of(two)))
        self._above[two] = one


def _grouped(rows: Sequence[Row], indexes: Sequence[Index], splits: Splits, families: Families) -> None:
    """Sessions that share an id of any kind, or with `by = "repository"` a repository, are one family."""
    own: dict[tuple[int, int], str] = {}
    for part, index in enumerate(indexes):
        for at, entry in enumerate(index.sessions):
            name = own[part, at] = f"member:{part:09}:{entry.member:09}"
            for about in entry.about:
                for id in about.family:
                    families.join(name, f"~id:{id}")
                if splits.by == "repository" and about.repository:
                    families.join(name, f"~repository:{about.repository}")
    for row in rows:
        row.group = own[row.part, row.entry.session]


def _split(rows: Sequence[Row], splits: Splits, sessions: Sequence[Sequence[SessionEntry]]) -> None:
    """Whole families to splits: within each stratum, each to the split that lacks most of its share of rows."""
    groups: dict[str, list[Row]] = {}
    for row in _kept(rows):
        groups.setdefault(row.group, []).append(row)
    strata: dict[str, list[str]] = {}
    for group, members in groups.items():
        strata.setdefault(_stratum(members[0], splits, sessions), []).append(group)
    for _, names in sorted(strata.items()):
        total = sum(len(groups[name]) for name in names)
        given = dict.fromkeys(splits.shares, 0)
        # The largest first, as they fit worst; equals in an order that only the seed decides.
        for name in sorted(names, key=lambda name: (-len(groups[name]), _draw(splits.seed, name))):
            split = max(splits.shares, key=lambda each: (splits.shares[each] * total - given[each], not given[each]))
            given[split] += len(groups[name])
            for row in groups[name]:
                row.split = split


def _stratum(row: Row, splits: Splits, sessions: Sequence[Sequence[SessionEntry]]) -> str:
    about = next(iter(sessions[row.part][row.entry.session].about), None)
    if about is None or splits.stratify is None:
        return ""
    found = about.models if splits.stratify == "model" else getattr(about, splits.stratify)
    return "+".join(found) if isinstance(found, list) else str(found)


# Files


def _files(rows: Sequence[Row], dataset: Dataset) -> Iterator[File]:
    largest = dataset.output.file_megabytes << 20
    for split in dataset.splits.shares:
        taken, size, number = list[Row](), 0, 0
        for row in _kept(rows):
            if row.split != split:
                continue
            if taken and size + row.entry.length > largest:
                yield _file(split, number, taken, size)
                taken, size, number = [], 0, number + 1
            taken.append(row)
            size += row.entry.length
        if taken:
            yield _file(split, number, taken, size)


def _file(split: str, number: int, rows: Sequence[Row], size: int) -> File:
    parts: dict[int, list[int]] = {}
    for row in rows:
        parts.setdefault(row.part, []).append(row.number)
    places = tuple((part, tuple(numbers)) for part, numbers in parts.items())
    return File(split=split, number=number, rows=places, count=len(rows), size=size)
