"""The highest seq in a transcript, so that it can be continued.  Reads every line once; judges none."""

from __future__ import annotations

import os
import re
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

LIMIT: Final = 2**64 - 1
"""A seq is an unsigned number of 64 bits."""
_READ: Final = 1 << 20
# As a recorder spells it.  A longer number is read with care.
_OWN: Final = re.compile(rb'\n\{"seq":([1-9][0-9]{0,17}),')


class _Line(Struct):
    seq: int | UnsetType = UNSET


_line = msgspec.json.Decoder(_Line).decode


def highest(descriptor: int, size: int) -> int:
    """The highest seq of the first `size` bytes, which end with a line end; 0 where no line has one.

    The maximum is over the whole file, not over its end: what other programs append need not be in order.
    """
    best = at = 0
    begun: list[bytes] = []
    while at < size and (piece := os.pread(descriptor, min(_READ, size - at), at)):
        at += len(piece)
        cut = piece.rfind(b"\n") + 1
        if cut:
            # A line end before the first line and none after the last: every line begins alike.
            block = b"".join((b"\n", *begun, piece[: cut - 1]))
            best = max(best, _highest_of(block))
            begun = [piece[cut:]]
        else:
            begun.append(piece)
    return best


def _highest_of(block: bytes) -> int:
    found = _OWN.findall(block)
    best = max(map(int, found), default=0)
    if len(found) == block.count(b"\n"):
        return best
    # Some line is spelled otherwise: each is read for itself.
    for line in block.split(b"\n"):
        best = max(best, _seq(line))
    return best


def _seq(line: bytes) -> int:
    """The seq of one line; 0 where it has none that could be one."""
    try:
        seq = _line(line).seq
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return 0
    return seq if isinstance(seq, int) and 0 < seq <= LIMIT else 0
