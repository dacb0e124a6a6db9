"""Secrets of SumUp."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC151 sumup-secret-key: A SumUp secret API key. Public keys begin with `sup_pk_`.",
    r"sup_sk_[A-Za-z0-9]{30,}",
    source="SumUp, developer documentation, API keys",
    tokens=("sup_sk_<32>", "sup_sk_<33>"),
    negatives=("sup_pk_<32>", "sup_sk_test", "sup_sk_<32 X>"),
)
