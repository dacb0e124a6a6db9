"""Which step the events of a line belong to, by the lines before it."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

_Step = tuple[str, str, str]
"""Where a step is open: run, family, path."""


class Spans:
    def __init__(self) -> None:
        self._first = self._run = self._path = ""
        self._iteration = 0
        self._opened: dict[_Step, dict[int, str]] = {}
        """The spans that are open there, by iteration."""
        self._spans: dict[str, int] = {}

    def begin(self, run: str, path: str, iteration: int) -> None:
        """The next line: what its envelope states."""
        self._run, self._path, self._iteration = run, path, iteration
        self._first = self._first or run

    def around(self) -> str | UnsetType:
        """The open step whose path and iteration the line states; else the run, where the file holds several.

        A loop may be one step that stays open while its events count iterations: so the only open step of the path
        does, whatever its iteration.  A path that no open step has says nothing: some writers put the workflow's name
        there.
        """
        for family in ("step", "run"):
            if open := self._opened.get((self._run, family, self._path)):
                if self._iteration in open:
                    return open[self._iteration]
                if len(open) == 1:
                    return next(iter(open.values()))
        return self._run if self._is_inner() else UNSET

    def _is_inner(self) -> bool:
        """Whether the line is of a run that another run's file holds."""
        return bool(self._run) and self._run != self._first

    def open(self, family: str, child: str | UnsetType = UNSET) -> str:
        """A step begins: its span, which no other has."""
        if family == "call":
            wanted = child if isinstance(child, str) else f"call:{self._path}"
        elif family == "run":
            wanted = self._run or "run"
        else:
            wanted = f"{self._run}/{self._path}" if self._is_inner() else self._path or "step"
            wanted += f"[{self._iteration}]" if self._iteration else ""
        span = wanted
        while span in self._spans:
            self._spans[wanted] += 1
            span = f"{wanted}~{self._spans[wanted]}"
        self._spans[span] = 1
        self._opened.setdefault((self._run, family, self._path), {})[self._iteration] = span
        return span

    def close(self, family: str) -> str | None:
        """A step ends: its span; None where none of this run, path and iteration is open."""
        return self._opened.get((self._run, family, self._path), {}).pop(self._iteration, None)
