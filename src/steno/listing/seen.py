"""What is remembered of a file of sessions.  Knows neither how it was found nor where it is kept."""

from __future__ import annotations

from msgspec import Struct

UNKNOWN = -1
"""In place of a count that needs the whole file."""

State = tuple[str, int, float]
"""A path, its size and when it was last changed; a size below zero where there is none."""


class Seen(Struct, array_like=True, gc=False):
    """One session of a file, as its first and last bytes show it; an empty text is what they do not say."""

    id: str = ""
    """As the log states it."""
    parent: str = ""
    """The id of the one that started it."""
    origin: str = ""
    """The id of the one that it was forked from, and whose beginning it repeats."""
    title: str = ""
    """Its title, or the first line of its first prompt."""
    project: str = ""
    """The working directory in which it began."""
    started: str = ""
    last: str = ""
    """The time of the last event, as the log spells it."""
    turns: int = UNKNOWN
    tools: int = UNKNOWN


class Figures(Struct, array_like=True, gc=False):
    """What only a whole read tells of a session, without its sub-agents; what it repeats of another is not counted."""

    usd: float = 0.0
    is_floor: bool = False
    """Whether it cost at least as much, and nobody knows how much more."""
    requests: int = 0
    failures: int = UNKNOWN
    """Tool calls that failed, where they were counted: that takes longest."""
    turns: int = 0
    tools: int = 0

    @property
    def is_priced(self) -> bool:
        """Whether anything is known of the cost."""
        return self.requests > 0 and (self.usd > 0 or not self.is_floor)


class File(Struct, array_like=True):
    """A file of sessions, as it was when it was looked at."""

    size: int
    modified: float
    seen: list[Seen] = []
    why: str = ""
    """Why nothing of it can be listed."""
    kind: str = ""
    """Of `why`: `strange` where it is no session, `closed` where only the agent can read it."""
    beside: list[State] = []
    """Other files that were read with it."""
    is_store: bool = False
    """Whether it is made for many sessions, however many are in it."""
    figures: list[Figures] = []
    """As many as sessions, where they have been counted ..."""
    counted: str = ""
    """... and what they were counted of: the files of all that belong together, and the prices."""
