"""Secrets of Linear."""

from steno.detect.declare import api_key, secret

RULES = (
    secret(
        "SEC192 linear-webhook-secret: The secret with which Linear signs what it sends to a webhook.",
        r"lin_wh_[A-Za-z0-9]{32,}",
        source="Observed: in use; not compared with Linear, developer documentation, webhooks",
        tokens=("lin_wh_<44>", "lin_wh_<40>"),
        negatives=("lin_wh_test_secret", "lin_wh_<44 x>", "lin_wh_<12>"),
    ),
    api_key(
        "SEC033 linear-key: A Linear API key (`lin_api_`) or one of its OAuth tokens (`lin_oauth_`).",
        r"lin_(?:api|oauth)_[A-Za-z0-9]{40,}",
        positives=("LINEAR_API_KEY=lin_api_<40>", "Authorization: lin_oauth_<64>", "'lin_api_<40>'"),
        negatives=("lin_api_<10>", "lin_api_your_key", "lin_api_<40 x>"),
    ),
)
