"""Secrets of Databricks."""

from steno.detect.declare import auth_token, secret

RULES = (
    auth_token(
        "SEC243 databricks-token: A Databricks personal access token.",
        r"dapi[0-9a-f]{32}(?:-[0-9]{1,2})?",
        source="Databricks, documentation, personal access token authentication",
        positives=("DATABRICKS_TOKEN=dapi<32 hex>", "token = dapi<32 hex>-2", "Bearer dapi<32 hex>\n"),
        negatives=("dapi<16 hex>", "dapi<32 0>", "dapi<32 ghijklmnop>"),
    ),
    secret(
        "SEC244 databricks-oauth-secret: The OAuth secret of a Databricks service principal.",
        r"dose[0-9a-f]{32}",
        source="Databricks, documentation, OAuth machine-to-machine authentication",
        positives=("DATABRICKS_CLIENT_SECRET=dose<32 hex>", "client_secret = dose<32 hex>", ":dose<32 hex>"),
        negatives=("dose<12 hex>", "dose<32 a>", "overdose<32 hex>"),
    ),
)
