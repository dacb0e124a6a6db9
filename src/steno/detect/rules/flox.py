"""Secrets of FloxHub."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC439 flox-token: A FloxHub token, of a person (`flox_pat_`) or a service account (`flox_sat_`).",
    "(?:flox_pat_|flox_sat_)[A-Za-z0-9_-]{24,}",
    extent=token,
    source="Flox, documentation, personal access tokens and service accounts",
    tokens=("flox_pat_<40>", "flox_sat_<40>"),
)
