"""Secrets of ThingsBoard."""

from steno.detect.declare import auth_token, opaque

RULE = auth_token(
    "SEC433 thingsboard-device-token: The access token of a device in an address of ThingsBoard.",
    r"thingsboard\.(?:cloud|io)/api/v1/(?P<v>[A-Za-z0-9]{20})",
    extent=opaque,
    source="ThingsBoard, documentation, HTTP device API",
    positives=(
        "curl https://thingsboard.cloud/api/v1/<20 1-9a-z>/telemetry",
        "coap://coap.thingsboard.cloud/api/v1/<20 1-9a-z>/telemetry",
        "http://thingsboard.cloud/api/v1/<20 1-9a-z>/telemetry",
    ),
    negatives=(
        "https://thingsboard.cloud/api/v1/",
        "https://thingsboard.cloud/api/v1/" + "a" * 20 + "/telemetry",
        "https://thingsboard.cloud/api/v1/$ACCESS_TOKEN/telemetry",
    ),
)
