"""What makes an address open a door by itself: signatures and tokens in its query."""

import re
from urllib.parse import unquote

from steno.detect.judge import decoded, opaque, value
from steno.detect.rule import HEX, detector, fake

_SIGNER = re.compile(r"(?:Key-Pair-Id|AWSAccessKeyId|OSSAccessKeyId|GoogleAccessId|AccessKeyId)(?:=|%3D)")
_REACH = 1000


def _beside_a_signer(match: re.Match[str]) -> tuple[int, int] | None:
    """The signature, where the same address names the key that made it."""
    text, start = match.string, match.start()
    near = _SIGNER.search(text, max(0, start - _REACH), min(len(text), match.end() + _REACH))
    return value(match) if near else None


_LONGEST = 140
"""Of a signature with every character in percent form."""


def _shared_access(match: re.Match[str]) -> tuple[int, int] | None:
    """The signature, where it is the 32 bytes of an HMAC with SHA-256."""
    said = decoded(unquote(match["v"])) if len(match["v"]) <= _LONGEST else None
    return opaque(match) if said and len(said) == 32 else None


_SIG = fake(43).replace("a", "%2B", 1)

RULES = (
    detector(
        "SEC296",
        "amazon-signed-url",
        "The signature of a presigned address of Amazon S3 or of a service like it.",
        type="auth_token",
        anchors=("X-Amz-Signature",),
        pattern=r"X-Amz-Signature(?:=|%3D)(?P<v>[0-9a-fA-F]{64})",
        extent=opaque,
        caseless=True,
        source="AWS, API reference, authenticating requests with query parameters",
        positives=(
            "https://b.s3.amazonaws.com/k?X-Amz-Expires=900&X-Amz-Signature=" + fake(64, HEX),
            "X-Amz-SignedHeaders=host&X-Amz-Signature=" + fake(64, HEX) + "&x-id=GetObject",
            "url%3FX-Amz-Signature%3D" + fake(64, HEX),
        ),
        negatives=("X-Amz-Signature=<signature>", "X-Amz-Signature=" + "0" * 64, "X-Amz-SignedHeaders=host"),
    ),
    detector(
        "SEC297",
        "amazon-session-token-url",
        "The session token in a presigned address or in a header of AWS.",
        type="auth_token",
        anchors=("X-Amz-Security-Token",),
        pattern=r"X-Amz-Security-Token(?:=|%3D|[\"'\\]{0,8}:\s{0,3}[\"'\\]{0,8})(?P<v>[A-Za-z0-9%+/=_-]{60,})",
        extent=opaque,
        caseless=True,
        source="AWS, security token service, using temporary credentials",
        positives=(
            "?X-Amz-Security-Token=" + "IQoJb3JpZ2lu" + fake(300) + "%3D&X-Amz-Expires=60",
            "x-amz-security-token: " + "IQoJb3JpZ2lu" + fake(400),
            '"X-Amz-Security-Token": "' + "FwoGZXIvYXdz" + fake(200) + '"',
        ),
        negatives=(
            "X-Amz-Security-Token=<token>",
            "X-Amz-Security-Token: ${TOKEN}",
            "X-Amz-Security-Token=" + "A" * 100,
        ),
    ),
    detector(
        "SEC298",
        "azure-shared-access-signature",
        "The signature of a shared access address of Azure storage, service bus or logic apps.",
        type="auth_token",
        anchors=("sig=", "sig%3D"),
        pattern=r"sig(?:=|%3D)(?P<v>[A-Za-z0-9+/_%=-]{40,})",
        extent=_shared_access,
        source="Microsoft, Azure documentation, create a service SAS",
        positives=(
            "?sv=2022-11-02&se=2026-01-01&sr=b&sp=r&sig=" + _SIG + "%3D",
            "SharedAccessSignature sr=x&sig=" + fake(43) + "=&se=1",
            "triggers/manual/paths/invoke?sp=run&sig=" + fake(43),
        ),
        negatives=("?sv=2022&sig=<signature>", "sig=" + fake(12), "config=" + fake(44)),
    ),
    detector(
        "SEC299",
        "google-signed-url",
        "The signature of a signed address of Google Cloud Storage.",
        type="auth_token",
        anchors=("X-Goog-Signature",),
        pattern=r"X-Goog-Signature(?:=|%3D)(?P<v>[0-9a-fA-F]{64,1000})",
        extent=opaque,
        caseless=True,
        source="Google Cloud, storage documentation, signed URLs",
        positives=tuple(
            before + "X-Goog-Signature=" + fake(512, HEX)
            for before in ("https://storage.googleapis.com/b/o?", "&", "'https://x?X-Goog-Expires=60&")
        ),
        negatives=("X-Goog-Signature=SIGNATURE", "X-Goog-Signature=" + "0" * 512, "X-Goog-SignedHeaders=host"),
    ),
    detector(
        "SEC300",
        "signed-url",
        "The signature of an address signed for CloudFront, S3 (version 2), Google or Alibaba storage.",
        type="auth_token",
        anchors=("Signature=", "Signature%3D"),
        pattern=r"Signature(?:=|%3D)(?P<v>[A-Za-z0-9%+/~_=-]{27,1000})",
        extent=_beside_a_signer,
        source="AWS, CloudFront guide, signed URLs; Alibaba Cloud, OSS documentation, signed URLs",
        positives=(
            "https://d1.cloudfront.net/a?Expires=1&Signature=" + fake(340) + "__&Key-Pair-Id=" + fake(14),
            "?AWSAccessKeyId=" + "x" + "&Expires=1&Signature=" + fake(27) + "%3D",
            "?OSSAccessKeyId=k&Signature=" + fake(27) + "=",
        ),
        negatives=(
            "Signature=" + fake(340),
            "?Key-Pair-Id=K&Signature=<signature>",
            "?AWSAccessKeyId=k&Signature=" + fake(8),
        ),
    ),
    detector(
        "SEC301",
        "firebase-download-token",
        "The token in the download address of a file in Firebase storage.",
        type="auth_token",
        anchors=("alt=media&token=",),
        pattern=r"alt=media&token=(?P<v>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})",
        extent=opaque,
        source="Firebase, documentation, Cloud Storage download URLs",
        positives=tuple(
            before + "?alt=media&token=" + "-".join(fake(size, HEX) for size in (8, 4, 4, 4, 12))
            for before in (
                "https://firebasestorage.googleapis.com/v0/b/a/o/x.png",
                "src='https://firebasestorage.googleapis.com/v0/b/b/o/y",
                "GET /v0/b/c/o/z",
            )
        ),
        negatives=("?alt=media&token=<token>", "?alt=media", "?alt=media&token=" + fake(8, HEX)),
    ),
)
