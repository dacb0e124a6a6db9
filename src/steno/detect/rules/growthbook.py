"""Secrets of GrowthBook."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC385 growthbook-secret-key: A GrowthBook secret key.",
    "(?:secret_admin_|secret_readonly_|secret_user_)[A-Za-z0-9]{34,43}",
    extent=mixed,
    source="GrowthBook, source, API keys",
    tokens=("secret_admin_<43>", "secret_readonly_<40>", "secret_user_<43>"),
)
