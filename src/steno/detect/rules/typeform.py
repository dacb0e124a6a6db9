"""Secrets of Typeform."""

from steno.detect.declare import auth_token, mixed

RULE = auth_token(
    "SEC195 typeform-token: A Typeform personal token.",
    r"tfp_[A-Za-z0-9_.-]{40,}",
    extent=mixed,
    source="Typeform, developer documentation, personal access tokens",
    tokens=("tfp_<44>_<14>", "tfp_<59>"),
    negatives=("tfp_<20>", "tfp_<59 x>", "tfp_distribution_of_the_posterior_predictive_model"),
)
