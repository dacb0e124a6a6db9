"""Secrets of Tinybird."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC252 tinybird-token: A Tinybird token: `p.`, an encoded object and a signature.",
    r"p\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}",
    source="Tinybird, documentation, tokens",
    positives=("TB_TOKEN=p.eyJ<80>.<43>", "Bearer p.eyJ<80>.<43>", "?token=p.eyJ<80>.<43>"),
    negatives=("p.eyJ", "p.eyJ<80>", "http.eyJ<30>.<30>"),
)
