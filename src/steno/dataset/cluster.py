"""Shards on a Dask cluster that runs already: the same functions as in a pool, on other machines.

Its workers need the same Steno, and the same paths: sessions and the private folder lie on a file system that all see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from typing import Any

from steno.dataset.executor import Ended, called
from steno.errors import UsageError


class Cluster:
    """A connection to a scheduler, from the beginning of a block to its end."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise UsageError("a cluster needs Dask: `pip install 'steno-trace[dask]'`") from None
        try:
            make: Any = Client
            self._client: Any = make(address, timeout="10s", set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise UsageError(f"no Dask scheduler answers at {address}: {error}") from None

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def each(self, work: Callable[[Any], object], items: Sequence[Any]) -> Iterator[Ended]:
        """The scheduler gives the item of a worker that died to another one, and says so where that keeps failing."""
        executor: Executor = self._client.get_executor(pure=False)
        futures = {executor.submit(called, work, item): item for item in items}
        for future in as_completed(futures):
            error = future.exception()
            if error is None:
                yield Ended(futures[future], *future.result())
            else:
                yield Ended(futures[future], f"{type(error).__name__}: {error}")
