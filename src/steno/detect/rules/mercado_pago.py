"""Secrets of Mercado Pago."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC161 mercado-pago-token: A Mercado Pago access token, of production or test. Public keys have a UUID instead.",
    r"(?:APP_USR|TEST)-[0-9]{12,19}-[0-9]{6}-[0-9a-f]{32}(?:__[A-Z_]{5})?-[0-9]{5,12}",
    source="Mercado Pago, developer documentation, credentials",
    tokens=("APP_USR-<16 0-9>-<6 0-9>-<32 hex>-<9 0-9>", "TEST-<16 0-9>-<6 0-9>-<32 hex>-<9 0-9>"),
    negatives=("APP_USR-<uuid>", "TEST-1234-report.xml", "APP_USR-<16 0-9>-<6 0-9>"),
)
