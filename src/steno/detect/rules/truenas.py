"""Secrets of TrueNAS."""

from steno.detect.declare import api_key, opaque

RULE = api_key(
    "SEC425 truenas-key: A TrueNAS key in the message that logs in with it.",
    r"auth\.login_with_api_key\\{0,7}\",(?:\s|\\{1,8}n){0,8}\\{0,7}\"params\\{0,7}\"\s{0,4}:\s{0,4}\["
    r"(?:\s|\\{1,8}n){0,8}\\{0,7}\"(?P<v>[0-9]{1,4}-[A-Za-z0-9]{64})",
    extent=opaque,
    source="TrueNAS, API documentation, websocket authentication",
    positives=(
        '{"method":"auth.login_with_api_key","params":["8-<64>"]}',
        '{"method":"auth.login_with_api_key", "params" : [ "9-<64>"]}',
        '{"method":"auth.login_with_api_key",\n  "params": [\n    "10-<64>"]}',
    ),
    negatives=(
        '{"method":"auth.login_with_api_key", "params": []}',
        '{"method":"auth.login_with_api_key", "params": ["8-<64 a>"]}',
        '{"method":"auth.login", "params": ["8-<64>"]}',
    ),
)
