"""Secrets of Supabase."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC028 supabase-key: A secret key (`sb_secret_`) or personal token (`sbp_`) of Supabase.",
    r"(?:sb_secret_[A-Za-z0-9_-]{20,}|sbp_(?:v0_)?[0-9a-f]{40})",
    anchors="sb_secret_|sbp_",
    source="Supabase, documentation, API keys and management API",
    positives=("SUPABASE_KEY=sb_secret_<31>", "SUPABASE_ACCESS_TOKEN=sbp_<40 hex>", "'sbp_v0_<40 hex>'"),
    negatives=("sb_publishable_<31>", "sb_secret_<31 x>", "sbp_<20 hex>"),
)
