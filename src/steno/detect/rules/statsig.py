"""Secrets of Statsig."""

from steno.detect.declare import apart, api_key, mixed

RULE = api_key(
    "SEC236 statsig-key: A Statsig key for servers (`secret-`) or its console (`console-`). Keys of clients"
    " (`client-`) are public.",
    r"(?:secret|console)-[A-Za-z0-9]{38,48}",
    before=apart,
    extent=mixed,
    source="Statsig, documentation, API keys",
    tokens=("secret-<43>", "console-<43>"),
    negatives=("client-<43>", "secret-<12>", "my-secret-<43>", "secret-<43 x>"),
)
