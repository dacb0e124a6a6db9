"""Writes what was measured into a page of the documentation, between the two comments that keep its place."""

from __future__ import annotations

import re
from pathlib import Path


def put(page: Path, name: str, content: str) -> None:
    """Replace what a page says under a name, and print it; ends the program where the page has no such place."""
    text = page.read_text()
    place = re.compile(rf"(<!-- measured: {name} -->\n).*?(<!-- /measured -->)", re.DOTALL)
    if not place.search(text):
        raise SystemExit(f"{page} has no place for {name!r}")
    page.write_text(place.sub(lambda found: found[1] + content.rstrip("\n") + "\n" + found[2], text))
    print(content)
