"""Secrets of Sentry."""

from steno.detect.declare import auth_token

RULES = (
    auth_token(
        "SEC227 sentry-application-token: A token of an application (`sntrya_`) or an integration (`sntryi_`) at"
        " Sentry.",
        r"sntry[ai]_[0-9a-f]{64}",
        anchors="sntrya_|sntryi_",
        source="Sentry, source, types of tokens",
        tokens=("sntrya_<64 hex>", "sntryi_<64 hex>"),
        negatives=("sntryi_token", "sntrya_<20 hex>", "sntryi_<64 0>"),
    ),
    auth_token(
        "SEC035 sentry-token: A Sentry token, of an organisation (`sntrys_`) or a user (`sntryu_`).",
        r"sntry(?:s_eyJ[A-Za-z0-9+/=_]{40,}|u_[0-9a-f]{64})",
        anchors="sntrys_|sntryu_",
        source="Sentry, documentation, auth tokens",
        positives=("SENTRY_AUTH_TOKEN=sntrys_eyJ<150>", "Bearer sntryu_<64 hex>", "'sntryu_<64 hex>'"),
        negatives=("sntrys_token", "sntryu_<20 hex>", "sntryu_<64 0>"),
    ),
)
