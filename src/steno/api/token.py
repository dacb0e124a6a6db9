"""The token that a client of a local server needs, in a file that only its owner can read."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from steno.api.output import put
from steno.api.world import World
from steno.base.folders import data
from steno.contracts import unwritable
from steno.errors import Unreadable, UsageError

_LEAST = 20


def token_file(world: World) -> Path:
    """Where the token lies, unless the user names another place."""
    return data(world.environ, world.home) / "steno" / "mcp-token"


def _make(file: Path) -> None:
    """A new token, unless another server makes one at the same time: then both have that one."""
    own = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    put(own.parent, Path(own.name), secrets.token_urlsafe(32).encode() + b"\n")
    try:
        os.link(own, file)
    except FileExistsError:
        pass  # it is there whole
    except OSError as error:
        raise unwritable(str(file), error) from None
    finally:
        own.unlink()


def token_of(file: Path) -> str:
    """The token in a file, which is made where it is not there; raises `UsageError` where others may read it."""
    if not file.exists():
        _make(file)
    try:
        mode, text = file.stat().st_mode, file.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        raise Unreadable(f"{file}: {error}") from None
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise UsageError(f"{file}: others may read the token; `chmod 600` the file")
    if len(text) < _LEAST or not text.isprintable() or " " in text:
        raise UsageError(f"{file}: a token has {_LEAST} characters or more, and no spaces")
    return text
