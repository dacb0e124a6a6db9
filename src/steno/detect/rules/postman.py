"""Secrets of Postman."""

from steno.detect.declare import api_key, around, token

RULES = (
    api_key(
        "SEC263 postman-key: A Postman API key.",
        r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}",
        source="Postman, documentation, Postman API authentication",
        positives=around("PMAK-<24 hex>-<34 hex>", "X-Api-Key: {}", "POSTMAN_API_KEY={}", "'{}"),
        negatives=("PMAK-<24 hex>", "PMAK-<24 0>-<34 0>", "PMAK-your-key"),
    ),
    api_key(
        "SEC264 postman-collection-key: The access key of a Postman collection.",
        r"PMAT-[0-9A-Z]{26}",
        extent=token,
        source="Postman, documentation, share collections with a link",
        positives=(
            "?access_key=PMAT-<26 0-9A-HJKMNP-TV-Z>",
            "key: PMAT-<26 0-9A-HJKMNP-TV-Z>",
            "ACCESS_KEY=PMAT-<26 0-9A-HJKMNP-TV-Z>",
        ),
        negatives=("PMAT-802", "PMAT-<26 X>", "PMAT-<20 hex>"),
    ),
)
