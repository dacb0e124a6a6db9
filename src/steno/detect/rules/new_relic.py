"""Secrets of New Relic."""

from steno.detect.declare import api_key, token

RULES = (
    api_key(
        "SEC224 new-relic-key: A New Relic key: of a user (`NRAK`), to insert (`NRII`) or to query (`NRIQ`)."
        " Browser keys are public.",
        r"NR(?:AK-[A-Z0-9]{27}|I[IQ]-[A-Za-z0-9_-]{32})",
        anchors="NRAK-|NRII-|NRIQ-",
        source="New Relic, documentation, API keys",
        tokens=("NRAK-<27 0-9A-Z>", "NRII-<32>", "NRIQ-<32>"),
        negatives=("NRJS-<19 hex>", "NRAK-<27 X>", "NRAK-your-key"),
    ),
    api_key(
        "SEC225 new-relic-licence: A New Relic licence key, with which data is sent.",
        r"(?:eu01xx[0-9a-f]{26}|[0-9a-f]{32})FFFFNRAL",
        anchors="FFFFNRAL",
        lead_in=r"[0-9a-z]{32}",
        extent=token,
        source="New Relic, documentation, license keys",
        tokens=("<32 hex>FFFFNRAL", "eu01xx<26 hex>FFFFNRAL"),
        negatives=("...FFFFNRAL", "<12 hex>FFFFNRAL", "<32 0>FFFFNRAL"),
    ),
)
