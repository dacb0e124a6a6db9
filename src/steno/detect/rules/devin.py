"""Secrets of Devin."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC351 devin-key: A Devin key, of a user, a service or an organisation.",
    "(?:apk_user_|cog_|apk_)(?:[A-Za-z0-9_-]{80,}={0,2}|[a-z0-9]{52})",
    extent=token,
    source="Devin, API documentation, authentication, API key types",
    tokens=("apk_user_<120>", "cog_<52 2-9a-z>", "apk_<100>"),
)
