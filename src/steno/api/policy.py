"""Check a dataset's security policy by its rules, and judge traces by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from steno.api.frame import Inputs
from steno.api.inputs import Failed, resolver
from steno.api.progress import Progress
from steno.api.world import World, ignore
from steno.base.files import opened
from steno.dataset.judging import Judge, Judgement
from steno.diagnostics import Place, Report
from steno.formats.opentraces import policy_file
from steno.formats.opentraces.policy import TOOLS as TOOLS
from steno.formats.opentraces.policy_rules import PolicyDocument as PolicyDocument
from steno.session import Input, read

if TYPE_CHECKING:
    from steno.detect.policy import Policy

KINDS = tuple(policy_file.KINDS)


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
    work = _Judging(Judge(document, allowed, beside), world, format)
    resolve = resolver(world, report)
    inputs = Inputs(work, sessions, prepare=lambda word, _: resolve(word), failed=failed)
    for found in inputs.each(report=report):
        yield from found


class _Judging(Struct, frozen=True):
    judge: Judge
    world: World
    format: str | None

    def __call__(self, source: Input, report: Report, progress: Progress) -> list[Judgement]:
        whole = read(source, self.world.stdin(), report, format=self.format)
        return [self.judge.judgement(source.name, trace) for trace in whole]
