"""Secrets of Pydantic Logfire."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC232 logfire-token: A Pydantic Logfire token.",
    r"pylf_v[0-9]{1,2}_[a-z]{2,8}_[A-Za-z0-9]{40,}",
    source="Pydantic Logfire, documentation, write and read tokens",
    tokens=("pylf_v1_us_<43>", "pylf_v1_eu_<44>"),
    negatives=("pylf_v1_us_xxxxx", "pylf_v1_your_logfire_token_here", "pylf_v1_us_" + "x" * 43),
)
