"""Secrets of VK."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC179 vk-token: A VK access token.",
    r"vk[12]\.a\.[A-Za-z0-9_-]{60,}",
    anchors="vk1.a.|vk2.a.",
    source="VK, developer documentation, access tokens",
    tokens=("vk1.a.<180>", "vk2.a.<190>"),
    negatives=("vk1.a.token", "vk1.b.<180>", "vk1.a.<180 x>"),
)
