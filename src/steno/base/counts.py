"""How a count is said.  Knows English, nothing else."""

from __future__ import annotations


def number_of(count: int, noun: str, plural: str = "") -> str:
    """A count and what it counts: `1 step`, `2 steps`, `1,000 entries`."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"
