"""Secrets of RubyGems."""

from steno.detect.declare import api_key, around

RULE = api_key(
    "SEC024 rubygems-key: A RubyGems API key.",
    r"rubygems_[0-9a-f]{48}",
    source="RubyGems, guides, API key scopes",
    positives=around("rubygems_<48 hex>", ":rubygems_api_key: {}", "GEM_HOST_API_KEY={}", "'{}'"),
    negatives=("rubygems_api_key", "rubygems_<40 hex>", "rubygems_<48 0>"),
)
