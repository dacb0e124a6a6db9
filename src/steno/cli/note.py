"""`steno note`"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import click

from steno.api import JSON, Diagnostic, UsageError
from steno.api.note import Noted, Notes, noting, parsed, spelled
from steno.api.subject import pen
from steno.api.world import here
from steno.cli import exits, options, output
from steno.render import notes as render
from steno.render.progress import Progress
from steno.render.terminal import number_of


@click.command("note")
@options.session()
@click.option("--step", "number", type=int, metavar="N", help="The step to annotate; without it, the whole trace.")
@click.option("--eval", "eval", metavar="-1|0|+1", help="How the step turned out.")
@click.option("--eval-reason", metavar="TEXT", help="Why you judge it so.")
@click.option("--directive", metavar="TEXT", help="In hindsight: what went wrong, and what to do instead.")
@click.option("--success/--no-success", default=None, help="Whether the step worked as intended.")
@click.option("--observation", metavar="TEXT", help="What was known before the step.")
@click.option("--message-role", metavar="ROLE", help="Of a user's message: what it is.")
@click.option("--feedback-type", metavar="TYPE", help="Of a user's message: which kind of feedback.")
@click.option("--feedback-content", metavar="TEXT", help="Of a user's message: what the feedback means.")
@click.option("--task", metavar="TEXT", help="Of the whole trace: the task.")
@click.option("--learning", metavar="TEXT", help="Of the whole trace: what a later run should do differently.")
@click.option(
    "--goal-achieved/--goal-not-achieved", default=None, help="Of the whole trace: whether the task was done."
)
@click.option("--goal-notes", metavar="TEXT", help="Of the whole trace: how far it got, and what is missing.")
@click.option("--termination-reason", metavar="REASON", help="Of the whole trace: why it ended.")
@click.option("--release-tier", metavar="TIER", help="Of the whole trace: who may have it.")
@click.option("--key", metavar="KEY", help="Any other field, with --value or --json-value.")
@click.option("--value", metavar="TEXT", help="The value of --key, as text.")
@click.option("--json-value", metavar="JSON", help="The value of --key, as JSON; null means that it is not known.")
@click.option("--evidence", type=int, multiple=True, metavar="N", help="A step that supports it; may be repeated.")
@click.option("--reviewed", is_flag=True, help="Mark the step as reviewed.")
@click.option("--list", "as_list", is_flag=True, help="List the notes on the trace instead.")
@click.option("--undo", metavar="ID|last", help="Take a note back; last is your newest.")
@options.author
@options.no_subagents
@options.source_format
@options.as_json
@options.colour
def command(
    session: str,
    number: int | None,
    key: str | None,
    value: str | None,
    json_value: str | None,
    evidence: tuple[int, ...],
    reviewed: bool,
    as_list: bool,
    undo: str | None,
    author: str | None,
    role: str | None,
    no_subagents: bool,
    source_format: str | None,
    as_json: bool,
    colour: str,
    **flags: str | bool | None,
) -> int:
    """Annotate a step of a trace, or the whole trace.

    SESSION is a path, the beginning of a session's id, @latest, or @-2.  Steps are numbered as in `steno explain` and
    in a Forsy export.  Notes are kept in a file beside the trace (for an agent's own session, in Steno's folder) and
    are added to the trace whenever it is exported.

    Steno never guesses who is speaking: give --author and --role, or set STENO_AUTHOR and STENO_ROLE.

    \b
      steno note @latest --step 12 --eval -1 --directive "Read the file first" --author Mara --role human
      steno note trace.json --learning "Run the tests before answering" --author Mara --role expert
      steno note trace.json --list
      steno note trace.json --undo last --author Mara --role human
    """
    said = {**_flags(flags), **_named(key, value, json_value)}
    if sum((bool(said) or reviewed, as_list, undo is not None)) != 1:
        raise UsageError("one thing at a time: say something (such as --eval -1), --list, or --undo ID")
    found: list[Diagnostic] = []
    world = here()
    with Progress(sys.stderr) as progress:
        on = noting(
            world, session, format=source_format, subagents=not no_subagents, report=found.append,
            progress=progress.say,
        )  # fmt: skip
    if as_list:
        _list(on.notes(), colour, as_json=as_json)
    elif undo is not None:
        _say([on.take_back(undo, pen(world, author, role))], "taken back", as_json=as_json)
    else:
        writer = pen(world, author, role)
        new = on.write(writer, said, step=number, evidence=evidence, reviewed=reviewed)
        _say(new, f"kept in {on.file}", as_json=as_json)
    output.warn(found, by_name=True)
    return exits.Exit.DONE


def _flags(flags: Mapping[str, str | bool | None]) -> dict[str, JSON]:
    return {
        key: spelled(key, value) if isinstance(value, str) else value
        for key, value in flags.items()
        if value is not None
    }


def _named(key: str | None, value: str | None, json_value: str | None) -> dict[str, JSON]:
    if key is None:
        if value is not None or json_value is not None:
            raise UsageError("--value and --json-value need a --key that says what they are")
        return {}
    if (value is None) == (json_value is None):
        raise UsageError("--key needs either --value or --json-value")
    return {key: spelled(key, value) if value is not None else parsed(json_value or "")}


def _say(notes: Sequence[Noted], done: str, *, as_json: bool) -> None:
    for note in notes:
        if as_json:
            output.emit(note)
        else:
            exits.say(render.sentence(note), "")
    exits.say(f"{number_of(len(notes), 'note')} {done}", "")


def _list(found: Notes, colour: str, *, as_json: bool) -> None:
    if as_json:
        for note in found.notes:
            output.emit(note)
    elif found.notes:
        output.lines(render.table_of(found.notes, output.paint(colour)))
    for line in render.summary(found):
        exits.say(line, "")
