"""Secrets of Okta."""

from steno.detect.declare import auth_token, opaque

RULE = auth_token(
    "SEC260 okta-token: An Okta API token, after the scheme under which it is sent.",
    r"SSWS (?P<v>00[A-Za-z0-9_-]{38,42})",
    extent=opaque,
    source="Okta, developer documentation, create an API token",
    positives=("Authorization: SSWS 00<40>", '{"Authorization": "SSWS 00<40>"}', "-H 'authorization: SSWS 00<40>'"),
    negatives=("SSWS ${OKTA_TOKEN}", "SSWS 00<10>", "SSWS 00<40 x>"),
)
