"""Secrets of Salesforce."""

from steno.detect.declare import auth_token

RULES = (
    auth_token(
        "SEC201 salesforce-session: A Salesforce access token or session id: the id of the organisation and a key.",
        r"00D[A-Za-z0-9]{12}(?:[A-Za-z0-9]{3})?!A[A-Za-z0-9._]{60,}",
        source="Salesforce, documentation, OAuth access tokens and session ids",
        tokens=("00D<12>!AQ<90>", "00D<15>!AR<60>.<40>"),
        negatives=("00D<12>", "00D<15>!", "00D<12>!A<80 x>"),
    ),
    auth_token(
        "SEC202 salesforce-refresh-token: A Salesforce refresh token.",
        r"5Aep861[A-Za-z0-9._]{60,}",
        source="Salesforce, documentation, OAuth refresh tokens",
        tokens=("5Aep861<80>", "5Aep861<40>.<38>"),
        negatives=("5Aep861", "5Aep861<12>", "5Aep861<80 x>"),
    ),
)
