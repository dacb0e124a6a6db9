"""The rules of security contracts, policies and manifests: which tools may stand in which list, and what needs what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from functools import wraps
from typing import Final, TypeVar
from urllib.parse import urlsplit

from steno.base.exact import encode, pointer
from steno.contracts import Check, Example, Finding, rule, rules_of
from steno.formats.opentraces.policy import (
    DatasetManifest,
    DatasetSecurityPolicy,
    WorkflowSecurityContract,
    ordered,
)
from steno.formats.rulebook import WARNING

PolicyDocument = WorkflowSecurityContract | DatasetSecurityPolicy | DatasetManifest
Parted = WorkflowSecurityContract | DatasetSecurityPolicy
Kind = TypeVar("Kind")

_MANIFEST: Final = {
    "name": "reviews",
    "schema": {"path": "schema.json", "version": "1"},
    "workflow": {"skill": "review", "digest": "sha256:5e"},
}


def _contract(**fields: object) -> Example:
    return lambda: encode(fields).decode() + "\n"


def _manifest(**fields: object) -> Example:
    return _contract(**(_MANIFEST | fields))


def _policy(**fields: object) -> Example:
    """A manifest with this policy."""
    return _manifest(security=fields)


_GOOD_CONTRACT: Final = _contract(
    required_tools=["regex"], optional_tools=["classifier"], default_enabled_tools=["classifier"],
    disallowed_tools=["llm_pii"],
)  # fmt: skip
_GOOD: Final = _policy(
    source="workflow", required_tools=["regex", "entropy"], optional_tools=["classifier"],
    enabled_tools=["regex", "classifier"], disallowed_tools=["llm_pii"], allow_disable_required=True,
    overrides=[{"tool": "entropy", "reason": "The rows hold hashes."}],
)  # fmt: skip


def _parts(document: PolicyDocument) -> Iterator[tuple[tuple[str, ...], Parted]]:
    if isinstance(document, DatasetManifest):
        yield ("security",), document.security
    else:
        yield (), document


def _of(kind: type[Kind]) -> Callable[[Callable[[Kind], Iterator[Finding]]], Check]:
    """A check of contracts or policies, wherever they stand, or of manifests."""

    def decorate(check: Callable[[Kind], Iterator[Finding]]) -> Check:
        @wraps(check)
        def every(document: PolicyDocument) -> Iterator[Finding]:
            if isinstance(document, kind):
                yield from check(document)
            for path, part in _parts(document):
                if isinstance(part, kind) and part is not document:
                    for found in check(part):
                        yield found._replace(pointer=pointer(*path) + found.pointer)

        return every

    return decorate


def _said(tools: Iterable[str]) -> str:
    return ", ".join(ordered(tools))


def _both(key: str, tools: Set[str], other: str) -> Iterator[Finding]:
    if tools:
        yield Finding(pointer(key), f"{key} and {other} both name {_said(tools)}")


@rule("OTR501", good=_GOOD, bad=_policy(required_tools=["regex"], enabled_tools=["regex"], disallowed_tools=["regex"]),
      clause="1.3")  # fmt: skip
@_of(Parted)  # type: ignore[arg-type]
def required_tool_is_not_disallowed(part: Parted) -> Iterator[Finding]:
    """No tool is both required and disallowed."""
    yield from _both("required_tools", set(part.required_tools) & set(part.disallowed_tools), "disallowed_tools")


@rule("OTR502", good=_GOOD_CONTRACT, bad=_contract(optional_tools=["llm_pii"], disallowed_tools=["llm_pii"]),
      clause="1.3")  # fmt: skip
@_of(WorkflowSecurityContract)
def optional_tool_is_not_disallowed(part: WorkflowSecurityContract) -> Iterator[Finding]:
    """In a contract, no tool is both optional and disallowed."""
    yield from _both("optional_tools", set(part.optional_tools) & set(part.disallowed_tools), "disallowed_tools")


@rule("OTR503", good=_GOOD_CONTRACT, bad=_contract(required_tools=["regex"], optional_tools=["regex"]), clause="1.3")
@_of(WorkflowSecurityContract)
def required_tool_is_not_optional(part: WorkflowSecurityContract) -> Iterator[Finding]:
    """In a contract, no tool is both required and optional.

    In a policy it may be both, because the published schema allows it there.
    """
    yield from _both("required_tools", set(part.required_tools) & set(part.optional_tools), "optional_tools")


@rule("OTR504", good=_GOOD_CONTRACT, bad=_contract(default_enabled_tools=["regex"]), clause="1.3")
@_of(WorkflowSecurityContract)
def default_tool_is_declared(part: WorkflowSecurityContract) -> Iterator[Finding]:
    """A tool that runs by default is required or optional."""
    key, known = "default_enabled_tools", {*part.required_tools, *part.optional_tools}
    if stray := set(part.default_enabled_tools) - known:
        yield Finding(pointer(key), f"{key} names {_said(stray)}, which is neither required nor optional")


@rule("OTR505", good=_GOOD, bad=_policy(enabled_tools=["regex"]), clause="1.3")
@_of(DatasetSecurityPolicy)
def enabled_tool_is_declared(part: DatasetSecurityPolicy) -> Iterator[Finding]:
    """A tool that runs is required or optional."""
    if stray := set(part.enabled_tools) - {*part.required_tools, *part.optional_tools}:
        message = f"enabled_tools names {_said(stray)}, which is neither required nor optional"
        yield Finding("/enabled_tools", message)


@rule("OTR506", good=_GOOD, clause="1.3",
      bad=_policy(optional_tools=["regex"], enabled_tools=["regex"], disallowed_tools=["regex"]))  # fmt: skip
@_of(DatasetSecurityPolicy)
def disallowed_tool_is_not_enabled(part: DatasetSecurityPolicy) -> Iterator[Finding]:
    """No disallowed tool runs."""
    yield from _both("enabled_tools", set(part.enabled_tools) & set(part.disallowed_tools), "disallowed_tools")


@rule("OTR507", good=_GOOD, bad=_policy(required_tools=["regex"]), clause="1.3")
@_of(DatasetSecurityPolicy)
def required_tool_is_enabled(part: DatasetSecurityPolicy) -> Iterator[Finding]:
    """A required tool runs, unless an override says that it was turned off."""
    if missing := set(part.missing_required_tools()) - {each.tool for each in part.overrides}:
        message = f"required_tools names {_said(missing)}, which is neither enabled nor overridden"
        yield Finding("/required_tools", message)


@rule("OTR508", good=_GOOD, bad=_policy(allow_disable_required=True, overrides=[{"tool": "regex", "reason": "slow"}]),
      clause="1.3")  # fmt: skip
@_of(DatasetSecurityPolicy)
def override_is_of_a_required_tool(part: DatasetSecurityPolicy) -> Iterator[Finding]:
    """Only a required tool is overridden; any other is turned off by leaving it out."""
    for place, each in enumerate(part.overrides):
        if each.tool not in part.required_tools:
            yield Finding(pointer("overrides", place, "tool"), f"{each.tool} is overridden, but not required")


@rule("OTR509", good=_GOOD, bad=_policy(required_tools=["regex"], overrides=[{"tool": "regex", "reason": "slow"}]),
      clause="1.3")  # fmt: skip
@_of(DatasetSecurityPolicy)
def override_is_allowed(part: DatasetSecurityPolicy) -> Iterator[Finding]:
    """Tools are overridden only where `allow_disable_required` is true."""
    if part.overrides and not part.allow_disable_required:
        yield Finding("/overrides", "there are overrides, but allow_disable_required is false")


# Of manifests


@rule("OTR510", good=_manifest(remotes={"hub": {"url": "acme/reviews"}}, active_remote="hub"),
      bad=_manifest(active_remote="hub"), clause="1.3")  # fmt: skip
@_of(DatasetManifest)
def active_remote_is_a_remote(manifest: DatasetManifest) -> Iterator[Finding]:
    """`active_remote` names one of the `remotes`."""
    if manifest.active_remote and manifest.active_remote not in manifest.remotes:
        yield Finding("/active_remote", f"active_remote is {manifest.active_remote!r}, which remotes does not have")


@rule("OTR511", good=_manifest(identity={"mode": "fields", "fields": ["id"]}),
      bad=_manifest(identity={"mode": "fields"}), clause="1.3")  # fmt: skip
@_of(DatasetManifest)
def identity_names_its_fields(manifest: DatasetManifest) -> Iterator[Finding]:
    """If rows are identified by fields, the manifest names them, and no field has an empty name."""
    identity = manifest.identity
    if identity.mode == "fields" and not identity.fields:
        yield Finding("/identity/fields", "identity.mode is 'fields', but there are none")
    for place, name in enumerate(identity.fields):
        if not name:
            yield Finding(pointer("identity", "fields", place), "the name of the field is empty")


@rule("OTR512", good=_manifest(schedule={"enabled": True, "every": "6h"}), bad=_manifest(schedule={"enabled": True}),
      clause="1.3")  # fmt: skip
@_of(DatasetManifest)
def schedule_says_how_often(manifest: DatasetManifest) -> Iterator[Finding]:
    """A schedule that is enabled says how often: `every`."""
    schedule = manifest.schedule
    if schedule and schedule.enabled and not (schedule.every or "").strip():
        yield Finding("/schedule/every", "schedule.enabled is true, but every is empty")


# What is allowed, and probably not meant


@rule("OTR520", good=_GOOD, bad=_policy(required_tools=["regex", "regex"], enabled_tools=["regex"]), clause="1.3",
      severity=WARNING)  # fmt: skip
@_of(Parted)  # type: ignore[arg-type]
def tool_is_named_once(part: Parted) -> Iterator[Finding]:
    """No list names a tool twice.  The published schema keeps both, which means nothing."""
    for key in part.__struct_fields__:
        value = getattr(part, key)
        if key.endswith("_tools"):
            for tool, count in Counter(value).items():
                if count > 1:
                    yield Finding(pointer(key), f"{key} names {tool} {count} times")


@rule("OTR521", good=_GOOD, clause="1.3", severity=WARNING,
      bad=_policy(required_tools=["regex"], allow_disable_required=True, overrides=[{"tool": "regex"}]))  # fmt: skip
@_of(DatasetSecurityPolicy)
def override_has_a_reason(part: DatasetSecurityPolicy) -> Iterator[Finding]:
    """An override that turns a required tool off says why."""
    for place, each in enumerate(part.overrides):
        if not (each.reason or "").strip():
            yield Finding(pointer("overrides", place, "reason"), f"{each.tool} is overridden without a reason")


@rule("OTR522", good=_manifest(remotes={"hub": {"url": "acme/reviews"}}), clause="1.3", severity=WARNING,
      bad=_manifest(remotes={"hub": {"url": "acme/reviews", "visibility": "public"}}))  # fmt: skip
@_of(DatasetManifest)
def public_dataset_is_looked_through(manifest: DatasetManifest) -> Iterator[Finding]:
    """A public dataset has at least one security tool enabled."""
    for name, remote in manifest.remotes.items():
        if remote.visibility == "public" and not manifest.security.enabled_tools:
            yield Finding(pointer("remotes", name), "the remote is public, but no security tool is enabled")


@rule("OTR523", good=_manifest(remotes={"hub": {"url": "https://example.com/acme/reviews"}}), clause="1.3",
      bad=_manifest(remotes={"hub": {"url": "https://acme:hunter2@example.com/reviews"}}))  # fmt: skip
@_of(DatasetManifest)
def remote_holds_no_credentials(manifest: DatasetManifest) -> Iterator[Finding]:
    """The address of a remote has no password in it: the manifest is published with the rows."""
    for name, remote in manifest.remotes.items():
        try:
            secret = urlsplit(remote.url).password
        except ValueError:
            secret = None
        if secret:
            yield Finding(pointer("remotes", name, "url"), "the address contains a password")


RULES: Final = rules_of(globals())
