"""The security policy of a dataset: resolved from its contract, checked by its rules, and what Steno answers for.

Nothing is built under a policy that breaks a rule, or of which a required tool would not have looked at the rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from steno.contracts import Code
from steno.dataset.config import Security
from steno.detect.rule import Level
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.errors import UsageError
from steno.formats.opentraces.policy import DatasetSecurityPolicy, Tools, WorkflowSecurityContract, ordered
from steno.formats.opentraces.policy_file import check
from steno.formats.opentraces.policy_tools import level, uncovered

UNANSWERED = Code(
    "SEC910",
    "tool-not-answered-for",
    "A policy enables a security tool whose work Steno does only in part, or not at all, and nobody says that it was "
    "run apart from Steno. Run it on the sessions and name it under `[[security.beside]]` with a reason, or, where the "
    "contract allows it, turn a required tool off under `[[security.overrides]]`.",
)
NO_REASON = Code(
    "SEC911",
    "override-without-a-reason",
    "A required tool is turned off and nobody says why. Give the override a `reason`: it is written into the manifest.",
)


class Unsafe(UsageError):
    """A policy under which nothing may be built."""

    hint = "`steno dataset check` lists what is wrong; `steno rule CODE` explains it"


class Resolved(Struct, frozen=True, kw_only=True):
    """What holds for a build."""

    policy: DatasetSecurityPolicy
    level: str
    """Of the redaction of every row."""
    beside: Tools
    """Tools that somebody ran apart from Steno."""

    @property
    def cleared_by(self) -> Tools:
        """The tools that a row has passed when it is written."""
        return ordered(self.policy.enabled_tools)


def contract(stated: Security) -> WorkflowSecurityContract:
    return WorkflowSecurityContract(
        required_tools=stated.required_tools,
        optional_tools=stated.optional_tools,
        default_enabled_tools=stated.default_enabled_tools,
        disallowed_tools=stated.disallowed_tools,
        allow_disable_required=stated.allow_disable_required,
    )


def policy(stated: Security, digest: str | None = None) -> DatasetSecurityPolicy:
    """The policy of the dataset: that of its contract, without what it overrides."""
    made = DatasetSecurityPolicy.from_contract(contract(stated), digest)
    off = {each.tool for each in stated.overrides}
    return DatasetSecurityPolicy(
        source="workflow",
        source_workflow_digest=digest,
        required_tools=made.required_tools,
        optional_tools=made.optional_tools,
        enabled_tools=tuple(tool for tool in made.enabled_tools if tool not in off),
        disallowed_tools=made.disallowed_tools,
        allow_disable_required=made.allow_disable_required,
        overrides=stated.overrides,
    )


def problems(stated: Security, place: Place) -> Iterator[Diagnostic]:
    """In what contract and policy break their rules, and which tools nobody answers for."""
    found: dict[str, Diagnostic] = {}

    def report(each: Diagnostic) -> None:
        found.setdefault(f"{each.code} {each.message}", each)

    check(contract(stated), place, report)
    made = policy(stated)
    check(made, place, report)
    yield from found.values()
    at = Place(place.path, pointer="/security")
    for each in stated.overrides:
        if not (each.reason or "").strip():
            yield NO_REASON.at(at, f"{each.tool} is turned off, and nobody says why")
    ran = {each.tool for each in stated.beside}
    needed = _level(stated, made)
    for tool in uncovered(made, needed):
        if tool not in ran:
            yield UNANSWERED.at(at, f"{tool} is enabled, and Steno does not do all of its work")


def resolved(stated: Security, name: str, digest: str | None = None, report: Report | None = None) -> Resolved:
    """What a build goes by; raises `Unsafe`."""
    found = list(problems(stated, Place(name)))
    if report is not None:
        for each in found:
            report(each)
    wrong = [each for each in found if each.severity is Severity.ERROR]
    if wrong:
        more = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        raise Unsafe(f"{name}: {wrong[0].code} {wrong[0].message}{more}")
    made = policy(stated, digest)
    return Resolved(policy=made, level=_word(stated, made), beside=ordered(each.tool for each in stated.beside))


def _word(stated: Security, made: DatasetSecurityPolicy) -> str:
    return stated.level if stated.level == "structure" else _level(stated, made).value


def _level(stated: Security, made: DatasetSecurityPolicy) -> Level:
    needed = level(made.enabled_tools)
    asked = Level(stated.level) if stated.level in list(Level) else Level.SECRETS
    if stated.level == "structure":
        return Level.STRICT  # all content goes: more than any tool asks for
    return needed if needed.includes(asked) else asked


CODES = (UNANSWERED, NO_REASON)
