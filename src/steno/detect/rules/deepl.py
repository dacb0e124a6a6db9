"""Secrets of DeepL."""

from steno.detect.declare import UUID, api_key, shown

RULE = api_key(
    "SEC054 deepl-free-key: A key of the free DeepL API: a UUID that ends in `:fx`.",
    UUID + ":fx",
    anchors=":fx",
    lead_in=r"[0-9a-f-]{36}",
    source="DeepL, API documentation, authentication",
    positives=shown("DEEPL_AUTH_KEY", "<uuid>:fx"),
    negatives=("<uuid>", "xmlns:fx=", "9f1c2b7a-5d3e-4068-a7b1-c9d2e4f6071:fx", "<uuid>:fxml"),
)
