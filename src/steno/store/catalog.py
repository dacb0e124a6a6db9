"""The file of the catalog: where it lies, and how it is opened.  Knows no table but by `schema`.

One process writes at a time, any number read meanwhile (WAL).  A file that is damaged, or that a newer Steno made, is
never written to: it stays as it is, and another one is made beside it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from steno.base.files import private_directory
from steno.base.folders import data
from steno.errors import Unreadable, Unwritable
from steno.store import schema

CATALOG: Final = "STENO_CATALOG"
"""The environment variable that names another file."""
_WAIT: Final = 60.0
"""Seconds that one writer waits for another."""
_SUFFIXES: Final = ("", "-wal", "-shm")

Tell = Callable[[str], None]
"""Takes a sentence for the user."""


def path_of(environ: Mapping[str, str], home: Path) -> Path:
    """Where the catalog lies: in the file that the environment names, or in the user's folder of data."""
    named = environ.get(CATALOG)
    return Path(named).absolute() if named else data(environ, home) / "steno" / "catalog" / "catalog.db"


def writable(path: Path, tell: Tell = lambda sentence: None) -> sqlite3.Connection:
    """The catalog, made where it is missing, as this version has it; raises `Unwritable`.

    `tell` hears of a file that cannot be used; it is kept, and the catalog begins anew beside it.
    """
    with said(path):
        try:
            private_directory(path.parent)
            return _opened(path)
        except _Newer as error:
            tell(f"{error}; it is left alone, and this version keeps its own beside it")
            return _opened(_own(path))
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
            kept = _set_aside(path)
            tell(f"{path}: the catalog is damaged ({error}); it is kept as {kept.name}, and a new one is made")
            return _opened(path)


def readable(path: Path) -> sqlite3.Connection:
    """The catalog, for reading alone; raises `Unreadable` where there is none that this version can read."""
    for file in (path, _own(path)):
        if file.exists():
            with said(file):
                connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=_WAIT)
                connection.execute("PRAGMA query_only = ON")
                if _version(connection) == schema.VERSION:
                    return connection
                connection.close()
    raise Unreadable(f"{path}: there is no catalog yet; `steno sync` makes it")


def forget(path: Path) -> None:
    """Take the catalog away, so that it is made from the sources alone."""
    for suffix in reversed(_SUFFIXES):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


@contextmanager
def said(path: Path) -> Iterator[None]:
    """What SQLite or the machine says against the work inside, as a sentence for the user."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _sentence(path, error) from None
    except OSError as error:
        if isinstance(error, Unreadable | Unwritable):
            raise
        raise Unwritable(f"{path}: {(error.strerror or str(error)).lower()}") from None


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of what is written inside, or nothing; waits for whoever writes now."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite itself rolls back where the disk is full
            connection.execute("ROLLBACK")
        raise


class _Newer(Exception):
    pass


def _opened(path: Path) -> sqlite3.Connection:
    # Made before SQLite opens it, as SQLite asks nobody who may read it; its other files have the same mode.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        version = _version(connection)
        if version > schema.VERSION:
            raise _Newer(f"{path}: a newer version of Steno made this catalog")
        for each in ("synchronous = NORMAL", "foreign_keys = ON", "cache_size = -65536", "temp_store = MEMORY"):
            connection.execute(f"PRAGMA {each}")
        if version < schema.VERSION:
            schema.migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _version(connection: sqlite3.Connection) -> int:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != schema.APPLICATION and (version or connection.execute("SELECT 1 FROM sqlite_master").fetchone()):
        raise sqlite3.DatabaseError("file is not a catalog")
    return version


def _own(path: Path) -> Path:
    """The file of this version, where another one has the usual name."""
    return path.with_name(f"{path.stem}-{schema.VERSION}{path.suffix}")


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return not isinstance(error, sqlite3.OperationalError | sqlite3.ProgrammingError | sqlite3.IntegrityError)


def _set_aside(path: Path) -> Path:
    """The name under which a damaged file is kept."""
    number = 1
    while (kept := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    for suffix in _SUFFIXES:
        if (file := path.with_name(path.name + suffix)).exists():
            os.replace(file, kept.with_name(kept.name + suffix))
    return kept


def _sentence(path: Path, error: sqlite3.DatabaseError) -> Unreadable | Unwritable:
    words = str(error)
    if "is full" in words:
        return Unwritable(f"{path}: the disk is full; what was read before is kept")
    if "locked" in words or "busy" in words:
        return Unwritable(f"{path}: another process has been writing to the catalog for a minute; try again later")
    if _is_damage(error):
        return Unreadable(f"{path}: the catalog is damaged ({words}); `steno sync --rebuild` makes it anew")
    return Unwritable(f"{path}: {words}")
