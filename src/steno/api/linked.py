"""What was found in a repository, for the verbs that show it: the repository open, the memory read."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from steno.api.world import World
from steno.base.time import stamp
from steno.errors import UsageError
from steno.vcs import git, remembered, steps

if TYPE_CHECKING:
    from steno.vcs.patches import Code


class Linked:
    """A repository in which `steno link` has been, open as long as the block; raises `UsageError`."""

    def __init__(self, world: World, folder: Path) -> None:
        self.repository = git.opened(folder, world.environ)
        self._file = remembered.file(self.repository.folder(), world.environ, world.home)
        found = remembered.load(self._file)
        if found is None:
            option = "" if folder == Path() else f" --repo {folder}"
            raise UsageError(f"nothing is known about the commits here yet; run `steno link{option}` first")
        self.known = found

    def __enter__(self) -> Linked:
        return self

    def __exit__(self, *exception: object) -> None:
        self.repository.__exit__(*exception)

    def code(self, session: str) -> Code | None:
        """What a session led to; None where nothing of it was looked for here."""
        from steno.vcs import memory, patches  # what `blame` and `log` do without

        whole = memory.load(self._file)
        if whole.saved is None or all(edit.session != session for edit in whole.saved.edits):
            return None
        searched = stamp(datetime.fromtimestamp(self._file.stat().st_mtime, UTC))
        return patches.code(whole, session, self.repository, searched)

    @cached_property
    def steps(self) -> steps.Steps:
        return steps.Steps(self._file, self.known.sessions, steps.read)

    @property
    def unread(self) -> list[str]:
        """The sessions that could not be asked for their steps."""
        return sorted(self.steps.missing)
