"""Secrets of Fireworks AI."""

from steno.detect.declare import api_key, mixed, unlike

RULE = api_key(
    "SEC046 fireworks-api-key: A Fireworks AI key.",
    r"fw_[A-Za-z0-9]{20,32}",
    extent=mixed,
    source="Observed: in use; not compared with Fireworks AI, documentation, quickstart",
    tokens=("fw_<24>", "fw_3Z<22>"),
    negatives=unlike("fw_", "fw_<24>", "fw_version_20240101", "fw_updateFirmwareOverAirwaves"),
)
