"""Secrets of Code Climate."""

from steno.detect.declare import SEP, secret, value

RULE = secret(
    "SEC432 code-climate-reporter: The id with which a build reports its coverage to Code Climate: anyone who has"
    " it can report.",
    r"CC_TEST_REPORTER_ID" + SEP + r"(?P<v>[0-9a-f]{64})",
    extent=value,
    source="Code Climate, documentation, configuring test coverage",
    positives=("CC_TEST_REPORTER_ID=<64 hex>", "CC_TEST_REPORTER_ID: <64 hex>", 'CC_TEST_REPORTER_ID="<64 hex>'),
    negatives=("CC_TEST_REPORTER_ID=", "CC_TEST_REPORTER_ID=$ID", "CC_TEST_REPORTER_ID: " + "0" * 64),
)
