"""Secrets of PlanetScale."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC241 planetscale-token: A PlanetScale credential: service token (`pscale_tkn_`), password"
    " (`pscale_pw_`) or OAuth token (`pscale_oauth_`).",
    r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}",
    source="PlanetScale, documentation, service tokens and connection strings",
    positives=(
        "PLANETSCALE_SERVICE_TOKEN=pscale_tkn_<43 a-zA-Z0-9-_>",
        "mysql://u7:pscale_pw_<43>@aws.connect.psdb.cloud/app",
        '{"token": "pscale_oauth_<43>"}',
    ),
    negatives=("pscale_tkn_<8>", "pscale_pw_<43 x>", "pscale_id_<43>"),
)
