"""Spells answers as JSON, and refusals as the one shape that all of them have."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from starlette.responses import Response

from steno.viewer.spelling import spelled


class Failure(Struct, omit_defaults=True):
    kind: str
    message: str
    hint: str = ""


def answer(value: Any, status: int = 200) -> Response:
    return Response(spelled(value), status, media_type="application/json")


def saved(name: str, data: bytes) -> Response:
    """A file that a browser saves and never shows; the name holds letters, digits, dots, dashes and underscores."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, 200, headers, "application/octet-stream")


def failure(status: int, kind: str, message: str, hint: str = "") -> Response:
    return answer({"error": Failure(kind, message, hint)}, status)
