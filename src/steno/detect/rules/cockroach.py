"""Secrets of CockroachDB Cloud."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC246 cockroach-cloud-key: A CockroachDB Cloud API key. The part before the second underscore is its id.",
    r"CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}",
    source="Cockroach Labs, Terraform provider, API key resource",
    positives=("COCKROACH_API_KEY=CCDB1_<22>_<40>", "Bearer CCDB1_<22>_<40>", 'apikey = "CCDB1_<22>_<40>'),
    negatives=("CCDB1_<22>", "CCDB1_<22>_<40 x>", "HCCDB1_mRNA"),
)
