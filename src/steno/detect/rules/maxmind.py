"""Secrets of MaxMind."""

from steno.detect.declare import api_key, shown

RULE = api_key(
    "SEC424 maxmind-licence-key: A MaxMind licence key, which ends in `_mmk`.",
    "[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk",
    anchors="_mmk",
    lead_in="[A-Za-z0-9]{29}_[A-Za-z0-9]{6}",
    source="MaxMind, developer portal, release notes, new license key format",
    positives=shown("MAXMIND_LICENSE_KEY", "<6>_<29>_mmk"),
    negatives=("_mmk", "<6>_<20>_mmk", "aaaaaa_<29 a>_mmk"),
)
