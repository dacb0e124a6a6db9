"""`steno explain`"""

from __future__ import annotations

import sys

import click

from steno.cli import options, output, redacting, world
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic
from steno.model.steps import Step
from steno.render.explain import Explained
from steno.render.progress import Progress
from steno.render.terminal import Paint, number_of
from steno.session import enriched, with_steps

SCHEMA = "steno.explain/1"


@click.command("explain")
@options.word()
@click.argument("field", required=False, metavar="[FIELD]")
@click.option("--step", "number", type=int, metavar="N", help="Only this step, field by field.")
@click.option("--steps", "listed", is_flag=True, help="List the steps.")
@options.no_subagents
@options.source_format
@redacting.local
@options.colour
@options.as_json
def command(
    word: str,
    field: str | None,
    number: int | None,
    listed: bool,
    no_subagents: bool,
    source_format: str | None,
    colour: str,
    as_json: bool,
    shown: redacting.Shown,
) -> None:
    """Show what the steps of a session are, and why.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2 for the newest but one.

    Every field of a step stands in the source, was derived by a rule, or was said by somebody: this says which, and
    where the evidence is.  Without --step: how much of the source the steps account for, and where the mode, the
    validation level and the confidence come from.  `steno rule CODE` prints the page of a rule.  The record is shown
    as it is; --redact masks it.

    FIELD is any field by OpenTraces' name for it, as `steno convert -t opentraces` would write it: where does its
    value come from, which bytes, which rule, or who said so?

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
        source = world.resolver(found.append)(word)
        traces = world.traces(
            source, found.append, progress, "reading", format=source_format, subagents=not no_subagents
        )
        whole = with_steps if field is None else enriched
        explained = [Explained(whole(trace)) for trace in shown.traces(traces, found.append)]
    paint = output.paint(colour)
    for each in explained:
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
