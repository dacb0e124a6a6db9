"""What the commands that show links of sessions and commits have in common."""

from __future__ import annotations

from collections.abc import Sequence

from steno.cli import exits


def complain(unread: Sequence[str]) -> None:
    """Say which sessions could not be asked for their steps."""
    if unread:
        more = f" and {len(unread) - 1} more" if len(unread) > 1 else ""
        exits.say(f"{unread[0]}{more}: the file cannot be read, so steps and prompts are missing", "")
