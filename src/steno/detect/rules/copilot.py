"""Secrets of GitHub Copilot."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC055 copilot-session-token: The short-lived token with which GitHub Copilot calls its models.",
    r"tid=[0-9a-f]{32};[A-Za-z0-9=;._:/+-]{20,}",
    source="Observed: in use; not compared with GitHub, Copilot language server, token endpoint",
    positives=(
        "Authorization: Bearer tid=<32 hex>;exp=1767225600;sku=free_educational;st=dotcom;8kp=1:<64 hex>",
        '{"token":"tid=<32 hex>;exp=1767225600;sku=free_educational;st=dotcom;8kp=1:<64 hex>","refresh_in":1500}',
        "token tid=<32 hex>;exp=1767225600;sku=free_educational;st=dotcom;8kp=1:<64 hex>\n",
    ),
    negatives=("tid=<32 hex>", "pid=1;tid=42;name=main", "tid=<32 a>;<40 a>"),
)
