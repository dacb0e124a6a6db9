"""Secrets of JumpCloud."""

from steno.detect.declare import api_key, token

RULE = api_key("SEC359 jumpcloud-key: A JumpCloud key.", "jca_[A-Za-z0-9]{36}", extent=token, tokens="jca_<36>")
