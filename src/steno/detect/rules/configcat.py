"""Secrets of ConfigCat."""

from steno.detect.declare import api_key, tail

RULE = api_key(
    "SEC347 configcat-sdk-key: A key with which a program reads the feature flags of ConfigCat.",
    "configcat-sdk-1/[A-Za-z0-9_-]{22}/[A-Za-z0-9_-]{22}",
    extent=tail,
    source="ConfigCat, source of the SDKs, SDK keys",
    tokens="configcat-sdk-1/<22>/UNF81unfYR<>KD5yrkdVOHA3",
)
