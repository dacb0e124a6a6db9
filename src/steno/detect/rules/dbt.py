"""Secrets of dbt Cloud."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC253 dbt-token: A dbt Cloud token, of a service (`dbtc_`) or a user (`dbtu_`).",
    r"dbt[cu]_[A-Za-z0-9_=-]{30,}",
    anchors="dbtc_|dbtu_",
    extent=token,
    source="dbt Labs, documentation, service account tokens and personal access tokens",
    positives=("DBT_CLOUD_API_TOKEN=dbtc_<43>", "Authorization: Token dbtu_<43>", "token: 'dbtc_<40>'"),
    negatives=("dbtc_your_service_token_goes_in_this_place", "dbtc_<40 x>", "dbtu_<8>"),
)
