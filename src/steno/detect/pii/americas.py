"""Personal numbers of the United States, Canada and Brazil."""

from __future__ import annotations

from steno.detect.declare import identifier
from steno.detect.pii.checksum import digits, luhn, weighted
from steno.detect.pii.context import FILL, after, alone, named, whole

_ISSUED_AS_EXAMPLES = ("078051120", "219099999", "123456789", "111223333")


def _social_security(text: str) -> bool:
    number = digits(text)
    area, group, serial = number[:3], number[3:5], number[5:]
    usable = area not in ("000", "666") and area < "900" and group != "00" and serial != "0000"
    return usable and number not in _ISSUED_AS_EXAMPLES and len(set(number)) > 2


def _social_insurance(text: str) -> bool:
    number = digits(text)
    return number[0] not in "08" and luhn(number) and len(set(number)) > 2


def _remainder(number: str, weights: range) -> str:
    rest = weighted(number, weights) % 11
    return "0" if rest < 2 else str(11 - rest)


def _person_of_brazil(text: str) -> bool:
    number = digits(text)
    first = _remainder(number[:9], range(10, 1, -1))
    second = _remainder(number[:9] + first, range(11, 1, -1))
    return number[9:] == first + second and len(set(number)) > 2


def _company_of_brazil(text: str) -> bool:
    number = digits(text)
    weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
    for place in (12, 13):
        rest = weighted(number[:place], weights[13 - place :]) % 11
        if number[place] != ("0" if rest < 2 else str(11 - rest)):
            return False
    return len(set(number)) > 3


RULES = (
    identifier(
        "SEC509 us-social-security-number: A US social security number with dashes."
        " Areas, groups and serials that are never issued, and numbers printed as examples, are not masked.",
        r"[0-9]{3}-[0-9]{2}-[0-9]{4}",
        gates=("[0-9]{3}-[0-9]{2}-[0-9]{4}",),
        before=alone,
        extent=lambda match: match.span() if after(match) != "-" and _social_security(match[0]) else None,
        source="Social Security Administration, how numbers are assigned",
        positives=("SSN " + "512-34" + "-8871", '"id": "' + "233-61" + '-4095"', "(" + "401-52" + "-7736)"),
        negatives=("000-12-3456", "666-12-3456", "912-34-5678", "078-05-1120", "1512-34-88712", "512-34-8871-99"),
    ),
    identifier(
        "SEC510 us-social-security-number-named: Nine digits that a nearby word calls a social security number.",
        r"(?:ssn|social[ _]?security)" + FILL + r"(?P<secret>[0-9]{3}[ .]?[0-9]{2}[ .]?[0-9]{4})",
        anchors="ssn|social security|social_security|socialsecurity",
        caseless=True,
        extent=named(_social_security),
        source="Social Security Administration, how numbers are assigned",
        positives=(
            "ssn: " + "51234" + "8871",
            '{"ssn":"' + "233 61" + ' 4095"}',
            "Social Security number is " + "40152" + "7736",
        ),
        negatives=("ssn: 123456789", "ssn=000123456", "ssn has 9 digits, 512348871 of them", "ssn: 5123488710"),
    ),
    identifier(
        "SEC512 canada-social-insurance-number: Nine digits with a correct Luhn digit that a nearby word calls a "
        "social insurance number.",
        r'(?:"?S?[Ii][Nn]"?|SIN|NAS|[Ss]?ocial[ _][Ii]nsurance|"sin\\{0,7}")'
        + FILL
        + r"(?P<secret>[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3})",
        anchors='SIN:|SIN |SIN=|SIN"|SIN#|ocial insurance|ocial Insurance|social_insurance|"sin"|"sin\\|NAS:',
        inside_words=True,
        extent=named(_social_insurance),
        source="Government of Canada, documentation of the social insurance number",
        positives=("SIN: 5173<>42069", "Social Insurance Number 271 9<>04 633", '{"sin": "6438<>81501"}'),
        negatives=("SIN: 517342060", "sin(123456789)", "SIN 12", "the SIN and COS tables"),
    ),
    identifier(
        "SEC519 brazil-cpf: A Brazilian taxpayer number, formatted or after its name, with correct check digits.",
        r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}",
        gates=(r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}",),
        before=alone,
        extent=whole(_person_of_brazil),
        source="Receita Federal, documentation of the CPF",
        positives=("CPF 529.387<>.114-50", '"cpf": "318.604<>.772-24"', "<740.215<>.968-01>"),
        negatives=("529.387.114-00", "111.111.111-11", "10.529.387.114-99"),
    ),
    identifier(
        "SEC551 brazil-cpf-named: Eleven digits with correct check digits that a nearby word calls a CPF.",
        r"cpf" + FILL + r"(?P<secret>[0-9]{11})",
        caseless=True,
        extent=named(_person_of_brazil),
        source="Receita Federal, documentation of the CPF",
        positives=("cpf=52938<>711450", "CPF: 31860<>477224", '"cpf":"74021<>596801'),
        negatives=("cpf=52938711400", "cpf 12", "CPF: 00000000000"),
    ),
    identifier(
        "SEC520 brazil-cnpj: A Brazilian company number, formatted, with correct check digits: many belong to"
        " one person.",
        r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}/[0-9]{4}-[0-9]{2}",
        gates=(r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}/[0-9]{4}-[0-9]{2}",),
        before=alone,
        extent=whole(_company_of_brazil),
        source="Receita Federal, documentation of the CNPJ",
        positives=("CNPJ 41.207.93<>6/0001-75", "cnpj: 18.552.06<>4/0002-41", "(73.901.24<>8/0001-05"),
        negatives=("41.207.936/0001-00", "00.000.000/0000-00", "141.207.936/0001-99"),
    ),
)
