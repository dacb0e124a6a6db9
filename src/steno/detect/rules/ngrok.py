"""Secrets of ngrok."""

from steno.detect.declare import SEP, auth_token, opaque

RULE = auth_token(
    "SEC265 ngrok-authtoken: The authtoken of an ngrok agent, where it is set.",
    r"authtoken(?:" + SEP + r"|\s{1,3})(?P<v>[A-Za-z0-9]{20,30}_[A-Za-z0-9]{18,30})",
    caseless=True,
    extent=opaque,
    source="Observed: in use; not compared with ngrok, documentation, agent configuration file",
    positives=("ngrok config add-authtoken 2<26>_<21>", "authtoken: 2<26>_<21>", "NGROK_AUTHTOKEN=1<26>_<20>"),
    negatives=("ngrok config add-authtoken <token>", "authtoken: $NGROK_AUTHTOKEN", "authtoken: <12>"),
)
