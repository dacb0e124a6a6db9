"""Coordinates of places, where words say so, or where they are as exact as a house."""

from __future__ import annotations

import re

from steno.detect.declare import address

_VALUE = r"[-+]?[0-9]{1,3}\.[0-9]{4,17}"


def _somewhere(match: re.Match[str]) -> tuple[int, int] | None:
    """In range, exact to some ten metres, and not a round number."""
    value = match["secret"]
    return match.span("secret") if abs(float(value)) <= 180 and len(set(value.partition(".")[2])) > 1 else None


def _pair(match: re.Match[str]) -> tuple[int, int] | None:
    first, second = float(match["first"]), float(match["second"])
    return (match.start("first"), match.end("second")) if abs(first) <= 180 and abs(second) <= 180 else None


RULES = (
    address(
        "SEC549 geographic-coordinate: A latitude or a longitude with four or more decimals, in a field of that name.",
        rf"\\?[\"']?(?:latitude|longitude|lat|lng|lon)[^0-9A-Za-z\n\[\]+-]{{0,20}}(?P<secret>{_VALUE})",
        anchors=(
            'latitude|longitude|"lat"|"lng"|"lon"|lat=|lng=|lon=|lat:|lng:|lon:|\'lat\'|\'lng\'|\'lon\'|\\"lat|\\"lng'
        ),
        caseless=True,
        inside_words=True,
        extent=_somewhere,
        source="ISO 6709, representation of geographic points",
        positives=('"lat": 52.51' + "8623", "longitude=-0.14" + "1887", "Latitude: 48.13" + "7154"),
        negatives=("lat: 52.5", '"lat": 0.0000', "latency=12.3456", "lat: 852.518623"),
    ),
    address(
        "SEC554 geographic-point: Two coordinates in a row, after a word that says so: `geo:`, `coordinates`,"
        " `location`, `gps`, a map's address.",
        rf"(?:geo:|coordinates|gps|maps\?q=|latlng|coords|location|/@)[^0-9A-Za-z\n+-]{{0,20}}"
        rf"(?P<first>{_VALUE})(?:, ?|%2C| )(?P<second>{_VALUE})",
        caseless=True,
        inside_words=True,
        extent=_pair,
        source="ISO 6709 and IETF, RFC 5870, geo addresses",
        positives=(
            "geo:52.51" + "8623,13.37" + "6198",
            '"coordinates": [2.29' + "4481, 48.85" + "8370]",
            "google.com/maps/@48.13" + "7154,11.57" + "6124,15z",
        ),
        negatives=("geo:52.5,13.3", "location: 3.1415", "coordinates 400.1234, 500.1234"),
    ),
)
