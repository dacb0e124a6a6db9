"""The checksums that addresses and keys of wallets carry.  Knows alphabets and sums, not what they protect."""

from __future__ import annotations

import hashlib
from functools import reduce

BITCOIN = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
RIPPLE = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz"
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def base58(data: bytes, alphabet: str = BITCOIN) -> str:
    number, text = int.from_bytes(data), ""
    while number:
        number, digit = divmod(number, 58)
        text = alphabet[digit] + text
    return alphabet[0] * (len(data) - len(data.lstrip(b"\0"))) + text


def unbase58(text: str, alphabet: str = BITCOIN) -> bytes:
    """Raises ValueError on a character that is not of the alphabet."""
    number = reduce(lambda number, character: number * 58 + alphabet.index(character), text, 0)
    zeros = len(text) - len(text.lstrip(alphabet[0]))
    return b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8)


def _sum(payload: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(payload).digest()).digest()[:4]


def base58check(payload: bytes, alphabet: str = BITCOIN) -> str:
    return base58(payload + _sum(payload), alphabet)


def unbase58check(text: str, alphabet: str = BITCOIN) -> bytes | None:
    """What a text says whose last four bytes are the checksum of those before, else None."""
    try:
        data = unbase58(text, alphabet)
    except ValueError:
        return None
    return data[:-4] if _sum(data[:-4]) == data[-4:] else None


_GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)


def _polymod(values: list[int]) -> int:
    sum_ = 1
    for value in values:
        top = sum_ >> 25
        sum_ = (sum_ & 0x1FFFFFF) << 5 ^ value
        for bit, generator in enumerate(_GENERATOR):
            sum_ ^= generator if top >> bit & 1 else 0
    return sum_


def _expanded(prefix: str) -> list[int]:
    return [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix]


def is_bech32(text: str) -> bool:
    prefix, _, body = text.rpartition("1")
    try:
        return _polymod(_expanded(prefix) + [BECH32.index(c) for c in body]) == 1
    except ValueError:
        return False


def crc16(data: bytes) -> int:
    """CRC-16 with polynomial 0x1021 and start 0, as XMODEM has it."""
    sum_ = 0
    for byte in data:
        sum_ ^= byte << 8
        for _ in range(8):
            sum_ = (sum_ << 1 ^ 0x1021) & 0xFFFF if sum_ & 0x8000 else sum_ << 1
    return sum_
