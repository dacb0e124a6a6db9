"""The code a trace led to: changes, commits and lines, pointing back at events."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from steno.base.exact import JSON


class GitAnchor(Struct, frozen=True, kw_only=True):
    """Where a patch was found in git, or that it was looked for in vain."""

    searched: str
    """When it was last looked for."""
    found: bool
    commit: str | UnsetType = UNSET
    path: str | UnsetType = UNSET
    """In the commit: another one than the patch's after a rename."""
    blob: str | UnsetType = UNSET
    patch_id: str | UnsetType = UNSET
    """The commit's, as `git patch-id --stable` says it."""
    tier: str | UnsetType = UNSET
    """The evidence, from `exact_blob_hash` to `orphan`."""
    firmness: str | UnsetType = UNSET
    residue: JSON | UnsetType = UNSET


class Patch(Struct, frozen=True, kw_only=True):
    """A change to one place of one file that an event made."""

    id: str
    event: str | UnsetType = UNSET
    path: str
    change: str
    """`add`, `modify`, `delete` or `rename`."""
    diff: str | UnsetType = UNSET
    before: str | UnsetType = UNSET
    """SHA-256 of the file before, where it is known."""
    after: str | UnsetType = UNSET
    content: str | UnsetType = UNSET
    """An address of the change itself: equal changes of two traces have the same."""
    first: int | UnsetType = UNSET
    """Its lines in the file as the event left it; with `last` before `first`, it only took lines away."""
    last: int | UnsetType = UNSET
    methods: tuple[str, ...] = ()
    """How it was captured."""
    snapshot_before: str | UnsetType = UNSET
    snapshot_after: str | UnsetType = UNSET
    anchor: GitAnchor | UnsetType = UNSET
    superseded_by: tuple[str, ...] = ()
    """The other commits in which it was found, newest first."""
    limitations: tuple[str, ...] = ()
    residue: JSON | UnsetType = UNSET


class GitLink(Struct, frozen=True, kw_only=True):
    """A commit that patches of the trace went into."""

    commit: str
    repository: str | UnsetType = UNSET
    tier: str
    """How strong the evidence is."""
    patches: tuple[str, ...] = ()
    vcs: str | UnsetType = UNSET
    """`git` or `jj`."""
    branch: str | UnsetType = UNSET
    reachable: bool | UnsetType = UNSET
    """Whether some branch, remote branch or tag has the commit."""
    alive: bool | UnsetType = UNSET
    """Whether some line of the trace's still stands at HEAD."""
    unaccounted: tuple[str, ...] | UnsetType = UNSET
    """Files that the commit changed and no edit of the trace accounts for; UNSET where nobody looked."""
    residue: JSON | UnsetType = UNSET


class Original(Struct, frozen=True, kw_only=True):
    """Lines as they were before somebody or something rewrote them."""

    first: int
    last: int
    hash: str | UnsetType = UNSET


class Attribution(Struct, frozen=True, kw_only=True):
    """Lines of a file at a commit, and the event they come from."""

    path: str
    commit: str | UnsetType = UNSET
    first: int
    last: int
    event: str | UnsetType = UNSET
    hash: str | UnsetType = UNSET
    """`murmur3:` and the hash of the lines, joined by LF, without a last one."""
    confidence: str | UnsetType = UNSET
    """`high`, `medium` or `low`."""
    change: str | UnsetType = UNSET
    """`addition`, `modification` or `deletion`."""
    original: Original | UnsetType = UNSET
    """Only where the lines are no longer the event's own."""
    residue: JSON | UnsetType = UNSET


class Artifact(Struct, frozen=True, kw_only=True):
    """A file or other thing that the run made, changed or looked at."""

    name: str
    event: str | UnsetType = UNSET
    media_type: str | UnsetType = UNSET
    size: int | UnsetType = UNSET
    sha256: str | UnsetType = UNSET
    residue: JSON | UnsetType = UNSET
