"""Secrets of Prefect Cloud."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC254 prefect-key: A Prefect Cloud key, of a user (`pnu_`) or a service account (`pnb_`).",
    r"pn[ub]_[A-Za-z0-9]{36}",
    anchors="pnu_|pnb_",
    source="Prefect, documentation, manage API keys",
    positives=("PREFECT_API_KEY=pnu_<36>", "prefect cloud login -k pnb_<36>", "'pnu_<36 a-z0-9>'"),
    negatives=("pnu_<12>", "pnb_<36 x>", "pnu_<50>"),
)
