"""Secrets of Honeybadger."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC444 honeybadger-key: A key of a project at Honeybadger.", "hbp_[A-Za-z0-9]{36}", extent=mixed, tokens="hbp_<36>"
)
