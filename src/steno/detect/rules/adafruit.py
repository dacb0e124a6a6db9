"""Secrets of Adafruit IO."""

from steno.detect.declare import api_key, token

RULE = api_key("SEC341 adafruit-io-key: A key of Adafruit IO.", "aio_[A-Za-z0-9]{28}", extent=token, tokens="aio_<28>")
