"""Check a dataset's security policy by its rules, and judge traces by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from steno.api.inputs import Failed, Tally, resolver
from steno.api.world import World, ignore
from steno.base.files import opened
from steno.diagnostics import Place, Report
from steno.formats.opentraces import policy_file, policy_tools
from steno.formats.opentraces.policy import TOOLS as TOOLS
from steno.formats.opentraces.policy import DatasetSecurityPolicy
from steno.formats.opentraces.policy_rules import PolicyDocument as PolicyDocument
from steno.formats.opentraces.policy_tools import Judged, Verdict
from steno.model import Trace
from steno.redaction import Redaction
from steno.session import read

if TYPE_CHECKING:
    from steno.detect.policy import Policy

KINDS = tuple(policy_file.KINDS)
_KEY = 32
"""Bytes of it."""


def policy(file: Path, *, kind: str | None = None, report: Report = ignore) -> tuple[str, PolicyDocument]:
    """What a file is and what it says; reports in what it breaks its rules.  Raises `Unreadable`.

    Of a `dataset.toml`, the policy that its contract and its overrides come to.
    """
    if kind is None and file.suffix == ".toml":
        return _of_dataset(file, report)
    with opened(file) as stream:
        data = stream.read(policy_file.LARGEST + 1)
    known, document = policy_file.recognised(data, str(file), kind)
    policy_file.check(document, Place(str(file)), report)
    return known, document


def _of_dataset(file: Path, report: Report) -> tuple[str, PolicyDocument]:
    from steno.dataset import config, security  # few policies are those of a dataset.toml

    stated = config.load(file).security
    for each in security.problems(stated, Place(str(file))):
        report(each)
    return "policy", security.policy(stated)


class Judgement(Struct, frozen=True):
    """Whether a trace meets a policy."""

    name: str
    meets: bool
    unscanned: bool
    """Whether the trace itself says that nobody looked for secrets in it."""
    tools: list[Judged]


def judge(
    world: World,
    document: PolicyDocument,
    allowed: Policy,
    sessions: Sequence[str],
    *,
    beside: Sequence[str] = (),
    format: str | None = None,
    failed: Failed | None = None,
    report: Report = ignore,
) -> Iterator[Judgement]:
    """Look at traces with the eyes of a policy; `beside` are the tools that were run apart from Steno.

    Of one session, or without `failed`, an error ends it.
    """
    judge = _Judge(policy_tools.policy_of(document), allowed, beside)
    resolve, tally = resolver(world, report), Tally(len(sessions), failed)
    for word in sessions:
        with tally.one():
            source = resolve(word)
            for trace in read(source, world.stdin(), report, format=format):
                tools = judge.tools(trace)
                unscanned = bool(tools) and policy_tools.says_unscanned(trace)
                meets = not unscanned and all(each.verdict is Verdict.MET for each in tools)
                yield Judgement(source.name, meets, unscanned, tools)


class _Judge:
    def __init__(self, asked: DatasetSecurityPolicy, allowed: Policy, beside: Sequence[str]) -> None:
        self._asked, self._beside = asked, beside
        # The key makes marks, and nothing that is marked here leaves.
        level = policy_tools.level(asked.enabled_tools)
        self._redact = Redaction(level=level.value, policy=allowed).masking(bytes(_KEY))

    def tools(self, trace: Trace) -> list[Judged]:
        """What each enabled tool would say, by what a redaction would still take out."""
        self._redact.run(trace, ignore)
        return policy_tools.judged(self._asked, self._redact.ledger, self._beside)
