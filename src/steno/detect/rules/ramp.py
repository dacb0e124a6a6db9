"""Secrets of Ramp."""

from steno.detect.declare import secret, token

RULE = secret(
    "SEC397 ramp-secret: The secret of a Ramp client.",
    "ramp_sec_[A-Za-z0-9]{40,}",
    extent=token,
    tokens="ramp_sec_<48>",
)
