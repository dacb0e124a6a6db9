"""Private keys in PEM or OpenPGP armour, and age identities: the whole block, never its first line alone."""

import re

from steno.detect.rule import Level, detector, fake

_MATERIAL = re.compile(r"[A-Za-z0-9+/]{16}")
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


def _armour(kind: str, newline: str = "\n", end: bool = True) -> str:
    lines = [f"-----BEGIN {kind}-----", fake(64), fake(64), fake(20) + "=="]
    return newline.join([*lines, f"-----END {kind}-----"] if end else lines)


RULES = (
    detector(
        "SEC039",
        "private-key",
        "A private key between its BEGIN and END lines (PKCS #1, PKCS #8, EC, DSA, OpenSSH, OpenPGP), also where its"
        " line breaks are escaped, and up to the end of the text where the END line is missing.",
        type="private_key",
        level=Level.NONE,
        anchors=("-----BEGIN ",),
        pattern=r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----",
        extent=_block,
        glued=True,
        block=True,
        source="IETF, RFC 7468 and RFC 9580; OpenSSH, PROTOCOL.key",
        positives=(
            "key:\n" + _armour("RSA PRIVATE " + "KEY") + "\n",
            '{"private_key":"' + _armour("PRIVATE " + "KEY", "\\n") + '\\n"}',
            _armour("OPENSSH PRIVATE " + "KEY", end=False),
            _armour("PGP PRIVATE " + "KEY BLOCK"),
        ),
        negatives=(
            _armour("CERTIFICATE"),
            _armour("PUBLIC KEY"),
            'if line.startswith("-----BEGIN PRIVATE KEY-----"):',
        ),
    ),
    detector(
        "SEC040",
        "age-identity",
        "A private key of the age encryption tool.",
        type="private_key",
        level=Level.NONE,
        anchors=("AGE-SECRET-KEY-1",),
        pattern=r"AGE-SECRET-KEY-1[A-Z0-9]{58}",
        source="age, specification, X25519 recipients",
        positives=tuple(
            before + "AGE-SECRET-" + "KEY-1" + fake(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")
            for before in ("", "SOPS_AGE_KEY=", "# created\n")
        ),
        negatives=("AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1" + "Q" * 58, "age1" + fake(58, "qpzry9x8gf2tvdw0")),
    ),
)
