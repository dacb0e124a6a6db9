"""Files that Steno reads back and believes: read only where they are this user's own.  Knows nothing of what they say.

Whoever may write such a file decides what Steno does: which secrets it looks for, whose a line is.  So the file and the
folders that Steno made for it belong to this user, nobody else may write to them, and no symbolic link leads there.
"""

from __future__ import annotations

import errno
import os
import stat
import warnings
from collections.abc import Callable, Collection
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, TypeVar

from steno.base.files import private_directory, written
from steno.errors import StenoWarning

T = TypeVar("T")

FOLDERS = 2
"""How many folders above such a file are Steno's own: `steno`, and the one for this kind of file."""

_OWNERS = hasattr(os, "geteuid")
"""Whether files belong to somebody here; on Windows a user's folders are guarded by the system."""
_FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_FOLDER = _FILE | getattr(os, "O_DIRECTORY", 0)
_OTHERS = stat.S_IWGRP | stat.S_IWOTH


class NotOurs(PermissionError):
    """A file that somebody else made, or may have changed.  `strerror` says why, in words for the user."""


class NotBelieved(StenoWarning):
    """A file was left unread because it is not this user's own; everything works without it."""


def _whole(stream: BinaryIO) -> bytes:
    return stream.read()


def read(path: Path, folders: int = FOLDERS) -> bytes | None:
    """What the file holds; None where there is none that may be read.  One that is not ours is said once."""
    return taken(path, _whole, folders)


def taken(path: Path, take: Callable[[BinaryIO], T], folders: int = FOLDERS) -> T | None:
    """What `take` makes of the file; None where there is none that may be read.  One that is not ours is said once."""
    try:
        return _content(path, take, folders)
    except NotOurs as error:
        _warn(path, error)
    except OSError:
        pass  # most often there is none yet: it is made anew
    return None


def is_ours(path: Path) -> bool:
    """Whether a file may be believed.  One that may not is said once."""
    try:
        check(path)
    except NotOurs as error:
        _warn(path, error)
        return False
    except OSError:
        return False
    return True


def write(path: Path, data: bytes, folders: int = FOLDERS) -> None:
    """Keep data for `read`, whole or not at all; raises `OSError`, and `NotOurs` where the folder is somebody else's.

    Folders of ours to which others may write, as a umask has made them, are closed to them.
    """
    private_directory(path.parent)
    if _OWNERS:
        with ExitStack() as stack:
            _folder(path, folders, stack, close=True)
    with written(path) as stream:
        stream.write(data)


def content(path: Path, folders: int = FOLDERS) -> bytes:
    """What the file holds; raises `NotOurs`, and `OSError` where there is none."""
    return _content(path, _whole, folders)


def _content(path: Path, take: Callable[[BinaryIO], T], folders: int) -> T:
    if not _OWNERS:
        with path.open("rb") as stream:
            return take(stream)
    with ExitStack() as stack:
        above = _folder(path, folders, stack)
        descriptor = _opened(path, _FILE, above, path.name)
        with open(descriptor, "rb") as stream:
            _check(path, descriptor, {os.geteuid()})
            return take(stream)


def check(path: Path, beside: Path | None = None) -> None:
    """Raises `NotOurs` unless the file is this user's and nobody else may write to it.

    What stands `beside` a file is believed as much as that file: its owner may have written both.
    """
    if _OWNERS:
        other = beside.stat() if beside is not None and beside.exists() else None
        descriptor = _opened(path, _FILE, None, str(path))
        try:
            owners = {os.geteuid()} if other is None else {os.geteuid(), other.st_uid}
            _check(path, descriptor, owners, open_to=0 if other is None else other.st_mode)
        finally:
            os.close(descriptor)


def _folder(path: Path, folders: int, stack: ExitStack, *, close: bool = False) -> int:
    """The folder of a file, opened step by step: where a name was looked at is where the next one is looked up."""
    own = list(path.parents)[:folders]
    top = path.absolute().parents[len(own)] if len(own) < len(path.absolute().parents) else Path(path.anchor)
    _check_above(top)
    descriptor = os.open(top, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0))
    stack.callback(os.close, descriptor)
    for each in reversed(own):
        descriptor = _opened(each, _FOLDER, descriptor, each.name)
        stack.callback(os.close, descriptor)
        status = os.fstat(descriptor)
        if close and status.st_uid == os.geteuid() and status.st_mode & _OTHERS:
            os.fchmod(descriptor, stat.S_IMODE(status.st_mode) & ~_OTHERS)
        _check(each, descriptor, {os.geteuid()}, stat.S_IFDIR)
    return descriptor


def _opened(path: Path, flags: int, folder: int | None, name: str) -> int:
    try:
        return os.open(name, flags, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK) or (error.errno == errno.ENOTDIR and path.is_symlink()):
            raise _refusal(path, "is a symbolic link") from None
        raise


def _check(path: Path, descriptor: int, owners: Collection[int], kind: int = stat.S_IFREG, *, open_to: int = 0) -> None:
    status = os.fstat(descriptor)
    if stat.S_IFMT(status.st_mode) != kind:
        raise OSError(errno.EINVAL, "not a regular file" if kind == stat.S_IFREG else "not a folder", str(path))
    if status.st_uid not in owners:
        raise _refusal(path, f"belongs to another user (uid {status.st_uid})")
    if status.st_mode & _OTHERS & ~open_to:
        raise _refusal(path, f"is writable by other users (mode {stat.S_IMODE(status.st_mode):04o})")


def _check_above(top: Path) -> None:
    """Whoever may rename what is above our folders could put others in their place.

    A group may: many systems give every user a group of their own, and a folder of somebody else is refused anyway.
    """
    real = Path(os.path.realpath(top))
    for each in (real, *real.parents):
        status = each.stat()
        if status.st_uid not in (0, os.geteuid()):
            raise _refusal(each, f"belongs to another user (uid {status.st_uid})")
        if status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX:
            raise _refusal(each, f"is writable by everybody (mode {stat.S_IMODE(status.st_mode):04o})")


def _warn(path: Path, error: NotOurs) -> None:
    """One line for each file or folder that is wrong, however much lies in it."""
    if error.filename == str(path):
        message = f"{path} is not used: {error.strerror}; remove it"
    else:
        below = f"Steno does not use what it keeps in {error.filename}"
        message = f"{below}: {error.strerror}; set XDG_CACHE_HOME and XDG_DATA_HOME to use other folders"
    warnings.warn(message, NotBelieved, stacklevel=1)  # always this line: the same words are said once


def _refusal(path: Path, why: str) -> NotOurs:
    return NotOurs(errno.EPERM, f"it {why}", str(path))
