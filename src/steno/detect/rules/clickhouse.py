"""Secrets of ClickHouse Cloud."""

from steno.detect.declare import secret, token

RULE = secret(
    "SEC247 clickhouse-cloud-secret: The secret of a ClickHouse Cloud key.",
    r"4b1d[A-Za-z0-9]{38}",
    extent=token,
    source="Observed: in use; not compared with ClickHouse, Cloud documentation, managing API keys",
    positives=("CLICKHOUSE_KEY_SECRET=4b1d<38>", "-u keyid:4b1d<38>", "'4b1d<38>"),
    negatives=("4b1d<36>", "4b1d<38 x>", "commit a4b1d<38>"),
)
