"""Secrets of Tezos."""

from steno.detect.declare import private_key
from steno.detect.wallet import base58_key

RULE = private_key(
    "SEC287 tezos-secret-key: A unencrypted Tezos secret key.",
    r"(?:edsk(?:[1-9A-HJ-NP-Za-km-z]{94}|[1-9A-HJ-NP-Za-km-z]{50})|(?:spsk|p2sk)[1-9A-HJ-NP-Za-km-z]{50})",
    anchors="edsk|spsk|p2sk",
    extent=base58_key,
    source="Tezos, documentation, base58check prefixes",
    positives=(
        "unencrypted:edsk2kq5jqZqQmMNgZsqCqCjz4f<>hEVMV8wdgwyoek3JBLFsE3x1e2w",
        "TEZOS_KEY=edskRdUgHQhgG1UvDp7Wpi65crMYCy11W95uqXN5HFZ3Vzb<>T4z5dLmU5T6vNwS97ut5SqvmcQsLfqgFBcFSR8D5f9rj1Cpinkv",
        "'spsk1XpR5HDTJawqaQ66M9eVksF<>cFJvhGmYh7PsGHMH7JTK8bTDDua'",
    ),
    negatives=("edsk<50 x>", "edskills", "edpk<50 1-9A-HJ-NP-Za-km-z>"),
)
