"""Secrets of Perplexity."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC008 perplexity-api-key: A Perplexity API key.",
    r"pplx-[A-Za-z0-9]{40,}",
    source="Observed: in use; not compared with Perplexity, API documentation, quickstart",
    positives=("PPLX=pplx-<48>", "Bearer pplx-<48>", "'pplx-<48>'"),
    negatives=("pplx-70b-online", "pplx-<20>", "pplx-<48 x>"),
)
