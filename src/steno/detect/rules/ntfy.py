"""Secrets of ntfy."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC223 ntfy-token: An ntfy access token.",
    r"tk_[A-Za-z0-9]{29}",
    extent=token,
    source="ntfy, documentation, publishing, access tokens",
    tokens="tk_<29 0-9b-z>",
    negatives=("gtk_<29 hex>", "tk_<29 x>", "tk_widgetnamewith<>outanydigitsabc", "tk_root"),
)
