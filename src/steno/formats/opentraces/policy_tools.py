"""What Steno runs for a security tool that a policy names, and what it cannot stand for."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from steno.detect import UNSCANNED
from steno.detect.rule import Level
from steno.formats.opentraces.policy import (
    DatasetManifest,
    DatasetSecurityPolicy,
    Tool,
    Tools,
    WorkflowSecurityContract,
    ordered,
)
from steno.formats.opentraces.policy_rules import PolicyDocument
from steno.formats.opentraces.wire import NAME
from steno.model import Trace
from steno.model.ledger import Masked


class Extent(enum.Enum):
    """How much of what a tool does Steno's detectors do."""

    ALL = "all"
    PART = "part"
    NONE = "none"


class Stand(NamedTuple):
    """What stands for a tool here."""

    extent: Extent
    level: Level | None
    """The level of redaction that is needed."""
    types: tuple[str, ...]
    """The types of detectors, by which placeholders are named."""
    what: str


_SECRETS: Final = ("api_key", "auth_token", "password", "cookie", "private_key", "secret")
_PERSONAL: Final = ("email", "phone", "identifier")

STANDS: Final[dict[Tool, Stand]] = {
    "regex": Stand(
        Extent.ALL, Level.PII, (*_SECRETS, *_PERSONAL),
        "detectors of secrets with a known form, mail addresses, phone and card numbers, and IP addresses",
    ),
    "entropy": Stand(
        Extent.PART, Level.SECRETS, ("secret", "password"),
        "detectors of values whose names say that they are secret; random text without such a name is not masked",
    ),
    "trufflehog": Stand(
        Extent.PART, Level.SECRETS, _SECRETS, "the same secrets; Steno asks no provider whether they still work"
    ),
    "privacy_filter": Stand(
        Extent.PART, Level.PII, ("person", "address", *_PERSONAL),
        "names and addresses that the context gives away; a model only if `steno.toml` names one",
    ),
    "llm_pii": Stand(Extent.NONE, None, (), "Steno never uses a language model"),
    "business_logic": Stand(
        Extent.PART, Level.PII, ("identifier", "password"),
        "names of private hosts, and passwords in addresses of databases",
    ),
    "path_anonymizer": Stand(
        Extent.ALL, Level.PII, ("person",), "user names in paths of home directories, also in other spellings"
    ),
    "capsule_scope": Stand(Extent.NONE, None, (), "no detector can decide what part of a session to share"),
    "classifier": Stand(Extent.PART, Level.PII, ("identifier",), "names of private hosts"),
}  # fmt: skip


class Verdict(enum.Enum):
    """Whether what a tool is there for was done."""

    MET = "met"
    """Steno does all of its work, and found nothing; or it was run beside Steno."""
    FOUND = "found"
    """Something still stands there that it is there to take out."""
    OPEN = "open"
    """Steno found nothing, but does not do all of its work: nobody knows before it was run."""


class Judged(NamedTuple):
    """What a trace looks like to one tool of a policy."""

    tool: Tool
    verdict: Verdict
    found: dict[str, int]
    """How many things of each type still stand there."""


def judged(policy: DatasetSecurityPolicy, masked: Iterable[Masked], beside: Iterable[str] = ()) -> list[Judged]:
    """Each enabled tool of a policy, judged by what a redaction at the policy's level would still take out of a trace.

    `beside` are tools that somebody has run apart from Steno.  Finds of Steno's count all the same.
    """
    types = Counter(each.type for each in masked)
    ran = set(beside)
    found: list[Judged] = []
    for tool in ordered(policy.enabled_tools):
        stand = STANDS[tool]
        # What could not be looked at holds anything.
        left = {kind: types[kind] for kind in (*stand.types, UNSCANNED) if types[kind]}
        whole = stand.extent is Extent.ALL or tool in ran
        found.append(Judged(tool, Verdict.FOUND if left else Verdict.MET if whole else Verdict.OPEN, left))
    return found


def policy_of(document: PolicyDocument) -> DatasetSecurityPolicy:
    """The policy that a document states; of a contract, the one of a dataset that is made from it."""
    match document:
        case DatasetManifest():
            return document.security
        case WorkflowSecurityContract():
            return DatasetSecurityPolicy.from_contract(document)
        case _:
            return document


def says_unscanned(trace: Trace) -> bool:
    """Whether a trace was read from a record that says of itself that nobody looked through it."""
    record = trace.header.residue.get(NAME, {}).get("record")
    stated = record.get("security") if isinstance(record, dict) else None
    return isinstance(record, dict) and not (isinstance(stated, dict) and stated.get("scanned") is True)


def level(tools: Iterable[Tool]) -> Level:
    """The level of redaction at which everything runs that stands for these tools."""
    found = Level.NONE
    for tool in tools:
        needed = STANDS[tool].level
        if needed is not None and needed.includes(found):
            found = needed
    return found


def uncovered(policy: DatasetSecurityPolicy, redacted: Level) -> Tools:
    """The enabled tools for all of whose work a redaction at this level does not stand: they must be run beside it."""

    def stands(tool: Tool) -> bool:
        stand = STANDS[tool]
        return stand.extent is Extent.ALL and stand.level is not None and redacted.includes(stand.level)

    return ordered(tool for tool in policy.enabled_tools if not stands(tool))
