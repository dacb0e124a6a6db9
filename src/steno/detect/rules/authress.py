"""Secrets of Authress."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC423 authress-key: An access key of a service client at Authress.",
    r"(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{8,32}\.[A-Za-z0-9+/_=-]{30,}",
    anchors=".acc-|.acc_",
    lead_in=r"[a-z0-9]{4,6}\.[A-Za-z0-9]{5,30}_[a-z]{2,8}",
    source="Observed: in use; not compared with Authress, documentation, service client access keys",
    tokens=("sc_<24>.ab1c.acc-<14 hex>.<64>", "ext_<24>.ab1c.acc-<14 hex>.<64>"),
    negatives=("x.acc-1", "sc_<24>.ab1c.acc-<14 hex>", "sc_<24>.ab1c.acc-<14 hex>.<60 a>"),
)
