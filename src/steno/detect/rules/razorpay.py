"""Secrets of Razorpay."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC154 razorpay-key-id: The id of a Razorpay key, live or test: the user name of its requests.",
    r"rzp_(?:live|test)_[A-Za-z0-9]{14}",
    source="Razorpay, documentation, API keys",
    tokens=("rzp_live_<14>", "rzp_test_<14>"),
    negatives=("rzp_live_<8>", "rzp_test_<14 x>", "rzp_live_your_key_id"),
)
