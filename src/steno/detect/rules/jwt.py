"""Signed and encrypted JSON Web Tokens, whoever issued them."""

import re

from steno.detect.declare import auth_token


def _structure(match: re.Match[str]) -> tuple[int, int] | None:
    """Three parts, the second an object too, or the five of an encrypted token; what follows is not of the token."""
    parts = match[0].split(".")
    sizes = [len(part) for part in parts]
    if len(parts) >= 3 and parts[1].startswith("eyJ"):
        signed = min(sizes[:2]) >= 16 and (sizes[2] >= 20 or sizes[2] == 0)
        return (match.start(), match.start() + sum(sizes[:3]) + 2) if signed else None
    return match.span() if len(parts) == 5 and min(sizes[3:]) >= 16 else None


RULE = auth_token(
    "SEC038 json-web-token: A JSON Web Token: signed (header, claims and signature, the first two of them"
    " base64 of an object) or encrypted (five parts).",
    r"eyJ[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]*){0,4}",
    extent=_structure,
    source="IETF, RFC 7519 and RFC 7516",
    positives=(
        "Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJub2JvZHkifQ.<43>",
        "id_token=eyJhbGc<>iOiJIUzI1NiJ9.eyJzdWIiOiJub2JvZHkifQ.<86>. Next",
        '"eyJ<60>..<16>.<80>.<22>"',
    ),
    negatives=("eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJub2JvZHkifQ", "eyJ<40>.<40>.<43>"),
)
