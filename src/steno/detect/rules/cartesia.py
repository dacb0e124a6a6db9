"""Secrets of Cartesia."""

from steno.detect.declare import api_key, token

RULE = api_key("SEC344 cartesia-key: A Cartesia key.", "sk_car_[A-Za-z0-9]{20,}", extent=token, tokens="sk_car_<22>")
