"""Secrets of Paddle."""

from steno.detect.declare import api_key, secret

RULES = (
    api_key(
        "SEC146 paddle-api-key: A Paddle API key, live or sandbox.",
        r"pdl_(?:live_|sdbx_)?apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}",
        anchors="pdl_live_apikey_|pdl_sdbx_apikey_|pdl_apikey_",
        source="Paddle, developer documentation, API keys",
        tokens=(
            "pdl_live_apikey_<26 0-9a-z>_<22>_A1b",
            "pdl_sdbx_apikey_<26 0-9a-z>_<22>_A1b",
            "pdl_apikey_<26 0-9a-z>_<22>_A1b",
        ),
        negatives=("pdl_live_apikey_your_key", "pdl_live_apikey_<26 0-9a-z>", "pdl_live_apikey_<26 x>_<22 x>_xxx"),
    ),
    secret(
        "SEC147 paddle-webhook-secret: The secret with which Paddle signs what it sends to one destination.",
        r"pdl_ntfset_[a-z0-9]{26}_[A-Za-z0-9+/]{32}",
        source="Paddle, developer documentation, notification settings",
        tokens="pdl_ntfset_<26 0-9a-z>_<32>",
        negatives=("pdl_ntfset_<26 0-9a-z>", "pdl_ntfset_secret", "pdl_ntfset_<26 0>_<32 x>"),
    ),
)
