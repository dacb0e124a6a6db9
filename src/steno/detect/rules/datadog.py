"""Secrets of Datadog."""

from steno.detect.declare import auth_token, mixed, shown

RULE = auth_token(
    "SEC435 datadog-token: A Datadog token that needs no second key, of a person (`ddpat_`) or a service"
    " account (`ddsat_`), or an application key in its present form (`ddapp_`).",
    r"dd(?:pat|sat|app)_[A-Za-z0-9_-]{30,}",
    extent=mixed,
    source="Datadog, documentation, personal access tokens compared to other credential types",
    positives=shown("DD_APP_KEY", "ddapp_<34>", "ddpat_<48>", "ddsat_<48>"),
    negatives=("ddapp_<34 x>", "ddpat_<12>", "ddpat_urb_light_large"),
)
