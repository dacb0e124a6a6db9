"""Reads a manifest, a policy or a contract from JSON, or from YAML where PyYAML is installed.  Judges nothing."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final, TypeVar

import msgspec

from steno.base.exact import BadJSON, decode
from steno.base.files import Unreadable
from steno.base.learned import learned
from steno.contracts import UsageError
from steno.diagnostics import Place, Report
from steno.formats.opentraces.plain import DEEPEST, plain
from steno.formats.opentraces.policy import DatasetManifest, DatasetSecurityPolicy, WorkflowSecurityContract
from steno.formats.opentraces.policy_rules import RULES, PolicyDocument

LARGEST: Final = 1 << 20
Read = TypeVar("Read", WorkflowSecurityContract, DatasetSecurityPolicy, DatasetManifest)
KINDS: Final[dict[str, type[PolicyDocument]]] = {
    "contract": WorkflowSecurityContract,
    "policy": DatasetSecurityPolicy,
    "manifest": DatasetManifest,
}
"""By the word that asks for one."""
_MARKS: Final = {
    "manifest": {"name", "schema", "workflow"},
    "policy": {"source", "source_workflow_digest", "enabled_tools", "overrides"},
    "contract": {"default_enabled_tools"},
}
"""Keys that only one of them has."""


class BadPolicy(Unreadable):
    """A file that says nothing that could be a policy: not readable, or not of its shape."""

    hint = "give the policy first, then the traces; see `steno policy --help`"


def read(data: bytes, kind: type[Read], name: str) -> Read:
    """What stands in a file of this name; raises `BadPolicy` in one sentence."""
    found: Read = _converted(_value(data, name), kind, name)
    return found


def recognised(data: bytes, name: str, kind: str | None = None) -> tuple[str, PolicyDocument]:
    """The document in a file, and which of the kinds it is: the one that is asked for, or the one that its keys tell.

    Raises `BadPolicy`, and `UsageError` where it could be more than one.
    """
    value = _value(data, name)
    if kind is None:
        keys = set(value) if isinstance(value, dict) else set()
        kinds = [each for each, marks in _MARKS.items() if keys & marks]
        if not kinds and keys & {"required_tools", "optional_tools", "disallowed_tools", "allow_disable_required"}:
            raise UsageError(f"{name}: this may be a contract or a policy: say which with --kind")
        if not kinds:
            raise BadPolicy(f"{name}: neither a security contract, nor a security policy, nor a dataset's manifest")
        kind = kinds[0]
    return kind, _converted(value, KINDS[kind], name)


def check(document: PolicyDocument, place: Place, report: Report) -> None:
    """Report every rule that a document breaks."""
    for rule in RULES:
        rule(document, place, report)


def _converted(value: Any, kind: type[Any], name: str) -> Any:
    try:
        return msgspec.convert(value, learned(kind))
    except msgspec.ValidationError as error:
        message = str(error)
        raise BadPolicy(f"{name}: {message[:1].lower()}{message[1:]}") from None


def _value(data: bytes, name: str) -> Any:
    if len(data) > LARGEST:
        raise BadPolicy(f"{name}: larger than {LARGEST} bytes")
    body = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not body.startswith(b"{"):
        return _yaml(data, name)
    try:
        value, duplicate = decode(body)
    except BadJSON as error:
        raise BadPolicy(f"{name}: not JSON: {error}") from None
    if duplicate is not None:
        raise BadPolicy(f"{name}: the key {duplicate!r} appears twice, so its meaning is unclear")
    return plain(value)


def _yaml(data: bytes, name: str) -> Any:
    try:
        yaml = import_module("yaml")
    except ImportError:
        raise BadPolicy(f"{name}: reading YAML needs PyYAML: install it, or use JSON") from None
    try:
        text = data.decode()
        depth = 0
        for each in yaml.parse(text, Loader=yaml.SafeLoader):
            # An alias can make a small file a huge value, and no manifest needs one.
            if isinstance(each, yaml.AliasEvent):
                raise BadPolicy(f"{name}: a YAML alias: write every value out instead")
            # What is open costs time with every further word.
            depth += isinstance(each, yaml.CollectionStartEvent) - isinstance(each, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise BadPolicy(f"{name}: nested too deeply to read")
        for key in _repeated(yaml, yaml.compose(text, Loader=yaml.SafeLoader)):
            raise BadPolicy(f"{name}: the key {key!r} appears twice, so its meaning is unclear")
        return yaml.safe_load(text)
    except UnicodeDecodeError as error:
        raise BadPolicy(f"{name}: byte {error.start} is not UTF-8") from None
    except ValueError as error:  # such as a day that no calendar has
        raise BadPolicy(f"{name}: not YAML: {error}") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark is not None else ""
        said = getattr(error, "problem", None) or "not YAML"
        raise BadPolicy(f"{name}: {where}{said}") from None


def _repeated(yaml: Any, node: Any) -> Iterator[str]:
    """The keys that stand twice in one mapping, which YAML's own reader takes without a word."""
    stack = [node]
    while stack:
        node = stack.pop()
        if isinstance(node, yaml.SequenceNode):
            stack.extend(node.value)
        elif isinstance(node, yaml.MappingNode):
            seen: set[str] = set()
            for key, value in node.value:
                if isinstance(key, yaml.ScalarNode):
                    if key.value in seen:
                        yield key.value
                    seen.add(key.value)
                stack.append(value)
