"""One page that needs no server and no network: the viewer's own modules, and a session in blocks that are unpacked
when somebody looks at them.
"""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Final

from steno.web.bundled import Bundle, Unbundled

_FOLDER: Final = Path(__file__).parent / "page"
_ENTRY: Final = "js/main.js"
INSTEAD: Final = {
    "js/source.js": "js/embedded/source.js",
    "js/router.js": "js/embedded/router.js",
    "js/screens.js": "js/embedded/screens.js",
}
"""Where the page asks nobody else, and its address is that of a file."""
_STYLES: Final = re.compile(r'<link rel="stylesheet" href="/(css/[\w-]+\.css)">')
_POLICY: Final = (
    "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; img-src data:; base-uri 'none';"
    " form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
_BEGIN: Final = """\
<!doctype html>
<html lang="en" data-embedded="{level}" data-key="{key}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<noscript>This page needs JavaScript, and nothing else: it loads nothing from anywhere.</noscript>
"""
_BLOCK: Final = '<script type="application/x-steno" id="steno-{name}">{data}</script>\n'
_NAME: Final = re.compile(r"[a-z]+(?:-[a-z0-9-]+)?")
_UNSEEN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def packed(blocks: Iterable[bytes], stream: BinaryIO) -> None:
    """Write the page of some blocks, the first of which is its head; the same blocks give the same bytes."""
    each = iter(blocks)
    head = next(each)
    script, style = _script(), _style()
    known = json.loads(head.partition(b"\t")[2])  # which may hold half a character
    title = _UNSEEN.sub("", known["summary"]["title"] or known["summary"]["id"] or "A session")
    policy = _POLICY.format(script=_hash(script), style=_hash(style))
    begin = _BEGIN.format(
        level=html.escape(known["level"]), key=html.escape(known["summary"]["key"]), policy=policy,
        title=html.escape(title) + " · Steno", style=style,
    )  # fmt: skip
    stream.write(begin.encode("utf-8", "replace"))
    stream.write(_block(head))
    stream.write(f"<script>{script}</script>\n".encode())  # it runs while the rest is still read
    for block in each:
        stream.write(_block(block))
    stream.write(b"</body>\n</html>\n")


def _block(line: bytes) -> bytes:
    name, _, data = line.partition(b"\t")
    word = name.decode("ascii")
    if not _NAME.fullmatch(word):
        raise ValueError(f"{word!r} is no name of a block")
    packed = base64.b64encode(gzip.compress(data, 6, mtime=0)).decode("ascii")
    return _BLOCK.format(name=word, data=packed).encode("ascii")


@cache
def _script() -> str:
    return Bundle(_FOLDER, INSTEAD).script(_ENTRY)


@cache
def _style() -> str:
    """The styles in the order of the page."""
    names = _STYLES.findall((_FOLDER / "index.html").read_text(encoding="utf-8"))
    text = "\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in names)
    if re.search(r"</style|<!--|@import|url\((?!['\"]?data:)", text, re.IGNORECASE):
        raise Unbundled("a style holds what would end it, or loads something")
    return text


def _hash(text: str) -> str:
    return base64.b64encode(sha256(text.encode()).digest()).decode("ascii")
