"""Secrets of Miro."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC190 miro-token: A Miro token, which begins with the place of its data as base64.",
    r"eyJtaXJvLm9yaWdpbiI6[A-Za-z0-9]{6,14}_[A-Za-z0-9_-]{20,}",
    source="Observed: in use; not compared with Miro, developer documentation, OAuth",
    tokens=("eyJtaXJvLm9yaWdpbiI6ImV1MDEifQ_<27>", "eyJtaXJvLm9yaWd<>pbiI6InVzMDEifQ_<27>"),
    negatives=(
        "eyJtaXJvLm9yaWdpbiI6ImV1MDEifQ",
        "eyJtaXJvLm9yaWdpbiI6ImV1MDEifQ_<27 x>",
        "eyJtaXJvLm9yaWdpbiI6ImV1MDEifQ_<9>",
    ),
)
