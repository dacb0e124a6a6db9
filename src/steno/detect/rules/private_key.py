"""Private keys in PEM or OpenPGP armour, and age identities: the whole block, never its first line alone."""

import re

from steno.detect.declare import private_key
from steno.detect.patterns import ready

_MATERIAL = ready(r"[A-Za-z0-9+/]{16}")
_NEAR = 256
"""Key material, or a header such as `Proc-Type`, begins this close to the first line."""


def _block(match: re.Match[str]) -> tuple[int, int] | None:
    """To the end of its last line, or of the text where that is missing.

    A first line with nothing like key material after it is talk about keys and hides nothing.
    """
    text, after = match.string, match.end()
    if not _MATERIAL.search(text, after, after + _NEAR):
        return None
    end = text.find("-----END ", after)
    if end < 0:
        return match.start(), len(text)
    closed = text.find("-----", end + len("-----END "))
    return match.start(), closed + len("-----") if closed >= 0 else len(text)


RULE = private_key(
    "SEC039 private-key: A private key between its BEGIN and END lines (PKCS #1, PKCS #8, EC, DSA, OpenSSH,"
    " OpenPGP), also where its line breaks are escaped, and up to the end of the text where the END line is"
    " missing.",
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----",
    inside_words=True,
    block=True,
    extent=_block,
    source="IETF, RFC 7468 and RFC 9580; OpenSSH, PROTOCOL.key",
    positives=(
        "key:\n-----BEGIN RSA PRIVATE <>KEY-----\n<64>\n<64>\n<20>==\n-----END RSA PRIVATE <>KEY-----\n",
        '{"private_key":"-----BEGIN PRIVATE <>KEY-----\\n<64>\\n<64>\\n<20>==\\n-----END PRIVATE <>KEY-----\\n"}',
        "-----BEGIN OPENSSH PRIVATE <>KEY-----\n<64>\n<64>\n<20>==",
        "-----BEGIN PGP PRIVATE <>KEY BLOCK-----\n<64>\n<64>\n<20>==\n-----END PGP PRIVATE <>KEY BLOCK-----",
    ),
    negatives=(
        "-----BEGIN CERTIFICATE-----\n<64>\n<64>\n<20>==\n-----END CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----\n<64>\n<64>\n<20>==\n-----END PUBLIC KEY-----",
        'if line.startswith("-----BEGIN PRIVATE <>KEY-----"):',
    ),
)
