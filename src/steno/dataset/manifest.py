"""The manifest of a dataset that was built: what it holds, how it was made, and what was left out.  Names no path."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from steno.base.exact import JSON
from steno.base.files import Unreadable, opened
from steno.base.learned import learned
from steno.dataset.config import Dataset
from steno.dataset.output import Written
from steno.dataset.projections import projection
from steno.dataset.yaml import document
from steno.formats.opentraces.policy import (
    DatasetDiscoverability,
    DatasetManifest,
    DatasetPublicationPolicy,
    DatasetRemote,
    DatasetSchemaRef,
    DatasetSecurityPolicy,
    WorkflowRef,
)

SCHEMA: Final = "steno.dataset/1"
NAME: Final = "manifest.json"
OPENTRACES: Final = "dataset.yaml"
ROW_SCHEMA: Final = "schema.json"
_LARGEST: Final = 1 << 26


class Splitted(Struct, kw_only=True):
    """What one split holds."""

    rows: int = 0
    sessions: int = 0
    bytes: int = 0
    """Of the payloads, as JSON."""
    families: int = 0
    agents: dict[str, int] = {}
    models: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    languages: dict[str, int] = {}
    licences: dict[str, int] = {}
    sizes: dict[str, int] = {}
    """How many rows are of about that size: the power of two, in bytes."""


class Manifest(Struct, kw_only=True):
    schema: str = SCHEMA
    name: str
    version: str
    description: str
    steno: str
    """The version that made it."""
    digest: str
    """Of the rows, in their order: two datasets with the same have the same rows."""
    config: str
    """Of what `dataset.toml` said."""
    projection: str
    columns: list[tuple[str, str, str]]
    identity: dict[str, JSON]
    security: DatasetSecurityPolicy
    level: str
    beside: list[str] = []
    allowed: list[dict[str, str]] = []
    """Findings that may stand: by which rule, and why."""
    splits: dict[str, Splitted]
    files: list[Written]
    sessions: int
    """How many were read."""
    filtered: dict[str, int] = {}
    quarantined: dict[str, int] = {}
    """Sessions and rows that were not let through; the private sidecar says why."""
    dropped: dict[str, int] = {}
    contaminated: int = 0
    losses: dict[str, int] = {}
    masked: dict[str, int] = {}
    findings: int = 0
    """How many the last look masked."""


def load(folder: Path) -> Manifest:
    """The manifest in a folder; raises `Unreadable`."""
    path = folder / NAME
    with opened(path) as stream:
        data = stream.read(_LARGEST)
    try:
        found = msgspec.json.decode(data, type=learned(Manifest))
    except msgspec.MsgspecError as error:
        raise Unreadable(f"{path}: not the manifest of a dataset: {error}") from None
    if found.schema != SCHEMA:
        raise Unreadable(f"{path}: the schema is {found.schema!r}, expected {SCHEMA!r}")
    return found


def row_schema(name: str) -> JSON:
    """What a row has, as a JSON schema that tools for OpenTraces datasets read."""
    kinds = {"integer": "integer", "flag": "boolean", "texts": "array", "messages": "array", "blocks": "array"}
    columns = projection(name).columns
    properties: dict[str, JSON] = {"id": {"type": "string", "description": "the stable id of the row"}}
    for column in columns:
        kind = kinds.get(column.kind.value, "string")
        properties[column.name] = {"type": [kind, "null"], "description": f"{column.what} ({column.kind.value})"}
    properties["provenance"] = {"type": "object", "description": "session, events, bytes, evidence and losses"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"steno.dataset/{name}/1",
        "type": "object",
        "required": ["id", "provenance"],
        "additionalProperties": False,
        "properties": properties,
    }


def opentraces(dataset: Dataset, policy: DatasetSecurityPolicy, workflow: str, schema: str) -> DatasetManifest:
    """The same as OpenTraces keeps it; `workflow` and `schema` are digests."""
    remote = dataset.publication.remote
    return DatasetManifest(
        name=dataset.name,
        description=dataset.description or None,
        schema_ref=DatasetSchemaRef(path=ROW_SCHEMA, version="1", digest=schema),
        workflow=WorkflowRef(
            skill=f"steno:{dataset.workflow.projection}",
            digest=workflow,
            config={"passes": list(dataset.workflow.passes), "options": dict(dataset.workflow.options)},
        ),
        identity=dataset.identity,
        discoverability=DatasetDiscoverability(
            license=dataset.card.licence,
            pretty_name=dataset.card.pretty_name,
            tags=dataset.card.tags,
            task_categories=dataset.card.task_categories,
            language=dataset.card.language,
        ),
        remotes={} if remote is None else {"origin": DatasetRemote(url=remote)},
        active_remote=None if remote is None else "origin",
        publication_policy=DatasetPublicationPolicy(review=dataset.publication.review),
        security=policy,
    )


def yaml(manifest: DatasetManifest) -> str:
    return document(msgspec.to_builtins(manifest))
