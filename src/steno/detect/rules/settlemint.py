"""Secrets of SettleMint."""

from steno.detect.declare import auth_token, mixed

RULE = auth_token(
    "SEC368 settlemint-token: A SettleMint token: personal, of a service or of an application.",
    "(?:sm_pat_|sm_sat_|sm_aat_|sm_app_)[A-Za-z0-9]{16,}",
    extent=mixed,
    source="SettleMint, documentation of the SDK, access tokens",
    tokens=("sm_pat_<16>", "sm_sat_<16>", "sm_aat_<16>", "sm_app_<16>"),
)
