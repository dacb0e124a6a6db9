"""Secrets of Fauna."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC249 fauna-key: A Fauna key or token.",
    r"fnA[A-Za-z0-9_-]{37,41}",
    extent=token,
    source="Fauna, documentation, keys and tokens",
    positives=("FAUNA_SECRET=fnAF<36>", "Bearer fnAF<36>", 'secret: "fnAF<36>'),
    negatives=("fnA<12>", "fnArgumentsOfTheFunctionThatIsBeingCalled", "fnA<37 a>"),
)
