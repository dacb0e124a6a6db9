"""Reads a manifest, a policy or a contract from JSON, or from YAML where PyYAML is installed.  Judges nothing."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, TypeVar

import msgspec

from steno.base.exact import BadJSON, decode
from steno.contracts import UsageError
from steno.diagnostics import Place, Report
from steno.formats.opentraces.policy import DatasetManifest, DatasetSecurityPolicy, WorkflowSecurityContract
from steno.formats.opentraces.policy_rules import RULES

LARGEST: Final = 1 << 20
Read = TypeVar("Read", WorkflowSecurityContract, DatasetSecurityPolicy, DatasetManifest)


class BadPolicy(UsageError):
    """A file that says nothing that could be a policy: not readable, or not of its shape."""


def read(data: bytes, kind: type[Read], name: str) -> Read:
    """What stands in a file of this name; raises `BadPolicy` in one sentence."""
    if len(data) > LARGEST:
        raise BadPolicy(f"{name}: larger than {LARGEST} bytes")
    value = _value(data, name)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message = str(error)
        raise BadPolicy(f"{name}: {message[:1].lower()}{message[1:]}") from None


def check(
    document: WorkflowSecurityContract | DatasetSecurityPolicy | DatasetManifest, place: Place, report: Report
) -> None:
    """Report every rule that a document breaks."""
    for rule in RULES:
        rule(document, place, report)


def _value(data: bytes, name: str) -> Any:
    body = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not body.startswith(b"{"):
        return _yaml(data, name)
    try:
        return decode(body).value
    except BadJSON as error:
        raise BadPolicy(f"{name}: not JSON: {error}") from None


def _yaml(data: bytes, name: str) -> Any:
    try:
        yaml = import_module("yaml")
    except ImportError:
        raise BadPolicy(f"{name}: YAML needs PyYAML: install it, or write the same as JSON") from None
    try:
        text = data.decode()
        # An alias can make a small file a huge value, and no manifest needs one.
        if any(isinstance(each, yaml.AliasEvent) for each in yaml.parse(text, Loader=yaml.SafeLoader)):
            raise BadPolicy(f"{name}: a YAML alias, expected every value where it belongs")
        return yaml.safe_load(text)
    except UnicodeDecodeError as error:
        raise BadPolicy(f"{name}: byte {error.start} is not UTF-8") from None
    except RecursionError:
        raise BadPolicy(f"{name}: nested too deep to read") from None
    except ValueError as error:  # such as a day that no calendar has
        if isinstance(error, UsageError):
            raise
        raise BadPolicy(f"{name}: not YAML: {error}") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark is not None else ""
        said = getattr(error, "problem", None) or "not YAML"
        raise BadPolicy(f"{name}: {where}{said}") from None
