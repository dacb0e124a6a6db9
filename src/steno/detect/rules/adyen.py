"""Secrets of Adyen."""

from steno.detect.declare import apart, api_key

RULE = api_key(
    "SEC144 adyen-api-key: An Adyen API key.",
    r"AQE[a-z]hm[A-Za-z0-9+/=]{30,200}-[A-Za-z0-9+/=]{43,88}-[!-~]{16}",
    before=apart,
    source="Observed: in use; not compared with Adyen, documentation, API credentials",
    positives=(
        "ADYEN_API_KEY=AQEyhm<88>==-<43>=-<14>{}",
        "x-API-key: AQEqhm<80>=-<43>=-<10><:mK;2",
        "- AQEwhm<88>-<43>=-<16>",
    ),
    negatives=("AQEyhm<88>", "AQEyhm<88>==-<20>", "SAQEyhm<40>-<43>"),
)
