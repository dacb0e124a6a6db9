"""The second round of a build: what any session taught is masked in the rows of all others.

The first round redacts every session by itself.  Here the rows of all parts are looked at for what all sessions taught;
a session that holds any of it is made anew, with that masked as if it had known it from the start.  Which part holds
what depends on nothing but the sessions, so the result is the same however often a build was ended in between.

Values are in the memory of this process and of those that work for it.  Part files say only their keyed hashes: where a
value is needed that a run before this one learned, the first session that taught it is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from steno.base.canonical import canonical
from steno.base.files import Unreadable, opened, written
from steno.base.ids import sha256
from steno.base.learned import learned
from steno.dataset import executor as executors
from steno.dataset import lessons
from steno.dataset.executor import Executor, Wait
from steno.dataset.lessons import Taught, Value, tag
from steno.dataset.part import Index, cleared, finished, index_of, read_index
from steno.dataset.shard import Job, Member, Shard, learn
from steno.errors import Leak

ROUNDS: Final = 4
"""How often sessions are made anew, where masking one uncovers more."""
_TAG: Final = 16

Tell = Callable[[str, float | None], None]


class Held(Struct, kw_only=True):
    """What the sessions of a part hold of what others taught."""

    asked: str
    """The name of the list of all that was looked for."""
    members: dict[int, list[bytes]] = {}


class Swept(NamedTuple):
    """The parts of a build, after this round."""

    shards: list[Shard]
    again: int
    """How many of them were made anew in this run."""
    taught: dict[bytes, Taught]
    names: set[str]
    """Of the files that a later build asks for."""


class Looking(Struct, frozen=True):
    """The look at a part for some values, as it can be handed to any process."""

    job: Job
    values: tuple[Value, ...]

    def __call__(self, shard: Shard) -> dict[int, list[bytes]]:
        """The tags of those that stand in the rows of each member."""
        stem, key = self.job.stem(shard), self.job.redaction.key or b""
        index, looking = read_index(stem), _sweep(self.values)
        rows: dict[int, list[bytes]] = {}
        every = cleared(stem, self.job.gate(), self.job.policy, range(len(index.rows)))
        for row, entry in zip(every, index.rows, strict=True):
            rows.setdefault(index.sessions[entry.session].member, []).append(row.data)
        found = {
            member: sorted({tag(key, span.value) for span in lessons.standing(looking, b"\n".join(lines))})
            for member, lines in rows.items()
        }
        return {member: tags for member, tags in found.items() if tags}


@lru_cache(maxsize=1)
def _sweep(values: tuple[Value, ...]) -> lessons.Sweep:
    """Made once in each process."""
    return lessons.sweep(values)


class Learning(Struct, frozen=True):
    """The reading of sessions for what they teach."""

    job: Job

    def __call__(self, members: Sequence[Member]) -> list[Value]:
        return learn(self.job, members)


def swept(
    job: Job, shards: Sequence[Shard], indexes: Sequence[Index], values: Iterable[Value], executor: Executor,
    wait: Wait, tell: Tell,
) -> Swept:  # fmt: skip
    """The parts with everything masked that any session taught; `values` are those that this run has learned.

    Raises `Leak` where masking uncovers more and more.
    """
    made = _Round(job, shards, indexes, values, executor, wait)
    again = 0
    for _ in range(ROUNDS):
        tell("comparing sessions", None)
        anew = made.anew(made.held())
        again += made.build(anew, tell)
        if not made.uncovered(anew.values()):
            return Swept([anew.get(at, shard) for at, shard in enumerate(shards)], again, made.taught, made.names(anew))
    raise Leak("masking what sessions have taught uncovers more and more: nothing was written")


class _Round:
    def __init__(
        self, job: Job, shards: Sequence[Shard], indexes: Sequence[Index], values: Iterable[Value],
        executor: Executor, wait: Wait,
    ) -> None:  # fmt: skip
        self._job, self._shards, self._executor, self._wait = job, shards, executor, wait
        self._key = job.redaction.key or b""
        self._values: dict[bytes, str] = {}
        self._know(values)
        self.taught: dict[bytes, Taught] = {}
        self._teachers: dict[bytes, tuple[int, int]] = {}
        """The first shard, and the first of its members, that teaches a value."""
        for at, index in enumerate(indexes):
            for session in index.sessions:
                self._hear(session.taught)
                for each in session.taught:
                    self._teachers.setdefault(each.tag, (at, session.member))

    def _know(self, values: Iterable[Value]) -> None:
        self._values |= {tag(self._key, value): value for _, value in values}

    def _hear(self, taught: Iterable[Taught]) -> None:
        """One value may be taught under several types: the first of them is its own, whoever comes first."""
        for each in taught:
            known = self.taught.get(each.tag)
            if known is None or each.type < known.type:
                self.taught[each.tag] = each

    # What stands where

    def held(self) -> list[dict[int, list[bytes]]]:
        """Of each shard, which members hold what; looks only for what was not looked for before."""
        asked = _asked(self.taught)
        before = [self._before(shard) for shard in self._shards]
        lists = {each.asked: self._list(each.asked) for each in before}
        missing = [self.taught.keys() - lists[each.asked] for each in before]
        wanted = self._of({each for tags in missing for each in tags})
        look = [at for at, tags in enumerate(missing) if tags]
        found = executors.every(
            self._executor, Looking(self._job, wanted), [self._shards[at] for at in look], self._wait
        )
        with written(self._folder / f"{asked}.tags") as stream:
            stream.write(b"".join(sorted(self.taught)))
        for at, members in zip(look, found, strict=True):
            each = before[at]
            together = {
                member: sorted({*each.members.get(member, ()), *members.get(member, ())} & self.taught.keys())
                for member in sorted({*each.members, *members})
            }
            before[at] = Held(asked=asked, members={member: tags for member, tags in together.items() if tags})
            with written(self._record(self._shards[at])) as stream:
                stream.write(msgspec.msgpack.encode(before[at]))
        return [
            {member: held for member, tags in each.members.items() if (held := [*filter(self.taught.get, tags)])}
            for each in before
        ]

    @property
    def _folder(self) -> Path:
        return Path(self._job.parts)

    def _record(self, shard: Shard) -> Path:
        return self._job.stem(shard).with_suffix(".held")

    def _before(self, shard: Shard) -> Held:
        """What a run before this one has found."""
        try:
            with opened(self._record(shard)) as stream:
                return msgspec.msgpack.decode(stream.read(), type=learned(Held))
        except (Unreadable, msgspec.MsgspecError):
            return Held(asked="")

    def _list(self, name: str) -> set[bytes]:
        try:
            with opened(self._folder / f"{name}.tags") as stream:
                data = stream.read()
        except Unreadable:
            return set()  # then all of it is looked for again
        return {data[at : at + _TAG] for at in range(0, len(data), _TAG)}

    # Values

    def _of(self, tags: Iterable[bytes]) -> tuple[Value, ...]:
        """Values by their tags; those that nobody has any more are learned again."""
        tags = set(tags)
        self._learn_again(tags - self._values.keys())
        if tags - self._values.keys():
            raise Unreadable("a session changed while the dataset was built: build it again")
        return tuple(sorted((self.taught[each].type, self._values[each]) for each in tags))

    def _learn_again(self, lost: set[bytes]) -> None:
        teachers: dict[int, set[int]] = {}
        for each in lost:
            if each in self._teachers:
                at, member = self._teachers[each]
                teachers.setdefault(at, set()).add(member)
        items = [
            tuple(self._shards[at].members[member] for member in sorted(members)) for at, members in teachers.items()
        ]
        for values in executors.every(self._executor, Learning(self._job), items, self._wait):
            self._know(values)

    # Parts

    def anew(self, held: Sequence[Mapping[int, Sequence[bytes]]]) -> dict[int, Shard]:
        """The shards with sessions that hold what others taught, as they are to be made, by number."""
        found: dict[int, Shard] = {}
        for at, members in enumerate(held):
            if members:
                shard = self._shards[at]
                stated = {str(member): [each.hex() for each in tags] for member, tags in members.items()}
                digest = sha256(shard.digest.encode() + canonical(stated, exact=True))
                found[at] = replace(shard, digest=digest, base=shard.name)
        left = {at for at, shard in found.items() if not self._is_finished(shard)}
        self._of({each for at in left for tags in held[at].values() for each in tags})
        for at in left:
            known = {member: self._of(tags) for member, tags in held[at].items()}
            found[at] = replace(found[at], known=known)
        return found

    def _is_finished(self, shard: Shard) -> bool:
        """Whether a part is there, and teaches nothing new that nobody has any more."""
        stem = self._job.stem(shard)
        if not finished(stem, shard.digest):
            return False
        if all(each.tag in self.taught or each.tag in self._values for each in _taught(read_index(stem))):
            return True
        index_of(stem).unlink()
        return False

    def build(self, anew: Mapping[int, Shard], tell: Tell) -> int:
        values: set[Value] = set()

        def said(done: int, all: int) -> None:
            tell("masking what others taught", done / all)

        worked = executors.run(self._executor, self._job, list(anew.values()), self._wait, said, values)
        self._know(values)
        return worked

    def uncovered(self, anew: Iterable[Shard]) -> bool:
        """Whether sessions that were made anew teach what none did before."""
        before = len(self.taught)
        for shard in anew:
            self._hear(_taught(read_index(self._job.stem(shard))))
        return len(self.taught) > before

    def names(self, anew: Mapping[int, Shard]) -> set[str]:
        every = (*self._shards, *anew.values())
        return {*(shard.name for shard in every), *(self._before(shard).asked for shard in self._shards)}


def _taught(index: Index) -> Iterator[Taught]:
    return (each for session in index.sessions for each in session.taught)


def _asked(taught: Iterable[bytes]) -> str:
    return f"asked-{sha256(b''.join(sorted(taught)))[:32]}"
