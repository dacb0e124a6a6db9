"""Secrets of Twilio."""

from steno.detect.declare import api_key, auth_token, value

RULES = (
    auth_token(
        "SEC455 twilio-account-token: The token of an account at Twilio, right after the id of the account.",
        r"A[CK][0-9a-f]{32}[\"'\\]{0,8}\s{0,4}[,:;|]?\s{0,40}[\"'\\]{0,8}(?P<v>[0-9a-f]{32})",
        anchors="AC",
        extent=value,
        source="Twilio, documentation, REST API, authentication with account SID and auth token",
        positives=(
            "Client('AC<32 hex>', '<32 hex>')",
            "curl -u AC<32 hex>:<32 hex> https://api.twilio.com",
            "AC<32 hex> <32 hex>",
        ),
        negatives=("AC<32 hex>", "AC<32 hex>, x", "AC<20 hex>', '<32 hex>"),
    ),
    api_key(
        "SEC220 twilio-api-key: The id of a Twilio API key. Ids of accounts (`AC`), messages and calls are not keys.",
        r"SK[0-9a-f]{32}",
        source="Twilio, documentation, API keys",
        tokens="SK<32 hex>",
        negatives=("AC<32 hex>", "SK<32 0>", "SK<20 hex>", "TASK<32 hex>"),
    ),
)
