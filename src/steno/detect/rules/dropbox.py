"""Secrets of Dropbox."""

from steno.detect.declare import auth_token, mixed

RULE = auth_token(
    "SEC207 dropbox-token: A short-lived Dropbox access token.",
    r"sl\.[A-Za-z0-9_.-]{100,}",
    extent=mixed,
    source="Dropbox, developer documentation, OAuth guide",
    tokens=("sl.B<134>", "sl.u.<180>", "sl.<70>-<70>"),
    negatives=("sl.<30>", "ssl.<140>", "sl.<140 x>"),
)
