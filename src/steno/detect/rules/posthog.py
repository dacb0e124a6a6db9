"""Secrets of PostHog."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC229 posthog-key: A PostHog key: personal (`phx_`), for flags (`phs_`) or OAuth (`pha_`, `phr_`)."
    " Project keys are public.",
    r"ph[xsar]_[A-Za-z0-9]{40,}",
    anchors="phx_|phs_|pha_|phr_",
    extent=mixed,
    source="PostHog, documentation, API keys",
    tokens=("phx_<43>", "phs_<47>", "pha_<43>"),
    negatives=("phc_<43>", "phx_<43 x>", "graphs_<43>", "phx_<12>"),
)
