"""Personal numbers of India, China, Japan and Australia."""

from __future__ import annotations

import datetime

from steno.detect.declare import identifier
from steno.detect.pii.checksum import digits, verhoeff, weighted
from steno.detect.pii.context import DIGITS, FILL, FOURS, after, alone, named, whole


def _aadhaar(text: str) -> bool:
    number = digits(text)
    return number[0] > "1" and verhoeff(number) and len(set(number)) > 3


def _resident(text: str) -> bool:
    """A region, a date of birth, a serial and a check digit to the base of eleven."""
    try:
        born = datetime.date(int(text[6:10]), int(text[10:12]), int(text[12:14]))
    except ValueError:
        return False
    weights = [2 ** (17 - place) % 11 for place in range(17)]
    check = "10X98765432"[weighted(text[:17], weights) % 11]
    return 1900 <= born.year <= 2030 and "11" <= text[:2] <= "83" and text[17].upper() == check


def _my_number(text: str) -> bool:
    number = digits(text)
    rest = weighted(number[:11], (6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return number[11] == ("0" if rest < 2 else str(11 - rest)) and len(set(number)) > 3


def _tax_file(text: str) -> bool:
    number = digits(text)
    weights = (1, 4, 3, 7, 5, 8, 6, 9, 10) if len(number) == 9 else (10, 7, 8, 4, 6, 3, 5, 1)
    return weighted(number, weights) % 11 == 0 and number != "123456782" and len(set(number)) > 2


RULES = (
    identifier(
        "SEC521 india-aadhaar: An Aadhaar number in groups of four, with a correct Verhoeff digit.",
        r"[2-9][0-9]{3}([ -][0-9]{4}){2,3}",
        gates=(FOURS,),
        before=lambda text: alone(text) and not text[-5:].strip().isdigit() and not text.endswith("-"),
        extent=lambda match: (
            match.span() if len(match[0]) == 14 and after(match) != "-" and _aadhaar(match[0]) else None
        ),
        source="UIDAI, documentation of the Aadhaar number",
        positives=("Aadhaar 3675 98<>34 6016", "uid: 8120-44<>37-9058", '"5503 27<>18 6647'),
        negatives=("3675 9834 6010", "1675 9834 6019", "4929 5821 3370 6140"),
    ),
    identifier(
        "SEC522 india-aadhaar-named: Twelve digits with a correct Verhoeff digit that a nearby word calls an"
        " Aadhaar number.",
        r"(?:aadhaa?r|uidai)" + FILL + r"(?P<secret>[2-9][0-9]{11})",
        anchors="aadhaar|aadhar|uidai",
        caseless=True,
        extent=named(_aadhaar),
        source="UIDAI, documentation of the Aadhaar number",
        positives=("aadhaar=367598<>346016", "Aadhar no. 812044<>379058", '"aadhaar":"550327<>186647'),
        negatives=("aadhaar=367598346010", "aadhaar: 12", "Aadhaar 1675983460"),
    ),
    identifier(
        "SEC523 india-permanent-account-number: A permanent account number of India's tax office, if a nearby"
        " word says so.",
        r"(?:\"?[Pp][Aa][Nn](?:\\{0,7}\")?(?:_number|Number)?|ermanent [Aa]ccount)"
        r"(?:[ -]{0,2}(?:[Nn]umber|[Nn]o|[Cc]ard"
        r"|is)){0,2}[^0-9A-Za-z\n\[\]]{0,20}"
        r"(?P<secret>[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z])",
        anchors='PAN:|PAN |PAN=|PAN"|"pan"|"pan\\|pan_number|panNumber|ermanent account|ermanent Account',
        inside_words=True,
        extent=named(lambda number: number != "ABCPE1234F"),
        source="Income Tax Department of India, structure of the PAN",
        positives=("PAN: BQR" + "PK4402L", "Permanent Account Number AZT" + "PM7719C", '{"pan": "CLM' + 'HS3057D"}'),
        negatives=("PAN: BQRXK4402L", "COMPANY BQR", "PAN ABCPE1234F"),
    ),
    identifier(
        "SEC524 china-resident-number: The number of a Chinese resident identity card: region, date of birth,"
        " serial and a correct check character.",
        r"[1-8][0-9]{16}[0-9Xx]",
        gates=(DIGITS,),
        before=alone,
        extent=whole(_resident),
        source="GB 11643, the national standard on citizen identification numbers",
        positives=("id 310105198<>704126039", "sfz:440307199<>911301829", '"110108200<>106074410'),
        negatives=("310105198713126031", "110101199003071234"[:17] + "0", "4310105198704126030"),
    ),
    identifier(
        "SEC525 japan-individual-number: Twelve digits with a correct check digit that a nearby word calls My Number.",
        r"(?:[Mm]y[ _]?[Nn]umber|マイナンバー|個人番号)[^0-9A-Za-z\n\[\]]{0,20}"
        r"(?P<secret>[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4})",
        anchors="My Number|my number|MyNumber|mynumber|my_number|マイナンバー|個人番号",
        inside_words=True,
        extent=named(_my_number),
        source="Digital Agency of Japan, ordinance on the check digit of the individual number",
        positives=("My Number: 387105<>264196", "マイナンバー：6205 91<>74 0383", '"my_number":"914377<>025867'),
        negatives=("My Number: 387105264190"[:22] + "x", "my number is 12", "My Number: 111111111111"),
    ),
    identifier(
        "SEC526 australia-tax-file-number: Eight or nine digits with a correct check digit that a nearby word calls a "
        "tax file number.",
        r"(?:tfn|tax[ _]file)" + FILL + r"(?P<secret>[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{2,3})",
        anchors="tfn|tax file|tax_file",
        caseless=True,
        extent=named(_tax_file),
        source="Australian Taxation Office, validation of tax file numbers",
        positives=("TFN: 6481<>20371", "tax file number 351 9<>07 289", '"tfn":"8720<>55162'),
        negatives=("TFN: 648120370", "tfn 123456782", "tfn 4"),
    ),
)
