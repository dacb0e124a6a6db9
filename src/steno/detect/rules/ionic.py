"""Secrets of Ionic."""

from steno.detect.declare import auth_token, mixed

RULE = auth_token(
    "SEC358 ionic-token: An Ionic personal access token.",
    "ion_[A-Za-z0-9]{42}",
    extent=mixed,
    source="Observed: in use; not compared with Ionic, documentation, Appflow personal access tokens",
    tokens="ion_<42>",
)
