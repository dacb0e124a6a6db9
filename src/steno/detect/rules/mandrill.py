"""Secrets of Mandrill, Mailchimp's transactional mail."""

from steno.detect.declare import apart, api_key, mixed

RULE = api_key(
    "SEC212 mandrill-key: A Mailchimp Transactional (Mandrill) API key.",
    r"md-[A-Za-z0-9_-]{22}",
    before=apart,
    extent=mixed,
    source="Mailchimp, developer documentation, Transactional API keys",
    tokens=("md-<22>", "md-<14>_<7>"),
    negatives=("md-button-toggle-appearance", "cmd-<22>", "md-<22 x>", "md-<8>"),
)
