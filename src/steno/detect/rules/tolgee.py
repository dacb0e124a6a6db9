"""Secrets of Tolgee."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC438 tolgee-key: A Tolgee key, of a project (`tgpak_`), a person (`tgpat_`) or the billing (`tgbak_`).",
    "(?:tgpak_|tgpat_|tgbak_)[a-z0-9_]{40,}",
    extent=token,
    source="Tolgee, source of the platform, key prefixes",
    tokens=(
        "tgpak_<64 2-9a-z>",
        "tgpat_<52 2-9a-z>",
        "tgbak_<64 2-9a-z>",
    ),
)
