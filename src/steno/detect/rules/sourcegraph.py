"""Secrets of Sourcegraph."""

from steno.detect.declare import auth_token, shown, token, unlike

RULE = auth_token(
    "SEC118 sourcegraph-token: An access token of Sourcegraph (`sgp_`) or Amp (`sgamp_`), or a licence key of"
    " Sourcegraph (`slk_`).",
    r"(?:sgp_(?:[0-9A-Fa-f]{16}_|local_)?[0-9A-Fa-f]{40}|slk_[0-9a-f]{64}|sgamp_[a-z]{2,12}_[A-Z0-9]{20,30}_[0-9a-f]{64})",
    anchors="sgp_|sgamp_|slk_",
    extent=token,
    source="Sourcegraph, documentation, revoking an access token; Amp, owner's manual",
    positives=shown(
        "SRC_ACCESS_TOKEN",
        "sgp_<16 hex>_<40 hex>",
        "sgp_local_<40 hex>",
        "sgp_<40 hex>",
        "slk_<64 hex>",
        "sgamp_user_<26 capital>_<64 hex>",
    ),
    negatives=unlike("sgp_", "sgp_<40 hex>", "sgp_local_token", "sgp_<30 hex>"),
)
