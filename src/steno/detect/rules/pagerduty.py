"""Secrets of PagerDuty."""

from steno.detect.declare import UUID, auth_token

RULE = auth_token(
    "SEC233 pagerduty-token: A PagerDuty OAuth token.",
    rf"pd(?:us|eu)\+_[A-Z0-9]{{6,10}}_{UUID}",
    tokens=("pdus+_0XBPWQQ_<uuid>", "pdeu+_1XBPWQQ_<uuid>"),
    negatives=("pdus+_", "pdus+_refresh_1", "pdus+_0XBPWQQ_<12>"),
)
