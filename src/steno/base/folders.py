"""Where Steno keeps what it records, and what it can make again.  Opens nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

TRANSCRIPTS: Final = "STENO_TRANSCRIPTS"
"""The environment variable that names another folder of transcripts."""
HOOKS: Final = "STENO_HOOKS"
"""And the one for what hooks write."""
ARCHIVE: Final = "STENO_ARCHIVE"
"""And the one for the archive."""


def home() -> Path:
    """The user's own folder.  An empty HOME says no more than none: the system's list of users is asked."""
    if os.environ.get("HOME") == "" and sys.platform != "win32":
        import pwd  # rarely needed

        try:
            return Path(pwd.getpwuid(os.getuid()).pw_dir)
        except KeyError:
            pass  # a user whom the list does not have
    return Path(os.path.expanduser("~"))  # noqa: PTH111  Path.home() raises where there is none


def transcripts(environ: Mapping[str, str], home: Path) -> Path:
    """The folder of transcripts: the one that the environment names, else the user's own."""
    named = environ.get(TRANSCRIPTS)
    return Path(named) if named else data(environ, home) / "steno" / "transcripts"


def hooks(environ: Mapping[str, str], home: Path) -> Path:
    """The folder in which hooks write: the one that the environment names, else the user's own."""
    named = environ.get(HOOKS)
    return Path(named).absolute() if named else data(environ, home) / "steno" / "hooks"


def archive(environ: Mapping[str, str], home: Path) -> Path:
    """The folder of the archive: the one that the environment names, else the user's own."""
    named = environ.get(ARCHIVE)
    return Path(named).absolute() if named else data(environ, home) / "steno" / "archive"


def data(environ: Mapping[str, str], home: Path) -> Path:
    """Where programs keep a user's data on this kind of machine."""
    if sys.platform == "win32":
        named = environ.get("LOCALAPPDATA")
        return Path(named) if named else home / "AppData" / "Local"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return xdg_data(environ, home)


def settings(environ: Mapping[str, str], home: Path) -> Path:
    """Where programs keep a user's settings on this kind of machine."""
    if sys.platform == "win32":
        return Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(environ.get("XDG_CONFIG_HOME", "").strip() or home / ".config")


def caches(environ: Mapping[str, str], home: Path) -> Path:
    """Where programs keep on this kind of machine what they can make again."""
    named = environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "").strip()
    if named and Path(named).is_absolute():  # the specification has programs ignore any other
        return Path(named)
    if sys.platform == "win32":
        return home / "AppData" / "Local"
    return home / "Library" / "Caches" if sys.platform == "darwin" else home / ".cache"


def xdg_data(environ: Mapping[str, str], home: Path) -> Path:
    named = environ.get("XDG_DATA_HOME", "").strip()
    return Path(named) if named else home / ".local" / "share"
