"""Secrets of LlamaCloud."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC065 llamacloud-key: A LlamaCloud key.",
    r"llx-[A-Za-z0-9]{40,}",
    extent=token,
    source="LlamaIndex, LlamaCloud documentation, API key",
    positives=shown("LLAMA_CLOUD_API_KEY", "llx-<48>"),
    negatives=unlike("llx-", "llx-<48>", "llx-..."),
)
