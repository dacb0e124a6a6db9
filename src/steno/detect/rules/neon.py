"""Secrets of Neon."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC242 neon-key: A Neon API key.",
    r"napi_[a-z0-9]{40,}",
    extent=token,
    source="Neon, documentation, manage API keys",
    positives=("NEON_API_KEY=napi_<64 a-z0-9>", "Bearer napi_<64 a-z0-9>", "key: 'napi_<64 a-z0-9>"),
    negatives=("napi_create_function(env, name)", "napi_<64 x>", "napi_<12 a-z0-9>"),
)
