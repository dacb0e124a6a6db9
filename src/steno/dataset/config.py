"""What a `dataset.toml` says.  Opens no session, and judges nothing but the file itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

from steno.base.files import opened
from steno.dataset.strict import FILE, BadDataset, other, read
from steno.formats.opentraces.policy import DatasetIdentity, DatasetSecurityOverride, Tool, Tools

_NEEDED: Final = frozenset({"name", "sources"})
"""What a file has to say to be one."""
LARGEST: Final = 1 << 20
NAME: Final = FILE
Share = Annotated[float, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0)]
Some = Annotated[int, Meta(ge=1)]
Named = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,95}$")]
SplitName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,31}$")]


class _Table(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table of the file."""


class Source(_Table, frozen=True, kw_only=True):
    """Where sessions come from: one or more of the three."""

    paths: tuple[str, ...] = ()
    """Files, folders and globs, from the folder of the file on; URLs where fsspec is installed."""
    sessions: tuple[str, ...] = ()
    """Words as every command takes them: the beginning of an id, `@latest`."""
    query: str = ""
    """A question to the catalog in SQL, of which the column `path` counts."""
    format: str | None = None
    licence: str | None = None
    """Under which these sessions may be passed on."""


class Workflow(_Table, frozen=True, kw_only=True):
    """What is done with a session."""

    projection: str = "sft"
    passes: tuple[str, ...] = ()
    """Beside those that the projection needs, in this order."""
    options: dict[str, str] = {}
    """Of the projection."""
    subagents: bool = True


class Allowed(_Table, frozen=True, kw_only=True):
    """A finding that may stand, and why."""

    reason: Annotated[str, Meta(min_length=1)]
    rule: str = ""
    sha256: str = ""
    text: str = ""
    pattern: str = ""


class Beside(_Table, frozen=True, kw_only=True):
    """A tool that somebody ran apart from Steno."""

    tool: Tool
    reason: Annotated[str, Meta(min_length=1)]
    """Where and when, so that somebody can ask."""


class Security(_Table, frozen=True, kw_only=True):
    """The contract of the workflow, and what this dataset changes in it."""

    required_tools: Tools = ("regex", "path_anonymizer")
    optional_tools: Tools = ()
    default_enabled_tools: Tools = ()
    disallowed_tools: Tools = ()
    allow_disable_required: bool = False
    overrides: tuple[DatasetSecurityOverride, ...] = ()
    beside: tuple[Beside, ...] = ()
    level: Literal["secrets", "pii", "strict", "structure"] | None = None
    """More than the tools need."""
    key_file: str | None = None
    allow: tuple[Allowed, ...] = ()


class Splits(_Table, frozen=True, kw_only=True):
    shares: dict[SplitName, Share] = field(default_factory=lambda: {"train": 1.0})
    by: Literal["session", "repository"] = "session"
    stratify: Literal["agent", "model", "outcome", "licence", "language"] | None = None
    seed: str = "steno"


class Filters(_Table, frozen=True, kw_only=True):
    """A session is taken where all of them hold; one that cannot be told does not hold."""

    agents: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    outcomes: tuple[Literal["goal_reached", "interrupted", "error", "abandoned"], ...] = ()
    evidence: Literal["observed", "annotated"] | None = None
    """Rows in which everything said is so, or better: `annotated` takes those with a named author's word."""
    licences: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    """As two letters: in which the prompts are written."""
    events: tuple[Count, Count] | None = None
    """How many events a session has, at least and at most."""
    row_bytes: tuple[Count, Count] | None = None
    """How large a row's payload is as JSON."""


class Deduplicate(_Table, frozen=True, kw_only=True):
    exact: bool = True
    near: bool = False
    threshold: Share = 0.85
    words: Some = 5


class Contamination(_Table, frozen=True, kw_only=True):
    """Texts that no row may hold: those of a benchmark."""

    texts: tuple[str, ...] = ()
    words: Some = 13
    action: Literal["drop", "report"] = "drop"


class Sample(_Table, frozen=True, kw_only=True):
    rows: Count | None = None
    sessions: Count | None = None
    seed: str = "steno"


class Output(_Table, frozen=True, kw_only=True):
    folder: str = "build"
    formats: tuple[Literal["parquet", "jsonl"], ...] = ("parquet",)
    file_megabytes: Some = 256
    """How much text one file holds."""
    group_megabytes: Some = 16
    """How much text one row group holds: what a reader has in memory at once."""
    shard_sessions: Some = 32
    shard_megabytes: Some = 16


class Publication(_Table, frozen=True, kw_only=True):
    review: Literal["required", "auto"] = "required"
    remote: str | None = None


class Card(_Table, frozen=True, kw_only=True):
    licence: str | None = None
    pretty_name: str | None = None
    tags: tuple[str, ...] = ("agent-traces",)
    task_categories: tuple[str, ...] = ()
    language: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    limitations: str = ""
    citation: str = ""


class Dataset(_Table, frozen=True, kw_only=True):
    """All of it."""

    name: Named
    version: str = "1"
    description: str = ""
    sources: tuple[Source, ...] = ()
    workflow: Workflow = Workflow()
    security: Security = Security()
    identity: DatasetIdentity = DatasetIdentity()
    splits: Splits = Splits()
    filters: Filters = Filters()
    deduplicate: Deduplicate = Deduplicate()
    contamination: Contamination = Contamination()
    sample: Sample = Sample()
    output: Output = Output()
    publication: Publication = Publication()
    card: Card = Card()


def load(path: Path) -> Dataset:
    """What a file says; raises `BadDataset` or `Unreadable`."""
    with opened(path) as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise BadDataset(f"{other(str(path))}: larger than {LARGEST} bytes")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise BadDataset(f"{other(str(path))}: byte {error.start} is not UTF-8") from None
    found = read(text, Dataset, str(path), _NEEDED)
    _consistent(found, str(path))
    return found


def _consistent(found: Dataset, name: str) -> None:
    """What the types alone cannot say."""
    if not found.sources:
        raise BadDataset(f"{name}: no [[sources]]: say which sessions the dataset is made of")
    for number, each in enumerate(found.sources, 1):
        if not (each.paths or each.sessions or each.query):
            raise BadDataset(f"{name}: source {number} names neither paths, nor sessions, nor a query")
    total = sum(found.splits.shares.values())
    if not found.splits.shares or abs(total - 1) > 1e-9:
        raise BadDataset(f"{name}: splits.shares add up to {total:g}, expected 1")
    if found.identity.mode == "fields" and not found.identity.fields:
        raise BadDataset(f"{name}: identity.fields is empty, but the mode is 'fields'")
    if not found.output.formats:
        raise BadDataset(f"{name}: output.formats is empty: parquet or jsonl")
    for low, high in filter(None, (found.filters.events, found.filters.row_bytes)):
        if low > high:
            raise BadDataset(f"{name}: filters: at least {low} and at most {high} leaves nothing")
