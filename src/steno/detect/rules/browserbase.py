"""Secrets of Browserbase."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC064 browserbase-key: A Browserbase key, live or test.",
    r"bb_(?:live|test)_[A-Za-z0-9_-]{24,}",
    extent=token,
    source="Observed: in use; not compared with Browserbase, documentation, authentication",
    positives=shown("BROWSERBASE_API_KEY", "bb_live_<27>", "bb_test_<27>"),
    negatives=unlike("bb_live_", "bb_live_<27>", "bb_live_your_api_key_goes_right_here"),
)
