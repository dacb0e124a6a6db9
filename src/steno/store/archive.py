"""The archive: every state of the files of sessions that was ever seen, byte for byte.  Not redacted.

Pieces come before the line that names them, and a line is whole or not there: whatever kills a run, every version that
the journal has can be restored.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from steno.base.files import private_directory, written
from steno.contracts import unwritable
from steno.errors import StenoError, Unreadable, UsageError
from steno.store.archive_reading import State, kept, mark
from steno.store.objects import Damaged, Objects
from steno.store.versions import Journal, Version, locked


class Subject(Struct, frozen=True):
    """A session whose files are to be archived."""

    agent: str
    id: str
    main: Path


class Kept(Struct, frozen=True):
    """What came of archiving a session."""

    new: list[Version]
    """States that were not in the archive, and files that were found gone."""
    failed: list[Unreadable]
    """Files that could not be read; the others are archived."""


class Archive:
    """The archive in a folder.  Several processes may use one at once."""

    def __init__(self, folder: Path) -> None:
        """Reads the journal; makes nothing."""
        self.folder = folder
        self.objects = Objects(folder / "objects")
        self.journal = Journal(folder)
        self.journal.read()
        self._is_swept = False

    # Keeping

    def keep(self, one: Subject, sides: Callable[[], Iterable[Path]], time: str) -> Kept:
        """Archive the files of a session as they are now; `sides` finds those that belong to its own.

        Files whose mark is as it was are not read.  Raises `Unwritable` where the machine lets nothing be written.
        """
        paths = [str(one.main), *dict.fromkeys(map(str, sides()))]
        if not self._changed(str(one.main), paths):
            return Kept([], [])
        try:
            with locked(self.folder):
                self._begin()
                return self._keep(one, paths, time)
        except StenoError:
            raise
        except OSError as error:
            raise unwritable(str(self.folder), error) from None

    def _begin(self) -> None:
        """Read what others have added, and take away what a killed run has left."""
        self.journal.read()
        if not self._is_swept:
            self.objects.sweep()
            for left in self.folder.glob(".copy-*"):
                shutil.rmtree(left)
            self._is_swept = True

    def _changed(self, main: str, paths: Iterable[str]) -> list[str]:
        """Which files are not as they were last seen: changed, new or gone."""
        known = self.journal.sessions.get(main, {})
        changed = []
        for path in dict.fromkeys((*paths, *known)):
            now, states = mark(Path(path)), known.get(path)
            if now is None:
                if states and not states[-1].is_gone:
                    changed.append(path)
            elif not states or states[-1].is_gone or now != self.journal.mark(main, path):
                changed.append(path)
        return changed

    def _keep(self, one: Subject, paths: list[str], time: str) -> Kept:
        main, lines, failed = str(one.main), list[Version](), list[Unreadable]()
        number = self.journal.newest(main) + 1

        def line(path: str, state: State | None) -> Version:
            found = {} if state is None else {name: getattr(state, name) for name in state.__struct_fields__}
            return Version(agent=one.agent, session=one.id, main=main, path=path, state=number, time=time, **found)

        for path in self._changed(main, paths):
            before = self.journal.sessions.get(main, {}).get(path, [])
            try:
                if mark(Path(path)) is None:
                    if before and not before[-1].is_gone:
                        lines.append(line(path, None))
                    continue
                last = next((each.hash for each in reversed(before) if each.hash), "")
                now = line(path, kept(Path(path), self.objects, self.journal, last, self.folder))
                is_known = before and before[-1].hash == now.hash and self.journal.mark(main, path) == now.mark
                lines += [] if is_known else [now]
            except Unreadable as error:
                failed.append(error)
        if not lines:
            return Kept([], failed)
        self.objects.settle()
        count = len(self.journal.versions)
        self.journal.append(lines)
        return Kept(self.journal.versions[count:], failed)

    # Restoring

    def pieces(self, hash: str) -> Iterator[bytes]:
        """The bytes of a state; raises `Damaged`, at the latest at the end, where they are not those that were seen."""
        whole = hashlib.sha256()
        for version in reversed(list(self._chain(hash))):
            for name in version.parts:
                piece = self.objects.get(name)
                whole.update(piece)
                yield piece
        if whole.hexdigest() != hash:
            raise Damaged(f"{self.journal.path}: the pieces of {hash} do not make the file that was archived")

    def _chain(self, hash: str) -> Iterator[Version]:
        """The versions that a state is made of, the last first."""
        seen = set[str]()
        while hash:
            version = self.journal.states.get(hash)
            if version is None or hash in seen:
                raise Damaged(f"{self.journal.path}: the line for {hash} is missing or damaged")
            seen.add(hash)
            yield version
            hash = version.after

    def files(self, main: str, state: int | None = None) -> list[Version]:
        """The files of a session as they were in one of its states, its own first: in the last in which that file was
        there, unless a number says which.  Raises `UsageError` where there is no such state.
        """
        known = self.journal.sessions[main]
        own = [each for each in known.get(main, []) if not each.is_gone]
        if state is None:
            gone = [each.state for each in known.get(main, []) if each.is_gone and own and each.state > own[-1].state]
            state = gone[0] - 1 if gone else self.journal.newest(main)
        elif not 1 <= state <= self.journal.newest(main):
            raise UsageError(f"{main}: there is no version {state}; the versions are 1 to {self.journal.newest(main)}")
        found = (
            next((each for each in reversed(states) if each.state <= state), None)
            for _, states in sorted(known.items(), key=lambda item: (item[0] != main, item[0]))
        )
        return [each for each in found if each is not None and not each.is_gone]

    def restore(self, versions: Iterable[Version], folder: Path) -> list[Path]:
        """Write files below a folder, each whole or not at all, where they lay beside each other; those that are there
        are never replaced.  Raises `Damaged`, `UsageError` and `Unwritable`.
        """
        versions = list(versions)
        targets = [folder / place for place in _places(versions)]
        if there := next((each for each in targets if os.path.lexists(each)), None):
            raise UsageError(f"{there}: it exists, and restoring replaces nothing; name another folder")
        for version, target in zip(versions, targets, strict=True):
            try:
                private_directory(target.parent)
                with written(target) as stream:
                    for piece in self.pieces(version.hash):
                        stream.write(piece)
                os.utime(target, ns=(version.mtime, version.mtime))
            except StenoError:
                raise
            except OSError as error:
                raise unwritable(str(target), error) from None
        return targets


def _places(versions: list[Version]) -> list[Path]:
    """Where files lay below the folder that they have in common."""
    paths = [os.path.normpath(each.path) for each in versions]  # none leads out of the folder
    top = os.path.commonpath([os.path.dirname(each) for each in paths]) if paths else ""  # noqa: PTH120
    return [Path(os.path.relpath(each, top)) for each in paths]
