"""Secrets of Onfido."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC394 onfido-token: An Onfido token, live or of the sandbox.",
    r"(?:api_live\.|api_sandbox\.|api_live_us\.|api_sandbox_us\.|api_live_ca\.|api_sandbox_ca\.)[A-Za-z0-9_-]{11}\.[A-Za-z0-9_-]{32}",
    extent=token,
    source="Observed: in use; not compared with Onfido, API documentation, token authentication",
    tokens=(
        "api_live.<11>.<32>",
        "api_sandbox.<11>.<32>",
        "api_live_us.<11>.<32>",
        "api_sandbox_us.<11>.<32>",
        "api_live_ca.<11>.<32>",
        "api_sandbox_ca.<11>.<32>",
    ),
)
