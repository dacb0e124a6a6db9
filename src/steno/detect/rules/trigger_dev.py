"""Secrets of Trigger.dev."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC378 trigger-dev-key: A Trigger.dev secret key, of one environment.",
    "(?:tr_dev_|tr_prod_|tr_stg_|tr_preview_)(?:sk_)?[A-Za-z0-9]{20,}",
    extent=mixed,
    source="Trigger.dev, source, API keys of environments",
    tokens=("tr_dev_<24>", "tr_prod_sk_<24>", "tr_stg_<24>", "tr_preview_<24>"),
)
