"""Secrets of Adafruit IO."""

from steno.detect.declare import api_key, token

RULE = api_key("SEC341 adafruit-io-key: An Adafruit IO key.", "aio_[A-Za-z0-9]{28}", extent=token, tokens="aio_<28>")
