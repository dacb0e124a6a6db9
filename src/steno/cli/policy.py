"""`steno policy`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic, Severity
from steno.api.policy import KINDS, TOOLS, judge, policy
from steno.api.said import said
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render import findings
from steno.render import policy as tables

if TYPE_CHECKING:
    from steno.api import Policy
    from steno.api.policy import PolicyDocument

SCHEMA = "steno.policy/1"


@click.command("policy")
@click.argument("file", type=click.Path(readable=False, path_type=Path))
@options.session(required=False, many=True)
@click.option(
    "--kind", type=click.Choice(KINDS),
    help="What the file is, if its keys do not say: a workflow's contract, a dataset's policy or its manifest.",
)  # fmt: skip
@click.option(
    "--beside", type=click.Choice(TOOLS), multiple=True, metavar="TOOL",
    help="A tool that you ran yourself, so that Steno need not answer for it; may be repeated.",
)  # fmt: skip
@options.source_format
@options.config_file
@options.no_config
@options.colour
@options.as_json
def command(
    file: Path,
    sessions: tuple[str, ...],
    kind: str | None,
    beside: tuple[str, ...],
    source_format: str | None,
    config_file: Path | None,
    no_config: bool,
    colour: str,
    as_json: bool,
) -> int:
    """Check a dataset's security policy by its rules, and check traces against it.

    FILE is a WorkflowSecurityContract, a DatasetSecurityPolicy or a DatasetManifest of OpenTraces, as JSON or YAML, or
    a dataset.toml.
    Each SESSION is a session or trace: a path, - for standard input, the beginning of a session's id, @latest, or @-2.

    A trace meets a policy if none of the enabled tools has anything left to find in it.  Steno answers for the tools
    whose work it does in full; run the others yourself, and say so with --beside.  Exits with 1 if the policy breaks a
    rule, or a trace does not meet it.  `steno rule CODE` explains a finding.

    \b
      steno policy dataset.yaml
      steno policy dataset.yaml records.jsonl --beside trufflehog
      steno policy contract.json --json | jq .beside
    """
    found: list[Diagnostic] = []
    known, document = policy(file, kind=kind, report=found.append)
    paint = output.paint(colour)
    if as_json:
        stated = {"path": str(file), "kind": known, "diagnostics": [findings.record(each) for each in said(found)]}
        output.emit({"schema": SCHEMA, **stated, **tables.tools_record(document)})
    else:
        output.lines(findings.text(each, paint) for each in said(found))
        output.lines(tables.tools(document, paint))
    if any(each.severity is Severity.ERROR for each in found):
        if sessions:
            exits.say(f"{file} breaks its own rules, so no trace was judged by it")
        return exits.Exit.FINDINGS
    if not sessions:
        return exits.Exit.DONE
    allowed = redacting.policy_of(config_file, no_config=no_config)
    return _judged(document, allowed, sessions, beside, source_format, colour, as_json=as_json)


def _judged(
    document: PolicyDocument,
    allowed: Policy,
    sessions: tuple[str, ...],
    beside: tuple[str, ...],
    format: str | None,
    colour: str,
    *,
    as_json: bool,
) -> int:
    found: list[Diagnostic] = []
    failures, paint = exits.Failures(as_json=as_json), output.paint(colour)
    unmet = 0
    for each in judge(
        here(), document, allowed, sessions, beside=beside, format=format, failed=failures, report=found.append
    ):
        unmet += not each.meets
        if as_json:
            stated = {"trace": each.name, "meets": each.meets, "says_unscanned": each.unscanned}
            output.emit({"schema": SCHEMA, **stated, "tools": tables.judged_record(each.tools)})
        else:
            output.lines(tables.judged(each.name, each.tools, paint, meets=each.meets, unscanned=each.unscanned))
    output.warn(found)
    done = len(sessions) - failures.count
    return exits.several(failures.count, done, exits.Exit.FINDINGS if unmet else exits.Exit.DONE)
