"""Secrets of RunPod."""

from steno.detect.declare import api_key, token, unlike

RULE = api_key(
    "SEC051 runpod-api-key: A RunPod key.",
    r"rpa_[A-Za-z0-9]{40,60}",
    extent=token,
    source="Observed: in use; not compared with RunPod, documentation, manage API keys",
    tokens=("rpa_<40 capital>q1w2e3", "rpa_<46>"),
    negatives=unlike("rpa_", "rpa_<46>", "sherpa_<46>"),
)
