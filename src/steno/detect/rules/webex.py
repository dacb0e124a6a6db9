"""Secrets of Webex."""

from steno.detect.declare import UUID, auth_token

RULE = auth_token(
    "SEC175 webex-token: A Webex access token, of a person, bot or integration.",
    rf"[A-Za-z0-9_-]{{64}}_P(?:F84|0A1|E93)_(?:{UUID}|consumer)",
    anchors="_PF84_|_P0A1_|_PE93_",
    lead_in=r"[A-Za-z0-9_-]{64}",
    inside_words=True,
    source="Observed: in use; not compared with Webex for Developers, documentation, access tokens",
    tokens=("<64>_PF84_<uuid>", "<64>_P0A1_<uuid>", "<64>_PE93_<uuid>"),
    negatives=("_PF84_<uuid>", "<20>_PF84_<uuid>", "<64>_PF84_<12>"),
)
