"""What a page that needs no server holds, unpacked."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

_BLOCK = re.compile(r'<script type="application/x-steno" id="steno-([a-z0-9-]+)">([^<]*)</script>')


def blocks(path: Path) -> dict[str, Any]:
    """Its blocks, by name."""
    found = _BLOCK.findall(path.read_text("utf-8"))
    return {name: json.loads(gzip.decompress(base64.b64decode(data))) for name, data in found}


def everything_in(path: Path) -> str:
    """All its text: what stands in it, and what is packed in it."""
    packed = (json.dumps(each, ensure_ascii=False) for each in blocks(path).values())
    return "\n".join([path.read_text("utf-8"), *packed])
