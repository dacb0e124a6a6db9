"""Dates of birth, after words that say so."""

from __future__ import annotations

from steno.detect.declare import identifier

_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"

RULE = identifier(
    "SEC550 date-of-birth: A date after `date of birth`, `dob`, `born on`, `birthday` and the like.",
    r"(?:date[ _]?of[ _]?birth|dob|birth[ _]?date|birthday|born|geburtsdatum|geboren am|date de naissance"
    r"|fecha de nacimiento|data di nascita)"
    r"(?: is| was| on|,)?[^0-9A-Za-z\n\[\]]{0,20}"
    rf"(?P<secret>(?:19|20)[0-9]{{2}}[-/.][01]?[0-9][-/.][0-3]?[0-9]|[0-3]?[0-9][-/.][0-3]?[0-9][-/.](?:(?:19"
    rf"|20)[0-9]{{2}}|[0-9]{{2}})"
    rf"|[0-3]?[0-9](?:st|nd|rd|th|\.)? {_MONTH},? (?:19|20)[0-9]{{2}}|{_MONTH} [0-3]?[0-9](?:st|nd|rd|th)?,? (?:19"
    rf"|20)[0-9]{{2}}|(?:19|20)[0-9]{{2}}[01][0-9][0-3][0-9])",
    anchors=(
        "date of birth|date_of_birth|dateofbirth|dob|birth_date|birthdate|birth date|birthday|born|"
        "geburtsdatum|geboren am|date de naissance|fecha de nacimiento|data di nascita"
    ),
    caseless=True,
    extent=lambda match: match.span("secret"),
    source="OpenID Connect, claim birthdate; common forms",
    positives=("DOB: 04/17/" + "1984", '"date_of_birth": "1991' + '-02-03"', "born on 12 March " + "1979"),
    negatives=("birthday: unknown", "dob: YYYY-MM-DD", "reborn 12", "date of birth 04/17"),
)
