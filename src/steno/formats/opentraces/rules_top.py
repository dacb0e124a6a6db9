"""What the specification says of a record as such: its version and ids, and what the package changes as it reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import UUID

from steno.base.exact import said
from steno.contracts import Finding, Rule
from steno.formats.opentraces.document import Document, objects
from steno.formats.opentraces.examples import RANGE, rule
from steno.formats.opentraces.shapes import LATEST, minor
from steno.formats.rulebook import WARNING
from steno.formats.shapes import Part, text_like

_MURMUR = re.compile(r"murmur3:[0-9a-f]{32}")
_HASH = re.compile(r"[0-9a-f]{64}")
_OWNED = re.compile(r"[^/\s]+/[^/\s]+")


def _is_uuid(text: str) -> bool:
    try:
        return not text.strip() or str(UUID(text)) == text.lower()  # of a blank one OTR107 speaks
    except ValueError:
        return False


def _top(doc: Document) -> Iterator[Part]:
    yield doc.top, doc.says


# fmt: off
FIELDS: tuple[Rule, ...] = (
    rule.shape(
        "OTR106", "trace-id-is-a-uuid", _top, {"trace_id": text_like(_is_uuid, "a UUID")},
        clause="trace_id", bad={"/trace_id": "gardener_session-1"}, page="""
        `trace_id` is a UUID, written as 32 hexadecimal digits in five groups."""),
    rule.shape(
        "OTR108", "range-hash-is-murmur3", lambda doc: ((lines, doc.inside(*path)) for path, lines in doc.ranges),
        {"content_hash": text_like(_MURMUR.fullmatch, "murmur3: and 32 digits")},
        clause="content_hash of a range", bad={f"{RANGE}/content_hash": "5e" * 16}, page="""
        The hash of an attributed range is `murmur3:` and 32 lower-case hexadecimal digits."""),
    rule.shape(
        "OTR150", "content-hash-is-a-sha256", _top,
        {"content_hash": text_like(_HASH.fullmatch, "64 hexadecimal digits")},
        clause="content_hash: SHA-256 hex", bad={"/content_hash": "e3b0c44298fc1c14"}, page="""
        `content_hash` is a SHA-256: 64 lower-case hexadecimal digits."""),
    rule.shape(
        "OTR304", "repository-is-owner-and-name", lambda doc: [(doc.part("task"), doc.inside("task"))],
        {"repository": text_like(_OWNED.fullmatch, "owner/name")},
        clause="Task.repository", bad={"/task/repository": "git@example.com:webapp"}, page="""
        `task.repository` is written as `owner/name`; the full address belongs in `repository_url`."""),
)
# fmt: on


@rule("OTR101", bad={"/schema_version": "7"}, clause="schema_version")
def version_is_stated(doc: Document) -> Iterator[Finding]:
    """A record states its version: `schema_version` is three numbers such as `0.7.0`.

    The package accepts any text, and assumes its own version if there is none, so the same record may mean something
    else tomorrow.
    """
    version = doc.top.get("schema_version")
    if type(doc.value) is dict and version is None:
        yield doc.says("schema_version is missing")
    elif type(version) is str and not re.fullmatch(r"\d+\.\d+\.\d+", version, re.ASCII):
        yield doc.says(f"schema_version is {said(version)}, expected three numbers such as 0.7.0", "schema_version")


@rule("OTR102", bad={"/schema_version": "0.11.0"}, clause="1.4", severity=WARNING)
def version_is_known(doc: Document) -> Iterator[Finding]:
    """The version is one that was published when this rule was written: 0.1 to 0.9.

    Steno checks any other record against the latest version it knows.
    """
    version = doc.top.get("schema_version")
    stated = type(version) is str and re.fullmatch(r"\d+\.\d+\.\d+", version, re.ASCII)
    if stated and minor(version) is None:
        yield doc.says(f"schema_version is {version}, expected 0.1 to 0.{LATEST}", "schema_version")


@rule("OTR107", bad={"/agent/name": ""}, clause="required fields")
def name_and_id_say_something(doc: Document) -> Iterator[Finding]:
    """Ids and names are not empty: of the record, the agent, the tool calls, the patches and the revisions."""
    for key in ("trace_id", "session_id"):
        if _is_blank(doc.top.get(key)):
            yield doc.says(f"{key} is empty", key)
    if _is_blank(doc.part("agent").get("name")):
        yield doc.says("name is empty", "agent", "name")
    for step in doc.steps:
        for place, call in objects(step.value, "tool_calls"):
            for key in ("tool_call_id", "tool_name"):
                if _is_blank(call.get(key)):
                    yield step.says(f"{key} is empty", "tool_calls", place, key)
    for name, keys in (("patches", ("patch_id", "file_path")), ("git_links", ("revision",))):
        for place, each in objects(doc.top, name):
            for key in keys:
                if _is_blank(each.get(key)):
                    yield doc.says(f"{key} is empty", name, place, key)


def _is_blank(value: object) -> bool:
    return type(value) is str and not value.strip()
