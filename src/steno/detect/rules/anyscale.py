"""Secrets of Anyscale."""

from steno.detect.declare import secret, token

RULE = secret(
    "SEC380 anyscale-secret: An Anyscale secret.", "esecret_[A-Za-z0-9]{24,}", extent=token, tokens="esecret_<26>"
)
