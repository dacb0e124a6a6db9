"""Secrets of OneSignal."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC222 onesignal-key: A OneSignal API key, of an application or an organisation.",
    r"os_v2_(?:app|org)_[a-z2-7]{80,}",
    tokens=("os_v2_app_<103 a-z2-7>", "os_v2_org_<103 a-z2-7>"),
    negatives=("os_v2_app_key", "os_v2_app_<103 x>", "os_v2_org_dkryfnubip<>xelszhovcj"),
)
