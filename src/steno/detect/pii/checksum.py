"""Check digits of cards, accounts and national numbers.  Knows arithmetic, not texts."""

from __future__ import annotations

from collections.abc import Sequence


def digits(text: str) -> str:
    """The ASCII digits of a text."""
    return "".join(c for c in text if "0" <= c <= "9")


def weighted(number: str, weights: Sequence[int]) -> int:
    """The sum of the digits, each times its weight."""
    return sum(int(digit) * weight for digit, weight in zip(number, weights, strict=True))


def luhn(number: str) -> bool:
    """Whether the last digit is the one that Luhn's formula asks for."""
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def mod97(account: str) -> int:
    """ISO 7064: the remainder of an alphanumeric text, letters read as the numbers from 10 on."""
    return int("".join(str(int(c, 36)) for c in account)) % 97


_TURN = "0123456789123406789523401789563401289567401239567859876043216598710432765982104387659321049876543210"
_SHIFT = (
    "0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901", "2793806415", "7046913258",
)  # fmt: skip


def verhoeff(number: str) -> bool:
    """Whether the last digit is the one that Verhoeff's dihedral scheme asks for."""
    state = 0
    for place, digit in enumerate(reversed(number)):
        state = int(_TURN[state * 10 + int(_SHIFT[place % 8][int(digit)])])
    return state == 0


def eleven_ten(number: str) -> bool:
    """ISO 7064 mod 11, 10: whether the last digit is the one asked for."""
    state = 10
    for digit in number[:-1]:
        state = ((int(digit) + state) % 10 or 10) * 2 % 11
    return (11 - state) % 10 == int(number[-1])
