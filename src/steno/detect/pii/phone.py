"""Telephone numbers in international form.  National forms look like too many other things."""

import re

from steno.detect.rule import Level, detector

_TWO_DIGITS = frozenset(
    {
        "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49",
        "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84",
        "86", "90", "91", "92", "93", "94", "95", "98",
    }
)  # fmt: skip
_ZONES_OF_THREE = frozenset(
    {
        "21", "22", "23", "24", "25", "26", "29", "35", "37", "38", "42", "50", "59", "67", "68", "69", "80", "85",
        "87", "88", "96", "97", "99",
    }
)  # fmt: skip


def _number(match: re.Match[str]) -> tuple[int, int] | None:
    """A country code that exists, and as many digits as a number there may have."""
    text, end = match.string, match.end()
    digits = "".join(filter(str.isdigit, match[0]))
    if text[end : end + 1].isdigit():
        return None
    if digits[0] == "1":
        # North America: area and exchange begin with 2 to 9.
        return match.span() if len(digits) == 11 and digits[1] > "1" and digits[4] > "1" else None
    known = digits[0] == "7" or digits[:2] in _TWO_DIGITS or digits[:2] in _ZONES_OF_THREE
    return match.span() if known and 10 <= len(digits) <= 15 else None


RULES = (
    detector(
        "SEC502",
        "phone-number",
        "A telephone number that begins with `+` and a country code.",
        type="phone",
        level=Level.PII,
        anchors=("+",),
        pattern=r"\+[1-9][0-9]{0,3}(?:[ .-]?\([0-9]{1,4}\))?(?:[ .-]?[0-9]{2,5}){2,5}",
        extent=_number,
        source="ITU, recommendation E.164",
        positives=("call +44 20 7946 0123 now", "tel:+14155550123", "+49 (30) 901820-123"),
        negatives=("2026-01-01T10:00:00+01:00", "x = a +1234", "+1 100 200 3000", "+123456789012345678901"),
    ),
)
