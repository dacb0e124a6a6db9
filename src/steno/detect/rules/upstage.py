"""Secrets of Upstage."""

from steno.detect.declare import api_key, mixed

RULE = api_key("SEC373 upstage-key: An Upstage key.", "up_[A-Za-z0-9]{29}", extent=mixed, tokens="up_<29>")
