"""Secrets of GoCardless."""

from steno.detect.declare import apart, auth_token, mixed

RULE = auth_token(
    "SEC149 gocardless-token: A GoCardless access token, live or sandbox.",
    r"(?:live|sandbox)_[A-Za-z0-9_-]{40}",
    before=apart,
    extent=mixed,
    source="Observed: in use; not compared with GoCardless, developer documentation, access tokens",
    tokens=("live_<40>", "sandbox_<40>", "live_<30>_<9>"),
    negatives=("live_<20>", "pk_live_<40>", "sandbox_<40 x>", "live_<70>"),
)
