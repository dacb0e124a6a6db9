"""Secrets of Rootly."""

from steno.detect.declare import api_key, token

RULE = api_key("SEC365 rootly-token: A Rootly token.", "rootly_[0-9a-f]{64}", extent=token, tokens="rootly_<64 hex>")
