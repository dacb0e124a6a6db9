"""Secrets of Stytch."""

from steno.detect.declare import secret, token

RULE = secret(
    "SEC261 stytch-secret: The secret of a Stytch project, live or test.",
    r"secret-(?:live|test)-[A-Za-z0-9_=-]{32,}",
    extent=token,
    source="Stytch, API reference, authentication",
    positives=("STYTCH_SECRET=secret-live-<35>=", 'secret: "secret-test-<35>="', "-u project:secret-test-<35>="),
    negatives=("secret-test-key", "secret-live-<35 x>", "project-live-<36>"),
)
