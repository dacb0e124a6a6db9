"""Secrets of LiteLLM."""

from steno.detect.declare import api_key, mixed, shown, unlike

RULE = api_key(
    "SEC071 litellm-virtual-key: A virtual key that a LiteLLM proxy hands out: `sk-` and 22 characters of base64.",
    r"sk-[A-Za-z0-9_-]{22}",
    extent=mixed,
    source="LiteLLM, proxy documentation, virtual keys",
    positives=shown("LITELLM_KEY", "sk-<22>", "sk-<9>-<12>"),
    negatives=unlike("sk-", "sk-<22>", "sk-estimator-doc-link-1", "task-<22>"),
)
