"""Secrets of OpenShift."""

from steno.detect.declare import auth_token, mixed

RULE = auth_token(
    "SEC363 openshift-token: A token of an OpenShift user: what `oc whoami -t` prints.",
    "sha256~[A-Za-z0-9_-]{43}",
    extent=mixed,
    source="OpenShift, source of the OAuth server, token prefix",
    tokens="sha256~<43>",
)
