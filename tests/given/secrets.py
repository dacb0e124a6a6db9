"""Secrets that are nobody's, made so that the detectors take them for real."""

from __future__ import annotations

from steno.detect.rule import crc32_base62, fake

BODY = fake(30)
TOKEN = "ghp_" + BODY + crc32_base62(BODY)
RULE = """
[[redaction.rules]]
name = "acme-key"
what = "A key of ACME."
type = "api_key"
anchors = ["acme_"]
pattern = 'acme_[a-z0-9]{20,40}'
positives = ["acme_a1b2c3d4e5f6g7h8i9j0", "k=acme_z1b2c3d4e5f6g7h8i9j0", "x acme_q1b2c3d4e5f6g7h8i9j0 y"]
negatives = ["acme_short", "acme_xxxxxxxxxxxxxxxxxxxxxxx", "acme_A1B2C3D4E5F6G7H8I9J0"]
"""
KEY = "\n".join(("-----BEGIN PRIVATE " + "KEY-----", fake(64), fake(20), "-----END PRIVATE " + "KEY-----"))
