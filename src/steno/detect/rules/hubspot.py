"""Secrets of HubSpot."""

from steno.detect.declare import UUID, auth_token

RULE = auth_token(
    "SEC194 hubspot-token: A token of a private application at HubSpot.",
    rf"pat-(?:na|eu|ap|ca)[0-9]-{UUID}",
    source="HubSpot, developer documentation, private apps",
    tokens=("pat-na1-<uuid>", "pat-eu1-<uuid>", "pat-na2-<uuid>"),
    negatives=("pat-na1-<8 x>-xxxx-xxxx-xxxx-<12 x>", "pat-eu1-<12>", "pat-name-<uuid>"),
)
