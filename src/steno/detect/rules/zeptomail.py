"""Secrets of Zoho ZeptoMail."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC216 zeptomail-token: A Zoho ZeptoMail token, as it stands in the header of a request.",
    r"Zoho-enczapikey [A-Za-z0-9+/]{60,}={0,2}",
    source="Zoho ZeptoMail, documentation, API authentication",
    tokens=("Zoho-enczapikey PHtE6r<130>==", "Zoho-enczapikey wSsV<140>="),
    negatives=("Zoho-enczapikey <your token>", "Zoho-enczapikey <12>", "Zoho-enczapikey <100 x>"),
)
