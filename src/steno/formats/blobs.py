"""Bytes that a record holds as base64: described by media type, size and hash, and left where they are."""

from __future__ import annotations

import binascii

from msgspec import UNSET, UnsetType

from steno.base.ids import sha256
from steno.model import Blob

_SIGNATURES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"%PDF-": "application/pdf",
}


def embedded(data: str, media_type: str | UnsetType = UNSET) -> Blob:
    """What is known of base64 data.  Where nobody states the media type, the bytes' own signature may."""
    try:
        content = binascii.a2b_base64(data, strict_mode=True)
    except (binascii.Error, ValueError):
        return Blob(media_type)
    if media_type is UNSET:
        media_type = next((name for mark, name in _SIGNATURES.items() if content.startswith(mark)), UNSET)
    return Blob(media_type, len(content), sha256(content))


def referred(address: str) -> Blob:
    """What is known of what a URL or a path names; a `data:` URL holds the bytes itself."""
    if not address.startswith("data:"):
        return Blob(uri=address or UNSET)
    description, _, data = address[5:].partition(",")
    media_type, *options = description.split(";")
    known = media_type or UNSET
    return embedded(data, known) if "base64" in options else Blob(known)
