"""Secrets of Volcengine."""

from steno.detect.declare import api_key, mixed, shown, unlike

RULE = api_key(
    "SEC110 volcengine-access-key-id: The id of an access key of Volcengine or Kingsoft Cloud.",
    r"AKLT[A-Za-z0-9_-]{18,60}={0,2}",
    extent=mixed,
    source="Volcengine, Identity and Access Management documentation, access keys",
    positives=shown("VOLC_ACCESSKEY", "AKLT<43>", "AKLT<43>==", "AKLT<20>"),
    negatives=unlike("AKLT", "AKLT<43>", "AKLT<10>"),
)
