"""Secrets of Octopus Deploy."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC122 octopus-key: An Octopus Deploy key.",
    r"API-[A-Z0-9]{25,36}",
    extent=token,
    source="Octopus Deploy, documentation, how to create an API key",
    positives=shown("OCTOPUS_API_KEY", "API-<26 capital>", "API-<32 capital>"),
    negatives=unlike("API-", "API-<26 capital>", "API-VERSION-2024-01-01", "API-<30 A>"),
)
