"""Secrets of Resend."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC213 resend-key: A Resend API key.",
    r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,32}",
    extent=mixed,
    source="Resend, documentation, API keys",
    tokens=("re_<8>_<24>", "re_Ab3dEf7H_<24>"),
    negatives=("re_123456789", "re_lex_string_token", "re_compiled_expression", "re_xxxxxxxx_" + "x" * 24),
)
