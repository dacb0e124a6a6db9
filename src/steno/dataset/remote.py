"""Sessions that lie elsewhere: URLs through fsspec, fetched to a file for as long as they are read."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

from steno.base.ids import sha256
from steno.errors import Unreadable, UsageError

MARK = "://"


def _fsspec() -> Any:
    try:
        import fsspec
    except ImportError:
        raise UsageError("URLs need fsspec: `pip install 'steno-trace[remote]'`") from None
    return fsspec


def listed(url: str) -> list[tuple[str, tuple[int, int]]]:
    """The files that a URL or a glob names, with their states; raises `UsageError`."""
    files, path = _fsspec().core.url_to_fs(url)
    try:
        found = sorted(files.glob(path)) if any(sign in path for sign in "*?[") else sorted(files.find(path))
        infos = [files.info(each) for each in found]
    except (OSError, ValueError) as error:
        raise UsageError(f"{url}: {error}") from None
    if not infos:
        raise UsageError(f"{url}: no such file")
    return [(files.unstrip_protocol(each["name"]), _state(each)) for each in infos]


def _state(info: dict[str, Any]) -> tuple[int, int]:
    """The size of a file, and a number that changes with it."""
    changed = {key: str(info[key]) for key in ("etag", "ETag", "mtime", "LastModified", "created") if key in info}
    return int(info.get("size") or 0), int(sha256(repr(sorted(changed.items())).encode())[:15], 16)


@contextmanager
def fetched(url: str) -> Iterator[Path]:
    """A file with what a URL holds, under its own name; gone with the block.  Raises `Unreadable`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (PurePosixPath(url).name or "session")
        try:
            with _fsspec().open(url, "rb") as source, path.open("wb") as target:
                while data := source.read(1 << 20):
                    target.write(data)
        except FileNotFoundError as error:
            raise Unreadable(f"{url}: {error}") from None
        yield path
