"""Secrets of CircleCI."""

from steno.detect.declare import auth_token, shown, unlike

RULE = auth_token(
    "SEC119 circleci-token: A CircleCI token, personal (`CCIPAT_`) or of a project (`CCIPRJ_`).",
    r"CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}",
    source="CircleCI, changelog, new format for API access tokens",
    positives=shown("CIRCLE_TOKEN", "CCIPAT_<22>_<40 hex>", "CCIPRJ_<22>_<40 hex>"),
    negatives=unlike("CCIPAT_", "CCIPAT_<22>_<40 hex>", "CCIPAT_<22>"),
)
