"""Personal numbers of countries in Europe."""

from __future__ import annotations

import datetime
import string
from collections import Counter

from steno.detect.declare import identifier
from steno.detect.pii.checksum import digits, eleven_ten, luhn, weighted
from steno.detect.pii.context import DIGITS, FILL, after, alone, named, whole


def _insurance(text: str) -> bool:
    first = text[:2]
    if first in ("BG", "GB", "KN", "NK", "NT", "TN", "ZZ") or first[1] == "O":
        return False
    return digits(text) != "123456" and len(set(digits(text))) > 2


def _tax_id(text: str) -> bool:
    """Of the first ten digits one stands two or three times, and the others at most once."""
    number = digits(text)
    counts = sorted(Counter(number[:10]).values())
    return number[0] != "0" and counts[-1] in (2, 3) and counts[-2] == 1 and eleven_ten(number)


def _registration(text: str) -> bool:
    number = "".join(filter(str.isalnum, text)).upper()
    if number[5:7] == "00" or not ("01" <= number[3:5] <= "12" or "20" <= number[3:5] <= "42" or number[3:5] > "49"):
        return False
    corsica = {"2A": ("19", 0), "2B": ("18", 0)}
    department, _ = corsica.get(number[5:7], (number[5:7], 0))
    plain = number[:5] + department + number[7:]
    return plain.isdigit() and 97 - int(plain[:13]) % 97 == int(plain[13:])


def _identity(text: str) -> bool:
    """The letter is decided by the number; a foreigner's first letter stands for a digit."""
    plain = text.replace("-", "").upper()
    number = int(plain[:-1].translate(str.maketrans("XYZ", "012")))
    return plain[-1] == "TRWAGMYFPDXBNJZSQVHLCKE"[number % 23] and number not in (0, 12345678)


_ODD = dict(
    zip(
        string.digits + string.ascii_uppercase,
        (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16,
         10, 22, 25, 24, 23),
        strict=True,
    )
)  # fmt: skip


def _fiscal_code(text: str) -> bool:
    total = sum(
        _ODD[c] if place % 2 == 0 else int(c) if c.isdigit() else ord(c) - ord("A") for place, c in enumerate(text[:15])
    )
    return chr(ord("A") + total % 26) == text[15]


def _service_number(text: str) -> bool:
    number = digits(text).zfill(9)
    return (
        weighted(number, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0
        and number not in ("123456782", "111222333")
        and len(set(number)) > 2
    )


def _date(year: int, month: int, day: int) -> bool:
    try:
        datetime.date(year, month, day)
    except ValueError:
        return False
    return True


def _pesel(text: str) -> bool:
    number = digits(text)
    century, month = divmod(int(number[2:4]), 20)
    year = (1900, 2000, 2100, 2200, 1800)[century] + int(number[:2])
    return _date(year, month, int(number[4:6])) and weighted(number, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0


def _personal_number(text: str) -> bool:
    """A date of birth, a serial and a Luhn digit; what reads as a date and a time of day of these years is one."""
    number = digits(text)
    short = number[-10:]
    year = int(number[:4]) if len(number) == 12 else 1900 + int(short[:2]) + (100 if int(short[:2]) < 27 else 0)
    if not 1900 <= year <= 2027 or not _date(year, int(short[2:4]), int(short[4:6])) or not luhn(short):
        return False
    return not (year > 2009 and short[6:8] < "24" and short[8:] < "60")


RULES = (
    identifier(
        "SEC511 uk-national-insurance-number: A UK national insurance number, in one piece or"
        " in pairs, with a prefix that is issued.",
        r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z](?:[0-9]{6}| [0-9]{2} [0-9]{2} [0-9]{2} )[A-D]",
        gates=("[A-Z]{2}[0-9]{6}[A-D]", "[A-Z]{2} [0-9]{2} [0-9]{2} [0-9]{2} [A-D]"),
        extent=whole(_insurance),
        source="HM Revenue and Customs, National Insurance Manual",
        positives=("NINO: JG" + "103759A", "ni number " + "PX 48 " + "20 61 C", '"WK' + '573924D"'),
        negatives=("AB123456C", "QQ103759A", "GB103759A", "JG103759E", "XJG103759A"),
    ),
    identifier(
        "SEC513 germany-tax-id: Eleven digits with a correct check digit that a nearby word calls a German tax number.",
        r"(?:steuer[a-z -]{0,28}|idnr\.?|tax[ _-]?id)" + FILL + r"(?P<secret>[1-9][0-9] ?[0-9]{3} ?[0-9]{3} ?[0-9]{3})",
        anchors="steuer|idnr|tax id|tax_id|taxid|tax-id",
        caseless=True,
        inside_words=True,
        extent=named(_tax_id),
        source="Bundeszentralamt für Steuern, documentation of the Steueridentifikationsnummer",
        positives=(
            "Steuer-ID: 26954<>371860",
            "Steueridentifikationsnummer 81 304 <>762 928",
            '"tax_id": "47036<>298145"',
        ),
        negatives=("Steuer-ID: 26954371861", "Steuer 2024", "tax_id: 12345678901"),
    ),
    identifier(
        "SEC514 france-social-security-number: A French social security number (NIR), in one piece or in groups,"
        " with a month, a department and a correct key.",
        r"[12](?:[0-9]{4}[0-9][0-9AB][0-9]{8}| [0-9]{2} [0-9]{2} [0-9][0-9AB] [0-9]{3} [0-9]{3} [0-9]{2})",
        gates=(
            DIGITS,
            "[12][0-9]{4}2[AB][0-9]{8}",
            "[12] [0-9]{2} [0-9]{2} [0-9][0-9AB] [0-9]{3} [0-9]{3} [0-9]{2}",
        ),
        before=alone,
        extent=whole(_registration),
        source="INSEE, definition of the numéro d'inscription au répertoire",
        positives=("NIR 2841075<>11823439", "n° 1 91 03 69 <>123 045 29", "secu: 276112A<>00431065"),
        negatives=("284107511823400", "184137511823456", "0.284107511823427"),
    ),
    identifier(
        "SEC515 spain-identity-number: The number of a Spanish identity document (DNI) or of a foreigner in Spain"
        " (NIE), with the right check letter.",
        r"(?:[XYZ]-?[0-9]{7}|[0-9]{8})-?[A-HJ-NP-TV-Z]",
        gates=("[0-9]{8}[A-Z]", "[0-9]{8}-[A-Z]", "[XYZ][0-9]{7}[A-Z]", "[XYZ][0-9]{7}-[A-Z]", "[XYZ]-[0-9]{7}-[A-Z]"),
        before=alone,
        extent=whole(_identity),
        source="Ministerio del Interior, how the control letter is computed",
        positives=("DNI 4718<>2930V", "nie: Y3061<>845F", '"52061<>377-A'),
        negatives=("12345678Z", "47182930A", "20261115T103000", "build 00000000T"),
    ),
    identifier(
        "SEC516 italy-fiscal-code: An Italian fiscal code, with a month letter and a correct check character.",
        r"[A-Z]{6}[0-9L-NP-V]{2}[A-EHLMPR-T][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]",
        gates=("[A-Z]{6}[0-9L-NP-V]{2}[A-EHLMPR-T][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]",),
        extent=lambda match: match.span() if _fiscal_code(match[0]) and sum(map(str.isdigit, match[0])) > 1 else None,
        source="Agenzia delle Entrate, decree on the codice fiscale",
        positives=("CF VRDLCU84H12<>F205J", "cf=BNCGLI91T54<>H501C", '"FRRSMN77A01<>L219U'),
        negatives=("VRDLCU84H12F205" + "0", "ABCDEF12G34H567I", "XVRDLCU84H12F205A"),
    ),
    identifier(
        "SEC517 netherlands-service-number: Eight or nine digits that pass the eleven-test and that a nearby word"
        " calls a burgerservicenummer.",
        r"(?:bsn|burgerservicenummer|sofinummer)"
        + FILL
        + r"(?P<secret>[0-9]{4}[ .]?[0-9]{2}[ .]?[0-9]{2,3}|[0-9]{8,9})",
        anchors="bsn|burgerservice|sofinummer",
        caseless=True,
        extent=named(_service_number),
        source="Rijksdienst voor Identiteitsgegevens, documentation of the BSN",
        positives=("BSN: 3018<>42656", "burgerservicenummer 9042<>17541", '"bsn":"2716<>09382'),
        negatives=("BSN: 301842650", "bsn 123456782", "bsn-4"),
    ),
    identifier(
        "SEC518 poland-pesel: Eleven digits with a date of birth and a correct check digit that a nearby word calls a "
        "PESEL.",
        r"pesel" + FILL + r"(?P<secret>[0-9]{11})",
        caseless=True,
        extent=named(_pesel),
        source="Ministerstwo Cyfryzacji, documentation of the PESEL register",
        positives=("PESEL: 84071<>253817", "pesel=02291<>547026", '"pesel": "91113<>066294'),
        negatives=("PESEL: 84071253810", "pesel 84990153817", "pesel: 8407125"),
    ),
    identifier(
        "SEC527 sweden-personal-number: A Swedish personal identity number: a date of birth, a dash or plus, a"
        " serial and a correct Luhn digit.",
        r"(?:19|20)?[0-9]{2}[01][0-9][0-3][0-9][-+][0-9]{4}",
        gates=("[0-9]{6}[-+][0-9]{4}",),
        lead_in="[0-9]{0,2}",
        before=alone,
        extent=lambda match: match.span() if after(match) not in ("-", ".") and _personal_number(match[0]) else None,
        source="Skatteverket, SKV 704 on personal identity numbers",
        positives=("pnr 84071<>2-2384", "personnummer: 199102<>03-4916", '"67113<>0-7022'),
        negatives=("20261115-1033", "841312-2385", "840712-2380", "261115-1402"),
    ),
)
