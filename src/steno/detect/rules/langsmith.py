"""Secrets of LangSmith."""

from steno.detect.declare import api_key, shown, unlike

RULE = api_key(
    "SEC056 langsmith-key: A LangSmith key: personal (`lsv2_pt_`), of a service (`lsv2_sk_`), or of the"
    " older kind (`ls__`).",
    r"(?:lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}|ls__[0-9a-f]{32})",
    anchors="lsv2_pt_|lsv2_sk_|ls__",
    source="Observed: in use; not compared with LangChain, LangSmith documentation, create an account and API key",
    positives=shown("LANGSMITH_API_KEY", "lsv2_pt_<32 hex>_<10 hex>", "lsv2_sk_<32 hex>_<10 hex>", "ls__<32 hex>"),
    negatives=unlike("lsv2_pt_", "lsv2_pt_<32 hex>_<10 hex>", "ls__init__"),
)
