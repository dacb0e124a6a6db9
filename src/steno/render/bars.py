"""Amounts as bars and lines of blocks.  Prints nothing."""

from __future__ import annotations

from collections.abc import Sequence

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_HEIGHTS = "▁▂▃▄▅▆▇█"


def bar(value: float, most: float, columns: int) -> str:
    """So long a bar as a value is of the most; what is more than nothing has at least its first eighth."""
    if value <= 0 or most <= 0:
        return ""
    eighths = max(1, round(min(value / most, 1.0) * columns * 8))
    full, rest = divmod(eighths, 8)
    return _EIGHTHS[8] * full + (_EIGHTHS[rest] if rest else "")


def sparkline(values: Sequence[float], columns: int) -> str:
    """Amounts in a row, one above the other; where there are more than columns, neighbours are added up."""
    if not values or max(values) <= 0:
        return ""
    size = -(-len(values) // columns)
    sums = [sum(values[at : at + size]) for at in range(0, len(values), size)]
    most = max(sums)
    return "".join(" " if each <= 0 else _HEIGHTS[min(7, int(each / most * 8))] for each in sums)


def short(count: float) -> str:
    """`812`, `4.2k`, `12.3M`, `1.20G`"""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if count >= size:
            return f"{count / size:.2f}{unit}" if unit == "G" else f"{count / size:.1f}{unit}"
    return f"{count:,.0f}"


def share(part: float | None) -> str:
    """`94%`, `0.4%`, or nothing where nobody knows."""
    if part is None:
        return ""
    return f"{part:.0%}" if part >= 0.0995 or not part else f"{part:.1%}"
