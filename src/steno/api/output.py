"""Where data goes: a file or a stream, whole or not at all."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from steno.base.exact import JSON, encode
from steno.base.files import private_directory, resolved, written
from steno.base.jsonl import BUFFER
from steno.base.listener import while_read as while_read
from steno.base.spool import Spool
from steno.contracts import unwritable as unwritable
from steno.errors import StenoError


@contextmanager
def destination(path: Path | None, otherwise: BinaryIO) -> Iterator[BinaryIO]:
    """A stream whose bytes arrive only if the block ends well: in a file that only its owner can read, or in
    `otherwise`."""
    if path is None or str(path) == "-":
        with Spool(BUFFER) as whole:
            yield cast(BinaryIO, whole)
            whole.pass_on(otherwise, BUFFER)
        return
    try:
        real = resolved(path)
        if path.exists() and not path.is_file():  # /dev/null and the like are written to, never replaced
            with path.open("wb") as stream:
                yield stream
        else:
            with written(real) as stream:
                yield stream
    except (StenoError, BrokenPipeError):
        raise
    except OSError as error:
        raise unwritable(str(path), error) from None


def put(folder: Path, target: Path, data: bytes) -> None:
    """Bytes in a file below a folder, whole or not at all; folders that are missing are made, for their owner alone."""
    try:
        private_directory((folder / target).parent)
    except OSError as error:
        raise unwritable(str(folder / target), error) from None
    with destination(folder / target, io.BytesIO()) as stream:
        stream.write(data)


def json_line(value: JSON) -> bytes:
    """A JSON value or a struct as one line, without its end."""
    return encode(value)
