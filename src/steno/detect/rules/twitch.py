"""Secrets of Twitch."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC178 twitch-chat-token: A token with which a program speaks in the chat of Twitch.",
    r"oauth:[a-z0-9]{30}",
    source="Twitch, developer documentation, authenticating with the IRC server",
    tokens=("oauth:<30 0-9a-z>", "oauth:<30 a-z0-9>"),
    negatives=("oauth:2.0:audience", "oauth:" + "x" * 30, "urn:ietf:params:oauth:grant-type:jwt-bearer"),
)
