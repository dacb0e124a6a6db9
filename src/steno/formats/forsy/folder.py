"""A folder that appears complete or not at all, and that only its owner can read."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from steno.base.files import resolved
from steno.contracts import UsageError, unwritable


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """An empty folder to write into, which is renamed into place if the block ends well.

    Nothing is replaced: only where there is none, or an empty one, a folder appears.  Raises `UsageError`
    or `Unwritable`.
    """
    path = Path.cwd() / path  # not resolve(): a link to a folder is somebody's folder
    try:
        path = resolved(path.parent) / path.name
        if path.is_symlink() or (path.exists() and (not path.is_dir() or any(path.iterdir()))):
            raise UsageError(f"{path} already exists: name a new or an empty folder")
        made = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))  # mkdtemp makes it 0700
    except OSError as error:
        raise unwritable(str(path), error) from None
    try:
        yield made
        _settle(made, path)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def _settle(made: Path, path: Path) -> None:
    try:
        if path.exists():
            path.rmdir()  # an empty one; one that is not any more is left alone
        made.rename(path)
    except OSError as error:
        raise unwritable(str(path), error) from None
