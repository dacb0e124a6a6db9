"""Pieces of files, each named by the hash of its bytes and kept compressed.  Knows nothing of whose they are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from steno.base.files import private_directory, written
from steno.base.ids import sha256
from steno.errors import Unreadable

LARGEST = 1 << 20
"""How many bytes a piece has at most: so much is in memory at a time, and a database that changed in one place costs
as much again."""
_LEVEL = 3
_SKIPPED = b"\x50\x2a\x4d\x18" + (32).to_bytes(4, "little")
"""Begins a frame that Zstandard's own tools pass over."""


class Damaged(Unreadable):
    """Something in the archive is not what was put there."""


class Objects:
    """A folder of pieces: `ab/cdef…` is the one whose SHA-256 is `abcdef…`.

    A file is one Zstandard frame, and one that tools pass over, with the hash of the first: so every byte is proved,
    also those that change nothing in what is unpacked.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._fresh: set[Path] = set()
        """Folders with new names, which a crash of the machine could still take back."""

    def path(self, name: str) -> Path:
        """Where a piece lies."""
        return self.folder / name[:2] / name[2:]

    def put(self, piece: bytes) -> str:
        """Keep a piece, and name it.  It appears whole or not at all; one that is there already is not written."""
        import zstandard  # costs start-up, and few commands need it

        name = sha256(piece)
        path = self.path(name)
        if not path.exists():
            private_directory(path.parent)
            with written(path) as stream:
                frame = zstandard.ZstdCompressor(level=_LEVEL).compress(piece)
                stream.write(frame + _proof(frame))
            self._fresh.add(path.parent)
        return name

    def settle(self) -> None:
        """Have the machine keep the names of all pieces: only then may anything refer to them."""
        for folder in sorted(self._fresh):
            synced(folder)
        if self._fresh:
            synced(self.folder)
        self._fresh.clear()

    def get(self, name: str) -> bytes:
        """The bytes of a piece; raises `Damaged` where they are not those that were put."""
        import zstandard

        path = self.path(name)
        try:
            packed = path.read_bytes()
        except FileNotFoundError:
            raise Damaged(f"{path}: missing from the archive") from None
        except OSError as error:
            raise Damaged(f"{path}: {(error.strerror or str(error)).lower()}") from None
        frame, proof = packed[: -len(_SKIPPED) - 32], packed[-len(_SKIPPED) - 32 :]
        try:
            piece = zstandard.ZstdDecompressor().decompress(frame, max_output_size=LARGEST)
        except zstandard.ZstdError as error:
            raise Damaged(f"{path}: damaged: {error}") from None
        if sha256(piece) != name or proof != _proof(frame):
            raise Damaged(f"{path}: damaged: its bytes are not those that were archived")
        return piece

    def names(self) -> Iterator[str]:
        """The name of every piece."""
        for path in self._files():
            if not path.name.startswith("."):
                yield path.parent.name + path.name

    def sweep(self) -> None:
        """Remove what a run that was killed left half written.  Nobody else may be writing."""
        for path in self._files():
            if path.name.startswith("."):
                path.unlink(missing_ok=True)

    def _files(self) -> Iterator[Path]:
        for folder in sorted(self.folder.iterdir()) if self.folder.is_dir() else ():
            if folder.is_dir():
                yield from sorted(folder.iterdir())


def _proof(frame: bytes) -> bytes:
    return _SKIPPED + bytes.fromhex(sha256(frame))


def synced(folder: Path) -> None:
    """Have the machine keep the names in a folder."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # a system on which folders cannot be opened
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
