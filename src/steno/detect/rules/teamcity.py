"""Secrets of TeamCity."""

from steno.detect.declare import auth_token, token, unlike

RULE = auth_token(
    "SEC125 teamcity-token: A TeamCity access token.",
    r"eyJ0eXAiOiAiVENWMiJ9\.[A-Za-z0-9_-]{30,50}\.[A-Za-z0-9_-]{40,60}",
    extent=token,
    source="Observed: in use; not compared with JetBrains, TeamCity documentation, configuring access tokens",
    tokens="eyJ0eXAiOiAiVENWMiJ9.<36>.<48>",
    negatives=unlike("eyJ0eXAiOiAiVENWMiJ9.", "eyJ0eXAiOiAiVENWMiJ9.<36>.<48>", "eyJ0eXAiOiAiVENWMiJ9.<36>"),
)
