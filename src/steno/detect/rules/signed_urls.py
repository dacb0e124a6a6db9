"""What makes an address open a door by itself: signatures and tokens in its query."""

import re
from urllib.parse import unquote

from steno.detect.declare import auth_token, opaque, value
from steno.detect.judge import decoded
from steno.detect.patterns import ready

_SIGNER = ready(r"(?:Key-Pair-Id|AWSAccessKeyId|OSSAccessKeyId|GoogleAccessId|AccessKeyId)(?:=|%3D)")
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


_MEDIA = "<8 hex>-<4 hex>-<4 hex>-<4 hex>-<12 hex>"

RULES = (
    auth_token(
        "SEC296 amazon-signed-url: The signature of a presigned address of Amazon S3 or of a service like it.",
        r"X-Amz-Signature(?:=|%3D)(?P<v>[0-9a-fA-F]{64})",
        anchors="X-Amz-Signature",
        caseless=True,
        extent=opaque,
        source="AWS, API reference, authenticating requests with query parameters",
        positives=(
            "https://b.s3.amazonaws.com/k?X-Amz-Expires=900&X-Amz-Signature=<64 hex>",
            "X-Amz-SignedHeaders=host&X-Amz-Signature=<64 hex>&x-id=GetObject",
            "url%3FX-Amz-Signature%3D<64 hex>",
        ),
        negatives=("X-Amz-Signature=<signature>", "X-Amz-Signature=" + "0" * 64, "X-Amz-SignedHeaders=host"),
    ),
    auth_token(
        "SEC297 amazon-session-token-url: The session token in a presigned address or in a header of AWS.",
        r"X-Amz-Security-Token(?:=|%3D|[\"'\\]{0,8}:\s{0,3}[\"'\\]{0,8})(?P<v>[A-Za-z0-9%+/=_-]{60,})",
        caseless=True,
        extent=opaque,
        source="AWS, security token service, using temporary credentials",
        positives=(
            "?X-Amz-Security-Token=IQoJb3JpZ2lu<300>%3D&X-Amz-Expires=60",
            "x-amz-security-token: IQoJb3JpZ2lu<400>",
            '"X-Amz-Security-Token": "FwoGZXIvYXdz<200>"',
        ),
        negatives=(
            "X-Amz-Security-Token=<token>",
            "X-Amz-Security-Token: ${TOKEN}",
            "X-Amz-Security-Token=" + "A" * 100,
        ),
    ),
    auth_token(
        "SEC298 azure-shared-access-signature: The signature of a shared access address of Azure storage, service"
        " bus or logic apps.",
        r"sig(?:=|%3D)(?P<v>[A-Za-z0-9+/_%=-]{40,})",
        extent=_shared_access,
        source="Microsoft, Azure documentation, create a service SAS",
        positives=(
            "?sv=2022-11-02&se=2026-01-01&sr=b&sp=r&sig=<43>%3D",
            "SharedAccessSignature sr=x&sig=<43>=&se=1",
            "triggers/manual/paths/invoke?sp=run&sig=<43>",
        ),
        negatives=("?sv=2022&sig=<signature>", "sig=<12>", "config=<44>"),
    ),
    auth_token(
        "SEC299 google-signed-url: The signature of a Google Cloud Storage signed address.",
        r"X-Goog-Signature(?:=|%3D)(?P<v>[0-9a-fA-F]{64,1000})",
        anchors="X-Goog-Signature",
        caseless=True,
        extent=opaque,
        source="Google Cloud, storage documentation, signed URLs",
        positives=(
            "https://storage.googleapis.com/b/o?X-Goog-Signature=<512 hex>",
            "&X-Goog-Signature=<512 hex>",
            "'https://x?X-Goog-Expires=60&X-Goog-Signature=<512 hex>",
        ),
        negatives=("X-Goog-Signature=SIGNATURE", "X-Goog-Signature=" + "0" * 512, "X-Goog-SignedHeaders=host"),
    ),
    auth_token(
        "SEC300 signed-url: The signature of an address signed for CloudFront, S3 (version 2), Google or Alibaba"
        " storage.",
        r"Signature(?:=|%3D)(?P<v>[A-Za-z0-9%+/~_=-]{27,1000})",
        extent=_beside_a_signer,
        source="AWS, CloudFront guide, signed URLs; Alibaba Cloud, OSS documentation, signed URLs",
        positives=(
            "https://d1.cloudfront.net/a?Expires=1&Signature=<340>__&Key-Pair-Id=<14>",
            "?AWSAccessKeyId=x&Expires=1&Signature=<27>%3D",
            "?OSSAccessKeyId=k&Signature=<27>=",
        ),
        negatives=("Signature=<340>", "?Key-Pair-Id=K&Signature=<signature>", "?AWSAccessKeyId=k&Signature=<8>"),
    ),
    auth_token(
        "SEC301 firebase-download-token: The token in the download address of a file in Firebase storage.",
        r"alt=media&token=(?P<v>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})",
        extent=opaque,
        source="Firebase, documentation, Cloud Storage download URLs",
        positives=(
            "https://firebasestorage.googleapis.com/v0/b/a/o/x.png?alt=media&token=" + _MEDIA,
            "src='https://firebasestorage.googleapis.com/v0/b/b/o/y?alt=media&token=" + _MEDIA,
            "GET /v0/b/c/o/z?alt=media&token=" + _MEDIA,
        ),
        negatives=("?alt=media&token=<token>", "?alt=media", "?alt=media&token=<8 hex>"),
    ),
)
