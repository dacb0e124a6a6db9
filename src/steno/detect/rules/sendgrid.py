"""Secrets of SendGrid."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC030 sendgrid-key: A SendGrid key.",
    r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",
    source="Twilio SendGrid, documentation, API keys",
    positives=("SENDGRID_API_KEY=SG.<22>.<43>", "Bearer SG.<22>.<43>", "'SG.<22>.<43>"),
    negatives=("SG.<22>", "SG.your.key", "SG.<22>.<43 x>"),
)
