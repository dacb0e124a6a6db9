"""Secrets of xAI."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC007 xai-api-key: An xAI API key.",
    r"xai-[A-Za-z0-9]{70,}",
    source="Observed: in use; not compared with xAI, API documentation, authentication",
    positives=("XAI_API_KEY=xai-<80>", "Bearer xai-<80>", "'xai-<80>'"),
    negatives=("xai-<20>", "xai-your-key", "xai-<80 x>"),
)
