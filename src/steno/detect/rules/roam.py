"""Secrets of Roam Research."""

from steno.detect.declare import auth_token, mixed

RULE = auth_token(
    "SEC198 roam-token: A token for one graph of Roam Research.",
    r"roam-graph-(?:local-)?token-[A-Za-z0-9_-]{20,}",
    anchors="roam-graph-token-|roam-graph-local-token-",
    extent=mixed,
    source="Roam Research, backend API documentation",
    tokens=("roam-graph-token-<28>", "roam-graph-local-token-<28>"),
    negatives=("roam-graph-token-abc", "roam-graph-token-" + "X" * 28, "roam-graph-token-from-your-settings-page"),
)
