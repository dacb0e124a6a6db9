"""Keys that only the vendor's name beside them tells."""

from steno.detect.context.vendor import key
from steno.detect.context.vendor_names import anchors
from steno.detect.declare import api_key

RULE = api_key(
    "SEC850 vendor-named-key: A key shortly after its vendor's name on the same line: assigned (`DEEPGRAM = …`, "
    "`postmark: …`), or called a key, token or secret (`algolia api key …`, `--fastly-token …`). An assigned value "
    "must look like the vendor's keys; after a word for a key, any random value counts. Ids, hashes, versions and "
    "addresses are not masked.",
    r"[A-Za-z0-9]",
    anchors=anchors(),
    caseless=True,
    extent=key,
    source="Observed: in use; the vendors' documentation of authentication where it shows a key",
    positives=(
        "deepgram = <40 hex>",
        '{"postmark": "<uuid>"}',
        "algolia admin api key <32 hex>",
        "curl --fastly-token <32>",
        "eventbrite token <20>",
        "ALGOLIA_ADMIN=x\nVIRUSTOTAL_APIKEY <64 hex>",
        "apollo.io api_key <22>",
        "Shodan token: <32>",
        "stripe secret <32>",
        "clockify PRIVATE <48>",
        "capsulecrm-SECRET-<64>",
    ),
    negatives=(
        "deepgram commit <40 hex>",
        "heroku app id: <uuid>",
        "sentry release <40 hex>",
        "algolia = your_api_key_here_1234567890abcd",
        "datadog trace: <32 hex>",
        "https://www.figma.com/file/<22>",
        "wandb-cache-key-<40 hex>",
        "shopify = <32 hex>",
        "mailchimp token = get_mailchimp_token_v2_from_config",
        "airtable.api.key = <32 a>",
        "boxed = <32>",
    ),
)
