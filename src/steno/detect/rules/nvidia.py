"""Secrets of NVIDIA."""

from steno.detect.declare import api_key, token, unlike

RULE = api_key(
    "SEC043 nvidia-api-key: A key of NVIDIA's model catalogue and NGC (`nvapi-`).",
    r"nvapi-[A-Za-z0-9_-]{60,}",
    extent=token,
    source="NVIDIA, NIM documentation, generate an API key",
    tokens=("nvapi-<64>", "nvapi-<30>_<33>"),
    negatives=unlike("nvapi-", "nvapi-<64>", "nvapi-your-key"),
)
