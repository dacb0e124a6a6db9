"""Secrets of Notion."""

from steno.detect.declare import api_key, mixed

RULES = (
    api_key(
        "SEC185 notion-secret: A token of a Notion integration in its older form.",
        r"secret_[A-Za-z0-9]{43}",
        extent=mixed,
        source="Notion, developer documentation, authorization",
        tokens=("secret_<43>", "secret_<43 zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA9876543210>"),
        negatives=("secret_<20>", "secret_key_of_the_service", "secret_<43 x>"),
    ),
    api_key(
        "SEC034 notion-token: A token of a Notion integration.",
        r"ntn_[A-Za-z0-9]{40,}",
        source="Notion, developer documentation, authorization",
        positives=("NOTION_TOKEN=ntn_<46>", "Bearer ntn_<46>", "'ntn_<46>'"),
        negatives=("ntn_<12>", "country_ntn_", "ntn_<46 x>"),
    ),
)
