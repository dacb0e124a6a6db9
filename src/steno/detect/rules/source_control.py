"""Tokens of Bitbucket and Sourcegraph."""

from steno.detect.judge import token
from steno.detect.rule import HEX, detector, fake
from steno.detect.rules.forms import mixed, shown, unlike

RULES = (
    detector(
        "SEC117",
        "bitbucket-token",
        "An app password of Bitbucket Cloud (`ATBB`), or an access token of Bitbucket Data Center (`BBDC-`).",
        type="auth_token",
        anchors=("ATBB", "BBDC-"),
        pattern=r"(?:ATBB[A-Za-z0-9]{24}[0-9A-F]{8}|BBDC-[A-Za-z0-9+/]{40,60})",
        extent=mixed,
        source="Atlassian, Bitbucket documentation, app passwords and HTTP access tokens",
        positives=shown("BITBUCKET_TOKEN", "ATBB" + fake(24) + "0A1B2C3D", "BBDC-" + fake(44)),
        negatives=unlike("ATBB", "ATBB" + fake(24) + "0A1B2C3D", "ATBB" + fake(20), "BBDC-1234"),
    ),
    detector(
        "SEC118",
        "sourcegraph-token",
        "An access token of Sourcegraph (`sgp_`) or Amp (`sgamp_`), or a licence key of Sourcegraph (`slk_`).",
        type="auth_token",
        anchors=("sgp_", "sgamp_", "slk_"),
        pattern=r"(?:sgp_(?:[0-9A-Fa-f]{16}_|local_)?[0-9A-Fa-f]{40}|slk_[0-9a-f]{64}|sgamp_[a-z]{2,12}_[A-Z0-9]{20,30}_[0-9a-f]{64})",
        extent=token,
        source="Sourcegraph, documentation, revoking an access token; Amp, owner's manual",
        positives=shown(
            "SRC_ACCESS_TOKEN",
            "sgp_" + fake(16, HEX) + "_" + fake(40, HEX),
            "sgp_" + "local_" + fake(40, HEX),
            "sgp_" + fake(40, HEX),
            "slk_" + fake(64, HEX),
            "sgamp_" + "user_" + fake(26).upper() + "_" + fake(64, HEX),
        ),
        negatives=unlike("sgp_", "sgp_" + fake(40, HEX), "sgp_local_token", "sgp_" + fake(30, HEX)),
    ),
)
