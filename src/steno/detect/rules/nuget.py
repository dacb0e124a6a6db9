"""Secrets of NuGet."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC135 nuget-key: A NuGet key.",
    r"oy2[a-z0-9]{43}",
    extent=token,
    source="Microsoft, NuGet documentation, API keys; Microsoft, security utilities",
    positives=shown("NUGET_API_KEY", "oy2<43 a-z2-7>"),
    negatives=unlike("oy2", "oy2<43 small>", "oy2<40 small>"),
)
