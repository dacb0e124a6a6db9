"""Secrets of Riot."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC398 riot-key: A key of the game publisher Riot.",
    "RGAPI-[0-9a-z]{8}(?:-[0-9a-z]{4}){3}-[0-9a-z]{12}",
    extent=token,
    source="Observed: in use; not compared with Riot Games, developer portal, API keys",
    tokens="RGAPI-<uuid>",
)
