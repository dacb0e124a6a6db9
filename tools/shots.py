"""Takes the pictures of the viewer under docs/images, from the example session alone.

    python -m tools.shots

Sessions and Session, 1280 and 390 pixels wide, in both themes.  Which of them the README shows, it says itself.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

from tests.given.browser import chromium, looking
from tests.given.machine import claude, dialogue
from tests.given.page import serving, world

from steno.api.view import Desk

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71.jsonl"
IMAGES = ROOT / "docs" / "images"
LARGEST = 200_000
SIZES = {1280: 640, 390: 844}
WRITTEN = 1_773_480_482
"""When the last line of the example was written: the list of sessions says how long that is ago."""


OTHERS = {
    "Water the roses when the soil is dry": "/home/ada/src/garden",
    "Why does the feed time out on the first of the month?": "/home/ada/src/tidewatch",
    "Rename the harbour table and keep the old name as a view": "/home/ada/src/tidewatch",
    "Write a test for the empty basket": "/home/ada/src/shop",
    "Explain what the release script does before I run it": "/home/ada/src/shop",
}
"""What was asked in other sessions, and where: invented, as the example is."""


def filled(home: Path) -> None:
    """A machine with the example and some short sessions, each a day older than the one before."""
    folder = home / ".claude" / "projects" / "-home-ada-src-tidewatch"
    shutil.copytree(EXAMPLE.with_suffix(""), folder / EXAMPLE.stem)
    os.utime(shutil.copy(EXAMPLE, folder), (WRITTEN, WRITTEN))
    for number, (prompt, cwd) in enumerate(OTHERS.items(), 1):
        id = f"{number}e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e7{number}"
        made = dialogue(id, prompt=prompt)
        for at, each in enumerate(made):
            each.update(cwd=cwd, timestamp=f"2026-03-{14 - number:02}T1{number}:{7 * at:02}:00Z")
        path = claude(home, id, made)
        os.utime(path, (WRITTEN - 86_400 * number,) * 2)


def shots(home: Path) -> Iterator[tuple[str, bytes]]:
    """Each picture by its name."""
    filled(home)
    with chromium() as browser, serving(Desk(world(home))) as client:
        while (listed := client.get("sessions"))["syncing"] is not None or len(listed["rows"]) <= len(OTHERS):
            time.sleep(0.1)
        key = next(row["key"] for row in listed["rows"] if row["id"] == EXAMPLE.stem)
        places = {
            "sessions": ("/", "document.querySelectorAll('.srow a').length > 5"),
            "session": (f"/s/{key}?e=6", "document.querySelector('#ibody .isec, .ev.on')"),
        }
        for name, (address, drawn) in places.items():
            for width, height in SIZES.items():
                for theme in ("light", "dark"):
                    viewport = {"width": width, "height": height}
                    with looking(browser, client, viewport=viewport, color_scheme=theme, timezone_id="UTC") as page:
                        page.open(address).until(drawn)
                        page.page.wait_for_timeout(700)
                        yield f"{name}-{width}-{theme}.png", smaller(page.page.screenshot())


def smaller(data: bytes) -> bytes:
    """The same picture, packed as well as can be: the browser is in a hurry."""
    head, rest, chunks = data[:8], data[8:], list[tuple[bytes, bytes]]()
    while rest:
        size = int.from_bytes(rest[:4], "big")
        chunks.append((rest[4:8], rest[8 : 8 + size]))
        rest = rest[12 + size :]
    pixels = zlib.compress(zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT")), 9)
    kept = [*(each for each in chunks if each[0] in (b"IHDR", b"sRGB")), (b"IDAT", pixels), (b"IEND", b"")]
    return head + b"".join(
        len(body).to_bytes(4, "big") + name + body + zlib.crc32(name + body).to_bytes(4, "big") for name, body in kept
    )


def main() -> int:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, data in shots(Path(folder)):
            if len(data) > LARGEST:
                print(f"{name}: {len(data):,} bytes are too many", file=sys.stderr)
                return 1
            (IMAGES / name).write_bytes(data)
            print(f"{name}: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
