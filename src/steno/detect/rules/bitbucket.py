"""Secrets of Bitbucket Cloud."""

from steno.detect.declare import auth_token, mixed, unlike

RULE = auth_token(
    "SEC117 bitbucket-token: A Bitbucket Cloud app password (`ATBB`), or an access token of Bitbucket Data"
    " Center (`BBDC-`).",
    r"(?:ATBB[A-Za-z0-9]{24}[0-9A-F]{8}|BBDC-[A-Za-z0-9+/]{40,60})",
    anchors="ATBB|BBDC-",
    extent=mixed,
    source="Atlassian, Bitbucket documentation, app passwords and HTTP access tokens",
    tokens=("ATBB<24>0A1B2C3D", "BBDC-<44>"),
    negatives=unlike("ATBB", "ATBB<24>0A1B2C3D", "ATBB<20>", "BBDC-1234"),
)
