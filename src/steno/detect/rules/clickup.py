"""Secrets of ClickUp."""

from string import digits

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC191 clickup-token: A ClickUp personal token, which is not public although it begins with `pk_`.",
    r"pk_[0-9]{5,10}_[A-Z0-9]{32}",
    anchors=tuple("pk_" + digit for digit in digits),
    source="ClickUp, developer documentation, personal API tokens",
    tokens="pk_<8 0-9>_<32 0-9A-Z>",
    negatives=("pk_test_<24>", "pk_<8 0-9>", "pk_1234567_<32 X>"),
)
