"""Secrets of Coze."""

from steno.detect.declare import auth_token, mixed, shown, unlike

RULE = auth_token(
    "SEC069 coze-token: A Coze token, personal (`pat_`) or of a service identity (`sat_`).",
    r"[ps]at_[A-Za-z0-9]{64}",
    anchors="pat_|sat_",
    extent=mixed,
    source="Coze, developer documentation, personal access token",
    positives=shown("COZE_API_TOKEN", "pat_<64>", "sat_<64>"),
    negatives=unlike("pat_", "pat_<64>", "pat_<64 hex>", "compat_<64>"),
)
