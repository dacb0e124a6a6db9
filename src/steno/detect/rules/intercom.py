"""Secrets of Intercom."""

import re
from base64 import b64decode

from steno.detect.declare import auth_token


def _intercom(match: re.Match[str]) -> tuple[int, int] | None:
    """Base64 of `tok:`, a UUID with underscores, and two numbers."""
    text = match[0].rstrip("=")
    plain = b64decode(text[: len(text) // 4 * 4])
    return match.span() if re.match(rb"tok:[0-9a-f]{8}_[0-9a-f]{4}_", plain) else None


RULE = auth_token(
    "SEC193 intercom-token: An Intercom access token.",
    r"dG9rO[A-Za-z0-9]{50,60}={0,2}",
    extent=_intercom,
    source="Observed: in use; not compared with Intercom, developer documentation, authentication",
    tokens=(
        "dG9rOjlmMWMyYjdhXzVkM2VfNDA2OF<>9hN2IxX2M5ZDJlNGY2MDcxZToxOjA=",
        "dG9rOjlmMWMyYjdhXzVkM2VfNDA2OF<>9hN2IxX2M5ZDJlNGY2MDcyZjoxOjA=",
        "dG9rOjlmMWMyYjdhXzVkM2VfNDA2OF<>9hN2IxX2M5ZDJlNGY2MDczYToxOjA=",
    ),
    negatives=("dG9rOg==", "dG9rO<55>", "dG9rO<55 x>"),
)
