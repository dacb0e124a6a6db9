"""Secrets of Grafana."""

import re
from base64 import b64decode

from steno.detect.declare import api_key, auth_token


def _grafana(match: re.Match[str]) -> tuple[int, int] | None:
    """Base64 of an object with a key, a name and a number."""
    text = match[0].rstrip("=")
    plain = b64decode(text[: len(text) // 4 * 4])
    return match.span() if b'","n":"' in plain else None


RULES = (
    api_key(
        "SEC226 grafana-api-key: A Grafana API key in its older form: base64 of an object.",
        r"eyJrIjoi[A-Za-z0-9+/]{40,400}={0,2}",
        extent=_grafana,
        source="Grafana, documentation, API keys",
        tokens=(
            "eyJrIjoiM0FIT1Zka3J5NURLUllmbnUxOEZOVWJp<>cHg0QklQWGUiLCJuIjoicmVhZGVyIiwiaWQiOjF9",
            "eyJrIjoiM0FIT1Zka3J5NURLUllmbnUxOEZOVWJpcH<>g0QklQWGUiLCJuIjoiYmFja3VwIiwiaWQiOjEyfQ==",
        ),
        negatives=(
            "eyJrIjoi<90>",
            "eyJrIjoidiJ9",
            "eyJrIjoidnZ2dnZ2dnZ2dnZ2dnZ2dnZ2dnZ2dnZ2dnZ2dn<>Z2dnZ2dnZ2dnZ2dnZ2dnZ2dnZ2dnZ2dnZ2dnZ2dnZ2In0=",
        ),
    ),
    auth_token(
        "SEC036 grafana-token: A service account token (`glsa_`) or cloud access policy token (`glc_`) of Grafana.",
        r"(?:glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|glc_eyJ[A-Za-z0-9+/=]{40,})",
        anchors="glsa_|glc_",
        source="Grafana, documentation, service accounts and access policies",
        positives=("GRAFANA_TOKEN=glsa_<32>_<8 hex>", "Bearer glc_eyJ<100>", "'glsa_<32>_<8 hex>'"),
        negatives=("glsa_<32>", "glc_context", "glc_eyJ<60 x>"),
    ),
)
