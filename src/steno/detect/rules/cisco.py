"""Secrets of Cisco devices: hashes of passwords."""

from steno.detect.declare import password

RULE = password(
    "SEC429 cisco-password-hash: The hash of a password in the configuration of a Cisco device (types 8 and 9).",
    r"\$[89]\$[A-Za-z0-9./]{14}\$[A-Za-z0-9./]{43}",
    anchors="$8$|$9$",
    source="Cisco, configuration guide, password types",
    positives=("enable secret 8 $8$<14>$<43>", "username ops secret 9 $9$<14>$<43>", "'$9$<14>$<43>"),
    negatives=("$8$", "$9$<14>", "$8$<14>$<43 .>"),
)
