"""Numbers of passports and driving licences, where words beside them say so."""

from __future__ import annotations

import re

from steno.detect.declare import identifier
from steno.detect.pii.context import FILL


def _number(match: re.Match[str]) -> tuple[int, int] | None:
    figures = [c for c in match["secret"] if c.isdigit()]
    return (
        match.span("secret")
        if len(figures) > 4 and len(set(figures)) > 2 and "".join(figures) not in "1234567890"
        else None
    )


RULES = (
    identifier(
        "SEC528 passport-number: Letters and digits that a nearby word calls the number of a passport.",
        r"(?:passport|reisepass|pasaporte|passaporto|passeport)" + FILL + r"(?P<secret>[A-Z]{0,3}[0-9][0-9A-Z]{5,9})",
        caseless=True,
        extent=_number,
        source="ICAO Doc 9303, machine readable travel documents",
        positives=("Passport number: 53" + "3187206", '"passport": "C01' + 'X8804K7"', "passport no. P" + "A40917756"),
        negatives=("passport 0.6.0", "passport: required", "passport number: 1234567", "passport-jwt@4.0.1"),
    ),
    identifier(
        "SEC529 driving-licence-number: Letters and digits that nearby words call the number of a driving licence.",
        r"(?:driv(?:er'?s?|ing)[ _]?licen[cs]e|dl(?: number|#))"
        + FILL
        + r"(?P<secret>[A-Z]{0,5}[0-9](?:[ -]?[0-9A-Z]){5,16})",
        anchors=(
            "driver licen|drivers licen|driver's licen|driver_licen|drivers_licen|driving licen|driverlicen|"
            "driverslicen|driving_licen|dl number|dl#"
        ),
        caseless=True,
        extent=_number,
        source="AAMVA, card design standard; DVLA, driver number format",
        positives=(
            "Driver's license: D" + "4471903",
            '"drivers_license": "S530-' + '4610-2287"',
            "driving licence no MORGA" + "753116SM9IJ",
        ),
        negatives=("driver license required", "driver's license: 1234567", "driver licenses are listed on 2 pages"),
    ),
)
