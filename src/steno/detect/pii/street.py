"""Street addresses, as far as their form tells: a number beside a name that ends or begins like a street's.

Best effort.  An address without a street word, such as `Am Markt 3`, is not found.
"""

from __future__ import annotations

import re

from steno.detect.declare import address
from steno.detect.pii.context import after
from steno.detect.pii.person import BACKWARDS, LOWER, UPPER

_W = f"[{UPPER}][{UPPER}{LOWER}.'’-]{{0,24}}"
_CODE = (
    r"[0-9]{3,5}(?:-[0-9]{3,4})?|[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}|[0-9]{4} ?[A-Z]{2}"
    r"|[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]"
)
_TOWN = (
    rf"(?:,? (?:Apt|Suite|Ste|Unit|Floor|Flat|#)\.? ?[A-Z0-9-]{{1,6}})?"
    rf"(?:,? (?:{_CODE})(?: {_W}){{0,3}}|, {_W}(?: {_W}){{0,2}}(?:, ?[A-Z]{{2}})?(?:,? (?:{_CODE}))?)?"
)
"""A flat, a postcode and a town count only beside a street."""

_ENGLISH = (
    "Street", "Avenue", "Road", "Lane", "Drive", "Boulevard", "Court", "Terrace", "Crescent", "Parkway", "Highway",
    "Square", "Place", "Close", "Trail", "Way", "Circle", "Alley", "Mews", "Row",
)  # fmt: skip
_SHORT = (
    "St", "Ave", "Rd", "Ln", "Dr", "Blvd", "Ct", "Pkwy", "Hwy", "Pl", "Sq", "Ter",
)  # fmt: skip
_GERMAN = (
    "strasse", 'str\\.', "weg", "platz", "allee", "gasse", "ufer", "damm", "straat", "laan", "plein", "gracht",
    "kade", "dijk", "steeg",
)  # fmt: skip
_FRENCH = (
    "rue", "avenue", "boulevard", "chemin", "impasse", "allée", "place", "quai", "route", "cours",
)  # fmt: skip
_SOUTHERN = (
    "Calle", "C/", "Avenida", "Avda.", "Av.", "Plaza", "Paseo", "Carrer", "Via", "Viale", "Piazza", "Corso", "Largo",
    "Rua", "Travessa", "Praça", "Strada", "Vicolo",
)  # fmt: skip


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    return match.start(), match.start() + len(match[0].rstrip(" ,."))


def _english(match: re.Match[str]) -> tuple[int, int] | None:
    """`221 Baker Street`; not `4 Wall Street banks`' prose about counts, where the number is a year or a list's."""
    return None if after(match) in ("(", "=", "_") else _trimmed(match)


def _place(match: re.Match[str]) -> tuple[int, int] | None:
    """The street's name is written in capitals."""
    return _trimmed(match)


def _filled(match: re.Match[str]) -> tuple[int, int] | None:
    """A value with a number, and a name that is a word."""
    value = match["secret"]
    names = [word for word in re.split("[ ,.]+", value) if len(word) > 3 and word.isalpha() and word[0].isupper()]
    start = match.start("secret")
    good = (
        any(map(str.isdigit, value))
        and names
        and len(value) > 7
        and names[0].lower() not in ("address", "street", "line", "port")
    )
    return (start, start + len(value.rstrip(" ,."))) if good else None


RULES = (
    address(
        "SEC544 street-address-english: A house number, a name and a word for a street: `221 Baker Street`, with"
        " flat, town and postcode if they follow.",
        rf"[0-9]{{1,5}}[A-Za-z]?(?:-[0-9]{{1,4}})? (?:[NSEW]\.? |North |South |East |West )?(?:{_W}"
        rf"|[0-9]{{1,3}}(?:st|nd|rd|th))(?: {_W}){{0,2}}"
        rf" (?:{'|'.join((*_ENGLISH, *_SHORT))})\b\.?(?: [NSEW]{{1,2}}\b)?{_TOWN}",
        anchors=tuple(f" {word}" for word in _ENGLISH),
        gates=tuple(rf" {word}[., ]" for word in _SHORT),
        lead_in=rf"(?:{BACKWARDS}|(?:ts|dn|dr|ht)[0-9]{{1,3}})(?: {BACKWARDS}){{0,3}} [A-Za-z]?[0-9]{{1,5}}"
        rf"(?:-[0-9]{{1,4}})?",
        extent=_english,
        source="United States Postal Service, Publication 28; Royal Mail, addressing guide",
        positives=(
            "ship to 417 Alder" + " Street, Springfield, IL 62704",
            "12B Quarry" + " Lane",
            "lives at 1600 N. Birch" + " Ave., Apt 4",
        ),
        negatives=("Wall Street rose", "3 tests on the Road", "Main Street 2.0", "Step 4 Drive"),
    ),
    address(
        "SEC545 street-address-germanic: A street and a house number in German or Dutch: `Lindenstraße 12`,"
        " `Kerkstraat 4`, with postcode and town if they follow.",
        rf"[{UPPER}][{UPPER}{LOWER}-]{{1,30}}(?: [{UPPER}][{LOWER}{UPPER}-]{{0,20}}| (?:Straße|Strasse|Str|Weg"
        rf"|Platz|Allee))?\.? [0-9]{{1,4}}(?: ?[-/] ?[0-9]{{1,4}})? ?[a-zA-Z]?\b(?:,? (?:[A-Z]-)?[0-9]{{4,5}}"
        rf"(?: ?[A-Z]{{2}})? {_W}(?: {_W})?)?",
        anchors="straße |Straße ",
        gates=tuple(f"[{word[0].upper()}{word[0]}]{word[1:]} [0-9]" for word in _GERMAN),
        lead_in=rf"[{UPPER}{LOWER}-]{{0,30}}(?: [{UPPER}][{LOWER}{UPPER}-]{{0,20}})?",
        extent=_place,
        source="Deutsche Post and PostNL, how addresses are written",
        positives=("Linden" + "straße 12, 10115 Berlin", "wohnt Goethe" + "str. 5a", "Kerk" + "straat 48"),
        negatives=("Straße ohne Nummer", "string 5", "der weg 4", "during 4 runs"),
    ),
    address(
        "SEC546 street-address-french: A house number and a street in French: `12 rue des Lilas`, with postcode"
        " and town if they follow.",
        rf"[0-9]{{1,4}}(?: ?(?:bis|ter|quater))?,? (?:{'|'.join(_FRENCH)}) (?:(?:de|des|du|la|le|les|l'|d'"
        rf"|aux?) ?){{0,3}}{_W}(?: (?:de |du |des |la ){{0,2}}{_W}){{0,3}}(?:,? [0-9]{{5}} {_W}(?:[ -]{_W}){{0,2}})?",
        gates=tuple(f"[0-9]{comma} {word} " for word in _FRENCH if word.isascii() for comma in ("", ","))
        + tuple(f"bis {word} " for word in _FRENCH if word.isascii()),
        lead_in=r" [0-9]{1,4}|[0-9]{0,3}",
        extent=_place,
        source="La Poste, norm NF Z 10-011 for addresses",
        positives=("12 rue des " + "Lilas, 75011 Paris", "au 5, avenue Victor " + "Hugo", "3 bis rue de la " + "Paix"),
        negatives=("2 place holders", "4 route handlers", "la rue des Lilas", "3 cours"),
    ),
    address(
        "SEC547 street-address-southern: A street and a house number in Spanish, Italian or Portuguese: `Calle"
        " Mayor 12`, `Via Garibaldi, 4`, `Rua Augusta 20`.",
        rf"(?:{'|'.join(map(re.escape, _SOUTHERN))}) (?:(?:de|del|da|do|dos|das|della|delle|dei|la|las|los|el"
        rf"|di) ){{0,2}}{_W}(?: (?:(?:de|del|da|do|di|la|y|e) ){{0,2}}{_W}){{0,3}},? (?:n[.º°]? ?)?[0-9]{{1,4}}\b"
        rf"(?:,? [0-9]{{4,5}}(?:-[0-9]{{3}})? {_W}(?: {_W}){{0,2}})?",
        extent=_place,
        source="Correos, Poste Italiane and CTT, how addresses are written",
        positives=("Calle " + "Mayor 12, 28013 Madrid", "Via Giuseppe " + "Garibaldi, 4", "Rua " + "Augusta 201"),
        negatives=("Via the API 3", "Via HTTP", "Plaza Mayor", "Largo"),
    ),
    address(
        "SEC548 post-office-box: The number of a post office box: `P.O. Box 1234`, `Postfach 12 34`, `Postbus 99`.",
        r"(?:p ?\.?o\.? ?box|postfach|postbus|apartado de correos|boîte postale|casella postale) "
        r"(?:n[o°]?\.? ?|#)?[0-9][0-9 ]{0,8}[0-9]?",
        anchors=(
            "p.o. box |po box |p.o.box |p o box |postfach |postbus |apartado de correos |boîte postale |"
            "casella postale "
        ),
        caseless=True,
        extent=_trimmed,
        source="Universal Postal Union, addressing standards",
        positives=("P.O. Box " + "4471", "Postfach 10 " + "26 40", "PO Box " + "99, Leeds"),
        negatives=("P.O. Box number", "the PO box", "postfach leer"),
    ),
    address(
        "SEC555 postal-address: A house number, names in capitals and a postcode where a country writes it: `, IL"
        " 62704` after an American address, `, SW1A 1AA` after a British one.",
        rf"[^\n]{{0,90}}?(?P<secret>(?:(?:Flat|Studio|Apartment|Apt|Unit|Suite"
        rf"|Floor)\.? )?[0-9]{{1,5}}[A-Za-z]?,?"
        rf"(?: (?:{_W}|[0-9]{{1,5}}[A-Za-z]?|#[0-9]{{1,5}}),?){{2,9}} (?:[A-Z]{{2}} [0-9]{{5}}(?:-[0-9]{{4}})?"
        rf"|[A-Z]{{1,2}}[0-9][0-9A-Z]? [0-9][A-Z]{{2}}))",
        gates=(
            ", [A-Z]{2} [0-9]{5}",
            ", [A-Z][0-9] [0-9][A-Z]{2}",
            ", [A-Z][0-9][0-9A-Z] [0-9][A-Z]{2}",
            ", [A-Z]{2}[0-9] [0-9][A-Z]{2}",
            ", [A-Z]{2}[0-9][0-9A-Z] [0-9][A-Z]{2}",
        ),
        lead_in=rf"[{UPPER}{LOWER}0-9 .,'’#/-]{{1,100}}",
        inside_words=True,
        extent=lambda match: match.span("secret"),
        source="United States Postal Service, Publication 28; Royal Mail, addressing guide",
        positives=(
            "to 417 Alder" + " Knoll, Apt 9, Springfield, IL 62704",
            "Flat 2, 31 Quarry" + " Rise, Leeds, LS1 4AP",
            '"88 Birch' + ' Hollow, Salem, OR 97301-1234"',
        ),
        negatives=("in 2024 we moved to Springfield, IL 62704", "Springfield, IL 62704", "12 of them, AB 12345"),
    ),
    address(
        "SEC556 address-field: The value of a field for an address, where it has a number and names in capitals:"
        " `address`, `street`, `Adresse`.",
        r"(?:address|street|adresse|anschrift|direccion|indirizzo)(?:[ _]?(?:line)?[ _]?[12])?"
        r"(?:\\{0,7}[\"'])?[ \t]{0,8}"
        r"(?:(?:=>|[:=])[ \t]{0,8}(?:\\{0,7}[\"'])?|>)"
        rf"(?-i:(?P<secret>(?:(?:{_W}|[0-9]{{1,5}}(?:[-/][0-9]{{1,4}})?[A-Za-z]?|#[0-9]{{1,5}}|de|la|des|du|del|of|the"
        rf"|van|der|den|von|zum|am|im|rue)[.,]{{0,2}} ){{1,12}}"
        rf"(?:{_W}|[0-9]{{1,6}}(?:[-/][0-9]{{1,4}})?[A-Za-z]{{0,2}}\b)))",
        caseless=True,
        inside_words=True,
        extent=_filled,
        source="vCard (RFC 6350) and OpenID Connect claims, names of fields for addresses",
        positives=(
            '{"address": "Am ' + 'Markt 3, Weimar"}',
            "Street: 14 Alder" + " Rise",
            "<address>7 Quarry" + " Hollow</address>",
        ),
        negatives=(
            "address: 10.0.0.1",
            "Address already in use",
            '"address": "Not Found"',
            "address = Address 1",
            "Street: none",
        ),
    ),
)
