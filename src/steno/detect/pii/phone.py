"""Telephone numbers: in international form, in well-known national forms, and after a word that names one."""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType

from steno.detect.declare import phone
from steno.detect.patterns import ready
from steno.detect.pii.checksum import digits
from steno.detect.pii.context import FILL, after, alone

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
_REGIONS = (
    "US", "GB", "DE", "FR", "ES", "IT", "NL", "IN", "AU", "JP", "BR", "PL", "SE", "CH", "AT", "BE", "PT", "MX", "ZA",
)  # fmt: skip
"""Whose national forms are tried, where a word says that it is a telephone number."""


@cache
def _package() -> ModuleType | None:
    """What knows every numbering plan, where it is installed: `pip install steno-trace[pii]`."""
    try:
        import phonenumbers
    except ImportError:
        return None
    return phonenumbers


def _valid(text: str, regions: tuple[str, ...]) -> bool | None:
    """Whether one of the regions has such numbers; None where nobody knows."""
    known = _package()
    if known is None:
        return None
    for region in regions:
        try:
            if known.is_valid_number(known.parse(text, region)):
                return True
        except known.NumberParseException:
            continue
    return False


_DECIMAL = ready(r"\+[0-9]{4,}\.[0-9]{1,15}")


def _international(match: re.Match[str]) -> tuple[int, int] | None:
    """A country code that exists, and as many digits as a number there may have."""
    number = digits(match[0])
    if after(match).isdigit() or len(set(number)) < 4 or _DECIMAL.fullmatch(match[0]):
        return None
    if number[0] == "1":
        # North America: area and exchange begin with 2 to 9.
        return match.span() if len(number) == 11 and number[1] > "1" and number[4] > "1" else None
    known = number[0] == "7" or number[:2] in _TWO_DIGITS or number[:2] in _ZONES_OF_THREE
    if not known or not 10 <= len(number) <= 15:
        return None
    package = _package()
    if package is not None:
        try:
            known = package.is_possible_number(package.parse(match[0], None))
        except package.NumberParseException:
            return None
    return match.span() if known else None


def _north_american(number: str) -> bool:
    number = number[1:] if len(number) == 11 and number[0] == "1" else number
    return len(number) == 10 and number[0] > "1" and number[3] > "1" and number[1:3] != "11" and len(set(number)) > 3


def _national(match: re.Match[str]) -> tuple[int, int] | None:
    """North American numbers by their structure; others where their numbering plan is known and has them."""
    number = digits(match[0])
    if after(match, 2).strip(" .-/")[:1].isdigit():
        return None
    if _north_american(number) and ("." not in match[0] or _valid(match[0], ("US",)) is not False):
        return match.span()  # with full stops it may be some other number
    regions = tuple(region for region in _REGIONS if region != "US")
    return match.span() if number[0] == "0" and len(number) > 8 and _valid(match[0], regions) is not False else None


def _called(match: re.Match[str]) -> tuple[int, int] | None:
    """A word says that it is one: seven digits or more, valid somewhere, or at least not a date, a time or a count."""
    text = match["secret"].rstrip(" .-/(")
    number = digits(text)
    start = match.start("secret")
    if (
        not 7 <= len(number) <= 15
        or len(set(number)) < 4
        or number in "12345678901234567890"
        or _MOMENT.match(text)
        or _VERSION.fullmatch(text)
    ):
        return None
    written = any(sign in text for sign in " ()-./") or number[0] == "0"
    good = _north_american(number) or (_valid(text, _REGIONS) if written or len(number) == 10 else False)
    if good is None:
        good = written and len(number) > 8
    return (start, start + len(text)) if good else None


_VERSION = ready(r"[1-9][0-9]{0,2}\.[0-9]{1,2}\.[0-9.]{1,12}")
_MOMENT = ready(r"(?:19|20)[0-9]{2}[-/.][01]?[0-9][-/.][0-3]?[0-9]|[0-3]?[0-9][-/.][01]?[0-9][-/.](?:19|20)[0-9]{2}")
_WORDS = (
    r"(?:phone|mobile|mobil|whatsapp|telefono|telefon|tel[eé]fono|t[eé]l[eé]phone|fax|cell|handy|tel|call|contact"
    r"|text me|sms|ring|reach|dial)"
)

RULES = (
    phone(
        "SEC502 phone-number: A telephone number that begins with `+` and a country code. Where the package"
        " `phonenumbers` is installed, its length must be possible in that country.",
        r"\+[1-9][0-9]{0,3}(?:[ .-]?\([0-9]{1,4}\))?(?:[ .-]{0,2}[0-9]{1,5}){2,7}",
        gates=(r"\+[1-9][0-9]", r"\+[1-9][ (.-][0-9(]"),
        extent=_international,
        source="ITU, recommendation E.164",
        positives=("call +44 20 7946 0123 now", "tel:+14155550123", "+49 (30) 901820-123"),
        negatives=(
            "2026-01-01T10:00:00+01:00",
            "x = a +1234",
            "+1 100 200 3000",
            "+6073641856.93",
            "+123456789012345678901",
        ),
    ),
    phone(
        "SEC533 phone-number-national: A telephone number as it is written within a country: `(212) 555-0147`,"
        " `212-555-0147`, `020 7946 0123`, `01 23 45 67 89`, `03-1234-5678`. Other forms need a word that names"
        " them.",
        r"\([2-9][0-9]{2}\) ?[0-9]{3}[ .-][0-9]{4}|[2-9][0-9]{2}-[0-9]{3}-[0-9]{4}"
        r"|[2-9][0-9]{2}\.[0-9]{3}\.[0-9]{4}"
        r"|0[1-9][0-9] [0-9]{4} [0-9]{4}|0[1-9][0-9]{3} [0-9]{6}|0[1-9](?: [0-9]{2}){4}"
        r"|0[1-9][0-9]{2} [0-9]{3} [0-9]{3,4}"
        r"|0[1-9]-[0-9]{4}-[0-9]{4}|0[5789]0-[0-9]{4}-[0-9]{4}|\(0[1-9]\) [0-9]{4} [0-9]{4}",
        gates=(
            r"\([2-9][0-9]{2}\)[ 0-9][0-9]{2}",
            "[2-9][0-9]{2}[.-][2-9][0-9]{2}[.-][0-9]{4}",
            "0[1-9][0-9] [0-9]{4} [0-9]{4}",
            "0[1-9][0-9]{3} [0-9]{6}",
            "0[1-9] [0-9]{2} [0-9]{2} [0-9]{2} [0-9]{2}",
            "0[1-9][0-9]{2} [0-9]{3} [0-9]{3}",
            "0[1-9]-[0-9]{4}-[0-9]{4}",
            "0[5789]0-[0-9]{4}-[0-9]{4}",
            r"\(0[1-9]\) [0-9]{4} [0-9]{4}",
        ),
        before=lambda text: alone(text) and not re.search(r"[0-9][ ]\Z|[-_A-Za-z]\Z", text),
        extent=_national,
        source="NANPA, numbering plan; the national plans that E.164 lists",
        positives=("(212) 555-" + "0147 now", "cell 415-555" + "-0163", "01 42 68" + " 53 00", "020 7946" + " 0123"),
        negatives=(
            "112-555-0147",
            "2026-11-15",
            "(100) 200-3000",
            "415-555-01634",
            "12 415-555-0163-9",
            "0123 456 789 012",
        ),
    ),
    phone(
        "SEC534 phone-number-named: A telephone number in any form after a word that names one: phone, mobile,"
        " tel, fax, call, WhatsApp, contact. Where the package `phonenumbers` is installed, a national numbering"
        " plan must have it.",
        _WORDS + FILL + r"(?P<secret>\(?[0-9](?:[ ./()-]{0,2}[0-9]){6,14})",
        anchors='phone|mobil|whatsapp|telefon|fax|cell:|cell |handy|cell"',
        gates=(
            'tel[:.=" ]',
            "call [mu0-9(]",
            'contact[: ="][ 0-9(":]',
            "text me ",
            "ring [0-9]",
            "dial [0-9(]",
            "reach [mu]",
            "call: ",
        ),
        caseless=True,
        extent=_called,
        source="ITU, recommendation E.123, notation for national telephone numbers",
        positives=(
            "phone: 415 555 " + "0163",
            '"mobile": "0171 ' + '2345678"',
            "call me at 415555" + "0163",
            "Tel.: 030/9018" + "2044",
        ),
        negatives=("phone: 2026-11-15", "phone_updated_at: 1763190000", "call 1234567", "fax: none", "tel 12"),
    ),
)
