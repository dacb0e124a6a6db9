"""Secrets of Brevo."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC214 brevo-key: An API (`xkeysib-`) or SMTP (`xsmtpsib-`) key of Brevo, formerly Sendinblue.",
    r"x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}",
    source="Brevo, developer documentation, API and SMTP keys",
    tokens=("xkeysib-<64 hex>-<16>", "xsmtpsib-<64 hex>-<16>"),
    negatives=("xkeysib-<64 hex>", "xkeysib-your-key", "xsmtpsib-<64 0>-<16 x>"),
)
