"""Secrets of Coralogix."""

from steno.detect.declare import api_key, token

RULE = api_key("SEC443 coralogix-key: A Coralogix key.", "cxtp_[A-Za-z0-9]{30}", extent=token, tokens="cxtp_<30>")
