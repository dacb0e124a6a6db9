"""MurmurHash3, 128 bits, as computed for 64-bit machines.  Knows bytes and nothing of their meaning."""

from __future__ import annotations

import struct
from typing import Final

_MASK: Final = (1 << 64) - 1
_C1: Final = 0x87C37B91114253D5
_C2: Final = 0x4CF5AD432745937F


def murmur3(data: bytes) -> int:
    """The hash under seed 0 as one integer: the second half of the state above the first."""
    one = two = 0
    whole = len(data) & ~15
    for low, high in struct.iter_unpack("<QQ", data[:whole]):
        one ^= _first(low)
        one = ((_left(one, 27) + two) * 5 + 0x52DCE729) & _MASK
        two ^= _second(high)
        two = ((_left(two, 31) + one) * 5 + 0x38495AB5) & _MASK
    low, high = struct.unpack("<QQ", data[whole:].ljust(16, b"\0"))
    two ^= _second(high)
    one ^= _first(low)
    one ^= len(data)
    two ^= len(data)
    one = (one + two) & _MASK
    two = (two + one) & _MASK
    one, two = _mixed(one), _mixed(two)
    one = (one + two) & _MASK
    return (two + one & _MASK) << 64 | one


def _first(word: int) -> int:
    return _left(word * _C1 & _MASK, 31) * _C2 & _MASK


def _second(word: int) -> int:
    return _left(word * _C2 & _MASK, 33) * _C1 & _MASK


def _left(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) & _MASK


def _mixed(word: int) -> int:
    word = (word ^ word >> 33) * 0xFF51AFD7ED558CCD & _MASK
    word = (word ^ word >> 33) * 0xC4CEB9FE1A85EC53 & _MASK
    return word ^ word >> 33
