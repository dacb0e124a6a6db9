"""Secrets of Mailchimp."""

from string import digits

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC211 mailchimp-key: A Mailchimp API key, which ends in the data centre.",
    r"[0-9a-f]{32}-us[1-9][0-9]?",
    anchors=tuple("-us" + digit for digit in digits[1:]),
    lead_in=r"[0-9a-f]{32}",
    extent=token,
    source="Mailchimp, developer documentation, API keys",
    tokens=("<32 hex>-us12", "<32 fedcba9876543210>-us6", "<32 hex>-us21"),
    negatives=("<40 hex>-us12", "en-us1", "<20 hex>-us6", "<32 0>-us12"),
)
