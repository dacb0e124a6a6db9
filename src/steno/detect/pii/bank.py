"""International bank account numbers."""

from __future__ import annotations

from steno.detect.declare import identifier
from steno.detect.pii.checksum import mod97

_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29,
    "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29,
    "ES": 24, "FI": 18, "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28,
    "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20,
    "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19,
    "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28, "NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29,
    "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24,
    "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
    "YE": 30,
}  # fmt: skip
"""How long an account number is in each country of the registry."""


_SHAPES = ("[0-9]{2}[A-Z0-9]{11}", "[0-9]{2}[ -][A-Z0-9]{4}[ -][A-Z0-9]{4}[ -][A-Z0-9]")
"""How a number goes on behind its country, by which it is looked for: a gate that begins with letters is quick."""


def _length(text: str) -> int:
    """How much of the text is an account number; zero where none is."""
    wanted, taken = _LENGTHS.get(text[:2], 0), 0
    while wanted and taken < len(text):
        wanted -= text[taken].isalnum()
        taken += 1
    plain = "".join(filter(str.isalnum, text[:taken]))
    good = taken and not wanted and len(set(plain[4:])) > 2 and mod97(plain[4:] + plain[:4]) == 1
    return taken if good else 0


RULE = identifier(
    "SEC508 iban: An international bank account number, in one piece or in groups of four, of the right length"
    " for its country and with correct check digits.",
    r"[A-Z]{2}[0-9]{2}(?:[A-Z0-9]{11,29}|(?:[ -][A-Z0-9]{4}){2,7}(?:[ -][A-Z0-9]{1,3})?)",
    gates=tuple(f"{country}{rest}" for country in sorted(_LENGTHS) for rest in _SHAPES),
    extent=lambda match: (match.start(), match.start() + length) if (length := _length(match[0])) else None,
    source="ISO 13616 and the IBAN registry of SWIFT",
    positives=(
        "pay to DE1250010517<>0648489890",
        "IBAN: GB29 NWBK 6016<> 1331 9268 19.",
        '"iban":"NL91ABNA04<>17164300"',
    ),
    negatives=(
        "DE0050010517<>0648489890",
        "DE535001051<>7064848989",
        "XX1250010517<>0648489890",
        "sha AB12CDEF3456789AB",
    ),
)
