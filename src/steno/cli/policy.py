"""`steno policy`"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.base.files import Unreadable, opened
from steno.cli import exits, options, output, world
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic, Place, Severity
from steno.formats.opentraces import policy_file, policy_tools
from steno.formats.opentraces.policy import TOOLS, DatasetSecurityPolicy
from steno.formats.opentraces.policy_tools import Judged, Verdict
from steno.model import Trace
from steno.redaction import Redaction
from steno.render import findings
from steno.render import policy as tables
from steno.render.said import said
from steno.render.terminal import Paint
from steno.session import read

if TYPE_CHECKING:
    from steno.detect.policy import Policy

SCHEMA = "steno.policy/1"
_KEY = 32
"""Bytes of it."""


@click.command("policy")
@click.argument("file", type=click.Path(readable=False, path_type=Path))
@options.word(required=False, many=True)
@click.option(
    "--kind", type=click.Choice([*policy_file.KINDS]),
    help="What the file is, where its keys do not tell: a workflow's contract, a dataset's policy or its manifest.",
)  # fmt: skip
@click.option(
    "--beside", type=click.Choice(TOOLS), multiple=True, metavar="TOOL",
    help="A tool that was run apart from Steno, which therefore need not answer for it.  May be given again.",
)  # fmt: skip
@options.source_format
@options.config_file
@options.no_config
@options.colour
@options.as_json
def command(
    file: Path,
    words: tuple[str, ...],
    kind: str | None,
    beside: tuple[str, ...],
    source_format: str | None,
    config_file: Path | None,
    no_config: bool,
    colour: str,
    as_json: bool,
) -> int:
    """Check a dataset's security policy by its rules, and say whether traces meet it.

    FILE is a WorkflowSecurityContract, a DatasetSecurityPolicy or a DatasetManifest of OpenTraces, as JSON or YAML.
    Each SESSION is a session or trace: a path, - for standard input, the beginning of a session's id, @latest, or @-2.

    A trace meets a policy if none of the enabled tools has anything left to find in it.  Steno answers for the tools
    whose work it does in full; the others must be run beside it, and --beside says that they were.  Ends with 1 if
    the policy breaks a rule, or a trace does not meet it.  `steno rule CODE` explains a finding.

    \b
      steno policy dataset.yaml
      steno policy dataset.yaml records.jsonl --beside trufflehog
      steno policy contract.json --json | jq .beside
    """
    with opened(file) as stream:
        data = stream.read(policy_file.LARGEST + 1)
    known, document = policy_file.recognised(data, str(file), kind)
    found: list[Diagnostic] = []
    policy_file.check(document, Place(str(file)), found.append)
    paint = output.paint(colour)
    if as_json:
        stated = {"path": str(file), "kind": known, "diagnostics": [findings.record(each) for each in said(found)]}
        output.emit({"schema": SCHEMA, **stated, **tables.tools_record(document)})
    else:
        output.lines(findings.text(each, paint) for each in said(found))
        output.lines(tables.tools(document, paint))
    if any(each.severity is Severity.ERROR for each in found):
        if words:
            exits.say(f"{file} breaks its own rules, so no trace was judged by it")
        return exits.Exit.FINDINGS
    if not words:
        return exits.Exit.DONE
    judge = _Judge(policy_tools.policy_of(document), world.policy(config_file, no_config=no_config), beside)
    return _judged(words, source_format, judge, paint, as_json=as_json)


class _Judge:
    """Looks at traces with the eyes of a policy."""

    def __init__(self, asked: DatasetSecurityPolicy, allowed: Policy, beside: Sequence[str]) -> None:
        self._asked, self._beside = asked, beside
        # The key makes marks, and nothing that is marked here leaves.
        level = policy_tools.level(asked.enabled_tools)
        self._redact = Redaction(level=level.value, policy=allowed).masking(bytes(_KEY))

    def tools(self, trace: Trace) -> list[Judged]:
        """What each enabled tool would say, by what a redaction would still take out."""
        self._redact.run(trace, lambda each: None)
        return policy_tools.judged(self._asked, self._redact.ledger, self._beside)


def _judged(words: Sequence[str], format: str | None, judge: _Judge, paint: Paint, *, as_json: bool) -> int:
    said: list[Diagnostic] = []
    resolve = world.resolver(said.append)
    failed = unmet = 0
    for word in words:
        try:
            source = resolve(word)
            for trace in read(source, world.stdin(), said.append, format=format):
                tools = judge.tools(trace)
                unscanned = bool(tools) and policy_tools.says_unscanned(trace)
                meets = not unscanned and all(each.verdict is Verdict.MET for each in tools)
                unmet += not meets
                if as_json:
                    stated = {"trace": source.name, "meets": meets, "says_unscanned": unscanned}
                    output.emit({"schema": SCHEMA, **stated, "tools": tables.judged_record(tools)})
                else:
                    output.lines(tables.judged(source.name, tools, paint, meets=meets, unscanned=unscanned))
        except (Unreadable, UsageError) as error:
            if len(words) == 1:
                raise
            failed += 1
            exits.explain(error, as_json=as_json)
    output.warn(said)
    return exits.several(failed, len(words) - failed, exits.Exit.FINDINGS if unmet else exits.Exit.DONE)
