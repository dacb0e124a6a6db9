"""Secrets of Honeycomb."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC228 honeycomb-key: An ingest (`hcaik_`), configuration (`hcalk_`) or management (`hcamk_`) key of"
    " Honeycomb, of any of its regions, shown by the third letter.",
    r"hc[a-z][ilm]k_[a-z0-9]{58}",
    gates=("hc[a-z][ilm]k_",),
    source="Honeycomb, API reference, authentication, API key types",
    tokens=("hcaik_01<56 0-9a-z>", "hcbik_01<56 0-9a-z>", "hcxlk_01<56 0-9a-z>"),
    negatives=("hcaik_<12 x>", "hcaik_<20 hex>", "hcaik_<58 x>"),
)
