"""Secrets of Aikido."""

from steno.detect.declare import secret, token

RULE = secret(
    "SEC342 aikido-secret: A client secret (`AIK_SECRET_`) or CI token (`AIK_CI_`, with the region after it)"
    " of Aikido.",
    "(?:AIK_SECRET_|AIK_CI_|AIK_CI_US_|AIK_CI_ME_)[A-Za-z0-9]{64}",
    extent=token,
    source="Aikido, source of the CI API client, format of its keys",
    tokens=("AIK_SECRET_<64>", "AIK_CI_<64>", "AIK_CI_US_<64>", "AIK_CI_ME_<64>"),
)
