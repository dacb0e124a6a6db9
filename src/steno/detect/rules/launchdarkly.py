"""Secrets of LaunchDarkly."""

from steno.detect.declare import UUID, apart, api_key

RULE = api_key(
    "SEC235 launchdarkly-key: A LaunchDarkly key for servers (`sdk-`) or for its API (`api-`). Keys of"
    " mobile applications are public.",
    rf"(?:sdk|api)-{UUID}",
    before=apart,
    source="LaunchDarkly, documentation, keys",
    tokens=("sdk-<uuid>", "api-<uuid>"),
    negatives=("mob-<uuid>", "src/agent-sdk-<uuid>", "sdk-<8 0>-0000-0000-0000-<12 0>"),
)
