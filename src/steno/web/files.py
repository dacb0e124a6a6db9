"""The files of the page: those of this package, by a list that is made once.  No part of a request names a file."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from steno.web.answers import failure
from steno.web.bundled import Bundle

_FOLDER: Final = Path(__file__).parent / "page"
_TYPES: Final = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json",
}  # fmt: skip
_INDEX: Final = "/index.html"
BUNDLE: Final = "/js/page.js"
"""All modules in one script: a browser that asks for them one after the other waits for each."""


@cache
def files() -> dict[str, Path]:
    """The files of the page, by the address under which each is found."""
    found = sorted(each for each in _FOLDER.rglob("*") if each.suffix in _TYPES and each.is_file())
    return {f"/{each.relative_to(_FOLDER).as_posix()}": each for each in found}


@cache
def bundle() -> bytes:
    return Bundle(_FOLDER, {}).script("js/main.js").encode()


async def shown(request: Request) -> Response:
    """A file of the page; the page itself for every address that names one of its screens."""
    address = request.url.path
    if address == BUNDLE:
        return Response(bundle(), media_type=_TYPES[".js"])
    path = files().get(address)
    if path is None and "." not in address:
        path = files().get(_INDEX)
    if path is None:
        return failure(404, "unknown", "there is nothing under this address")
    return Response(path.read_bytes(), media_type=_TYPES[path.suffix])
