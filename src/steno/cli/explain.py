"""`steno explain`"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic, UsageError
from steno.api.explain import explained, recorded
from steno.api.world import here
from steno.cli import options, output, redacting
from steno.render.explain import Explained
from steno.render.progress import Progress
from steno.render.terminal import Paint, number_of

if TYPE_CHECKING:
    from steno.api import Step
    from steno.api.mask import Mask

SCHEMA = "steno.explain/1"


@click.command("explain")
@options.session()
@click.argument("field", required=False, metavar="[FIELD]")
@click.option("--step", "number", type=int, metavar="N", help="Only this step, field by field.")
@click.option("--steps", "listed", is_flag=True, help="List the steps.")
@options.no_subagents
@options.source_format
@redacting.local
@options.colour
@options.as_json
def command(
    session: str,
    field: str | None,
    number: int | None,
    listed: bool,
    no_subagents: bool,
    source_format: str | None,
    colour: str,
    as_json: bool,
    mask: Mask,
) -> None:
    """Show the steps of a session and where each value comes from.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2 for the one before it.

    Every field of a step is in the source, was derived by a rule, or was said by somebody: this shows which, and where
    the evidence is.  Without --step it shows how much of the source the steps account for, and where the mode, the
    validation level and the confidence come from.  `steno rule CODE` explains a rule.  The record is shown as it is;
    --redact masks it.

    FIELD is a field by its OpenTraces name, with the value that `steno convert -t opentraces --subagents` would
    write before anything is masked: which bytes, which rule or which author gave it that value.

    \b
      steno explain @latest
      steno explain session.jsonl --step 12
      steno explain @latest metrics.total_input_tokens
      steno explain @latest 'steps[3].content'
      steno explain @latest --json | jq .coverage
    """
    if field is not None and (listed or number is not None):
        raise UsageError("a FIELD is one of the record: it goes with neither --step nor --steps")
    if number is not None and listed:
        raise UsageError("--step and --steps contradict each other")
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        asked = recorded if field is not None else explained
        traces = asked(
            here(), session, format=source_format, subagents=not no_subagents, mask=mask, report=found.append,
            progress=progress.say,
        )  # fmt: skip
        several = [Explained(*each) if isinstance(each, tuple) else Explained(each) for each in traces]
    paint = output.paint(colour)
    for each in several:
        step = None if number is None else _step(each, number)
        if field is not None:
            _field(each, field, paint, as_json=as_json)
        elif as_json:
            output.emit({"schema": SCHEMA, **(each.record() if step is None else each.step_record(step))})
            if listed:
                for one in each.steps:
                    output.emit({"schema": SCHEMA, **each.step_record(one)})
        elif step is not None:
            output.lines(each.about(step, paint))
        else:
            output.lines(each.listing(paint) if listed else each.overview(paint))
    output.warn(found)


def _field(explained: Explained, name: str, paint: Paint, *, as_json: bool) -> None:
    if as_json:
        output.emit({"schema": SCHEMA, **explained.field_record(name)})
    else:
        output.lines(explained.field(name, paint))


def _step(explained: Explained, number: int) -> Step:
    if not 1 <= number <= len(explained.steps):
        raise UsageError(
            f"no step {number}: the trace has {number_of(len(explained.steps), 'step')}; --steps lists them"
        )
    return explained.steps[number - 1]
