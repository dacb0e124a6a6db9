"""What the specification says of a record as such: its version and ids, and what the package changes as it reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import UUID

from steno.base.exact import said
from steno.contracts import Finding, Rule
from steno.diagnostics import Severity
from steno.formats.opentraces.document import Document, objects
from steno.formats.opentraces.examples import act, attributed, record, user
from steno.formats.opentraces.rules_each import judges
from steno.formats.opentraces.rules_flaws import Sort
from steno.formats.opentraces.rules_kinds import LATEST, minor
from steno.formats.opentraces.rules_schema import flawed

_GOOD = record()
_MURMUR = re.compile(r"murmur3:[0-9a-f]{32}")


@judges("OTR101", good=_GOOD, bad=record(schema_version="7"), clause="schema_version")
def version_is_stated(doc: Document) -> Iterator[Finding]:
    """A record says by which version it is to be read: `schema_version` is three numbers such as `0.7.0`.

    The package takes any text, and its own version where there is none, so that the same record means something else
    tomorrow.
    """
    version = doc.top.get("schema_version")
    if type(doc.value) is dict and version is None:
        yield doc.says("schema_version is missing")
    elif type(version) is str and not re.fullmatch(r"\d+\.\d+\.\d+", version, re.ASCII):
        yield doc.says(f"schema_version is {said(version)}, expected three numbers such as 0.7.0", "schema_version")


@judges("OTR102", good=_GOOD, bad=record(schema_version="0.11.0"), clause="1.4", severity=Severity.WARNING)
def version_is_known(doc: Document) -> Iterator[Finding]:
    """The version is one that was published when this rule was written: 0.1 to 0.9.

    Another record is judged by the fields of the latest version that is known.
    """
    version = doc.top.get("schema_version")
    stated = type(version) is str and re.fullmatch(r"\d+\.\d+\.\d+", version, re.ASCII)
    if stated and minor(version) is None:
        yield doc.says(f"schema_version is {version}: known are 0.1 to 0.{LATEST}", "schema_version")


@judges("OTR103", good=_GOOD, bad=record(user(), act(token_usage={"input_tokens": "3"})), clause="1.2 lax coercion",
        severity=Severity.WARNING)  # fmt: skip
def value_is_not_converted(doc: Document) -> Iterator[Finding]:
    """A number is written as a number, an integer without a fraction, true as true.

    The package converts `"3"`, `3.0` and `true` to an integer and says nothing.  Others reject them, and what it
    writes is not what it read.
    """
    yield from flawed(doc, Sort.COERCED)


@judges("OTR104", good=_GOOD, bad=record(security={"scanned": True, "tier": 2}), clause="1.2 extra=ignore",
        severity=Severity.WARNING)  # fmt: skip
def field_has_a_place(doc: Document) -> Iterator[Finding]:
    """Every field is one that the record's version has.

    The package drops any other without a word, as it reads and so also when it writes.  `metadata` is the place for
    more.  Known to get lost are `security.tier`, which the specification's own example has, `outcome.patch`, which
    0.6 took out, and what 0.8 added to `environment`.
    """
    yield from flawed(doc, Sort.UNKNOWN)


@judges("OTR105", good=_GOOD, bad=record(metadata={"n": 0}).replace('{"n":0}', '{"n":1e400}'), clause="1.2 NaN",
        severity=Severity.WARNING)  # fmt: skip
def number_is_finite(doc: Document) -> Iterator[Finding]:
    """No number is greater than a program can hold, such as `1e400`.

    The package reads it as infinity and writes null.  `NaN` and `Infinity` are not JSON at all: of them SRC001 speaks,
    although the package takes them, and writes null for them too.
    """
    yield from flawed(doc, Sort.INFINITE)


@judges("OTR106", good=_GOOD, bad=record(trace_id="gardener_session-1"), clause="trace_id")
def trace_id_is_a_uuid(doc: Document) -> Iterator[Finding]:
    """`trace_id` is a UUID, written as 32 hexadecimal digits in five groups."""
    id = doc.top.get("trace_id")
    if type(id) is str and id.strip() and not _is_uuid(id):
        yield doc.says(f"trace_id is {said(id)}, expected a UUID", "trace_id")


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False


@judges("OTR107", good=_GOOD, bad=record(agent={"name": ""}), clause="required fields")
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
                    yield doc.of(step, f"{key} is empty", "tool_calls", place, key)
    for name, keys in (("patches", ("patch_id", "file_path")), ("git_links", ("revision",))):
        for place, each in objects(doc.top, name):
            for key in keys:
                if _is_blank(each.get(key)):
                    yield doc.says(f"{key} is empty", name, place, key)


def _is_blank(value: object) -> bool:
    return type(value) is str and not value.strip()


@judges("OTR108", good=attributed(), bad=attributed(content_hash="5e" * 16), clause="content_hash of a range")
def range_hash_is_murmur3(doc: Document) -> Iterator[Finding]:
    """The hash of an attributed range is `murmur3:` and 32 lower-case hexadecimal digits."""
    for path, lines in doc.ranges:
        value = lines.get("content_hash")
        if type(value) is str and not _MURMUR.fullmatch(value):
            yield doc.says(f"content_hash is {said(value)}, expected murmur3: and 32 digits", *path, "content_hash")


RULES: tuple[Rule, ...] = (
    version_is_stated,
    version_is_known,
    value_is_not_converted,
    field_has_a_place,
    number_is_finite,
    trace_id_is_a_uuid,
    name_and_id_say_something,
    range_hash_is_murmur3,
)
