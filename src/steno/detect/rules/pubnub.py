"""Secrets of PubNub."""

from steno.detect.declare import apart, api_key, mixed

RULE = api_key(
    "SEC209 pubnub-secret-key: A PubNub secret key. The keys to publish (`pub-c-`) and to subscribe"
    " (`sub-c-`) are in its clients.",
    r"sec-c-[A-Za-z0-9+/]{46,48}={0,2}",
    before=apart,
    extent=mixed,
    source="PubNub, documentation, keysets",
    tokens=("sec-c-<48>", "sec-c-<20>/<27>"),
    negatives=("sub-c-<48>", "sec-c-<12>", "sec-c-<48 x>"),
)
