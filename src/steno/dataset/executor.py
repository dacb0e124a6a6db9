"""How shards are worked on: what any engine has to do, and what is done about a shard that fails.

An engine only calls functions.  What is done is known from the part files that lie there, never from what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from steno.dataset.lessons import Value
from steno.dataset.part import finished
from steno.dataset.shard import Job, Member, Shard, build, probe
from steno.errors import Leak, StenoError, Unwritable

ATTEMPTS: Final = 3
BACK_OFF: Final = (0.0, 0.2, 1.0)
"""How many seconds to wait before each of them."""


class Ended(NamedTuple):
    """What became of one call."""

    item: Any
    error: str | None = None
    """None where it was done."""
    result: Any = None


class Answer(NamedTuple):
    """What came of a call, as it travels from one process to another."""

    error: str | None
    result: Any = None


class Executor(Protocol):
    """Calls a function on many items, several at once, in any process."""

    def each(self, work: Callable[[Any], object], items: Sequence[Any]) -> Iterator[Ended]:
        """In any order.  The death of a process is the error of the item that it had."""
        ...


def called(work: Callable[[Any], object], item: Any) -> Answer:
    """Call a function as every engine does: what it raises is an answer, and ends no process."""
    try:
        return Answer(None, work(item))
    except Exception as error:  # noqa: BLE001  one shard that fails must not end the others
        return Answer(f"{type(error).__name__}: {error}")


class Here:
    """Calls functions in this process, one after another."""

    def each(self, work: Callable[[Any], object], items: Sequence[Any]) -> Iterator[Ended]:
        for item in items:
            yield Ended(item, *called(work, item))


Wait = Callable[[float], None]
Tell = Callable[[int, int], None]
"""Is told how many of how many shards are done."""


class Building(Struct, frozen=True):
    """The work on a shard, as it can be handed to any process."""

    job: Job

    def __call__(self, shard: Shard) -> list[Value]:
        return build(self.job, shard)


class Probing(Struct, frozen=True):
    job: Job

    def __call__(self, member: Member) -> None:
        probe(self.job, member)


def every(executor: Executor, work: Callable[[Any], object], items: Sequence[Any], wait: Wait) -> list[Any]:
    """What a function gives for each item, in their order; one that fails is tried again.  Raises `Unwritable`."""
    results: dict[int, Any] = {}
    errors: list[str] = []
    for attempt in range(ATTEMPTS):
        left = [number for number in range(len(items)) if number not in results]
        if not left:
            break
        wait(BACK_OFF[attempt])
        numbered = {id(items[number]): number for number in left}
        ended = [*executor.each(work, [items[number] for number in left])]
        errors = [each.error for each in ended if each.error is not None]
        results |= {numbered[id(each.item)]: each.result for each in ended if each.error is None}
    if len(results) < len(items):
        raise failure("the dataset cannot be made", errors)
    return [results[number] for number in range(len(items))]


def failure(what: str, errors: Sequence[str]) -> StenoError:
    """What to raise where calls keep failing: a `Leak` is one wherever it was found."""
    said = next(iter(errors), "nobody says why")
    kind, _, message = said.partition(": ")
    return Leak(message) if kind == Leak.__name__ else Unwritable(f"{what}: {said}")


def run(executor: Executor, job: Job, shards: Sequence[Shard], wait: Wait, tell: Tell, learned: set[Value]) -> int:
    """Work on all shards that are not finished; returns how many had to be worked on, and adds what they taught.

    One that fails is tried again after a while.  One that keeps failing has a session that ends its process, or that
    the machine cannot read: each of its sessions is tried alone, and those that fail are quarantined.
    """
    left = [shard for shard in shards if not finished(job.stem(shard), shard.digest)]
    wanted = len(left)
    for attempt in range(ATTEMPTS):
        if not left:
            return wanted
        wait(BACK_OFF[attempt])
        done = len(shards) - len(left)
        for number, ended in enumerate(executor.each(Building(job), left), 1):
            learned.update(ended.result or ())
            tell(done + number, len(shards))
        left = [shard for shard in left if not finished(job.stem(shard), shard.digest)]
    for shard in left:
        poisoned = _poisoned(executor, job, shard)
        ended = next(iter(executor.each(Building(job), [replace(shard, poisoned=poisoned)])))
        learned.update(ended.result or ())
        if not finished(job.stem(shard), shard.digest):
            raise failure(f"{shard.name} cannot be written", [ended.error or ""])
    return wanted


def _poisoned(executor: Executor, job: Job, shard: Shard) -> dict[int, str]:
    """The sessions of a shard that cannot be worked on even alone, by number."""
    found: dict[int, str] = {}
    for number, member in enumerate(shard.members):
        for _ in range(2):
            ended = next(iter(executor.each(Probing(job), [member])))
            if ended.error is None:
                break
        else:
            found[number] = ended.error or ""
    return found
