"""The code a trace led to: changes, commits and lines, pointing back at events."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from steno.base.exact import JSON


class Patch(Struct, frozen=True, kw_only=True):
    """A change to one file that an event made."""

    id: str
    event: str | UnsetType = UNSET
    path: str
    change: str
    """`add`, `modify`, `delete` or `rename`."""
    diff: str | UnsetType = UNSET
    before: str | UnsetType = UNSET
    """SHA-256 of the file before, where it is known."""
    after: str | UnsetType = UNSET
    residue: JSON | UnsetType = UNSET


class GitLink(Struct, frozen=True, kw_only=True):
    """A commit that patches of the trace went into."""

    commit: str
    repository: str | UnsetType = UNSET
    tier: str
    """How strong the evidence is."""
    patches: tuple[str, ...] = ()
    residue: JSON | UnsetType = UNSET


class Attribution(Struct, frozen=True, kw_only=True):
    """Lines of a file at a commit, and the event they come from."""

    path: str
    commit: str | UnsetType = UNSET
    first: int
    last: int
    event: str | UnsetType = UNSET
    residue: JSON | UnsetType = UNSET


class Artifact(Struct, frozen=True, kw_only=True):
    """A file or other thing that the run made, changed or looked at."""

    name: str
    event: str | UnsetType = UNSET
    media_type: str | UnsetType = UNSET
    size: int | UnsetType = UNSET
    sha256: str | UnsetType = UNSET
    residue: JSON | UnsetType = UNSET
