"""`steno view-as`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic
from steno.api.selection import Selection, day
from steno.api.view_as import NAMES, Viewing, view_as
from steno.api.world import here
from steno.api.written import withheld
from steno.cli import exits, options, output, redacting, summary
from steno.render.progress import Progress
from steno.render.terminal import number_of

if TYPE_CHECKING:
    from steno.api import Redaction


@click.command("view-as")
@click.argument("view", type=click.Choice(NAMES))
@options.session(many=True, required=False)
@click.option(
    "--system-prompt", type=click.Choice(["hash", "text"]), default="hash", show_default=True,
    help="Whether the context names a system prompt by its hash or quotes it.",
)  # fmt: skip
@click.option(
    "--thoughts", type=click.Choice(["omit", "keep"]), default="omit", show_default=True,
    help="Whether the messages of sft include the agent's thoughts.",
)  # fmt: skip
@options.selection
@click.option("--json", "as_json", is_flag=True, help="Print errors as JSON too; rows are JSON anyway.")
@options.output
@redacting.option
@options.no_subagents
@options.source_format
def command(
    view: str,
    sessions: tuple[str, ...],
    system_prompt: str,
    thoughts: str,
    project: str | None,
    since: str | None,
    as_json: bool,
    output_file: Path | None,
    no_subagents: bool,
    source_format: str | None,
    redaction: Redaction,
) -> int:
    """Write sessions or traces as training rows, one JSON object per line.

    \b
      sft             each answer with what led to it, as chat messages with tool calls
      preference      a failed step and the retry that worked, or a named author's directive
      process-reward  each step that something says was good or bad
      trajectory      each trace as states, actions and next states

    Every label names its evidence: observed, derived by a named rule, or annotated by a named author; and its weight:
    weak, model, human, expert or client.  What has no evidence gets no row and is counted.  Notes beside a session are
    used.

    SESSION is a path, a folder of sessions or traces, - for standard input, the beginning of a session's id, @latest,
    or @-2.  Without one, --project and --since choose sessions on this machine.  An input that cannot be read is named
    and left out.  What any input shows to be secret is masked in the rows of all inputs.

    \b
      steno view-as trajectory @latest
      steno view-as sft --project . --since 30d -o sft.jsonl
      steno view-as preference sessions/*.jsonl -o pairs.jsonl
      steno view-as process-reward 3f2a --redact pii > rewards.jsonl
    """
    world = here()
    how = Viewing(
        view=view,
        options=(f"system_prompt={system_prompt}", f"thoughts={thoughts}"),
        redaction=redaction,
        format=source_format,
        subagents=not no_subagents,
        wanted=Selection(project, day(world, since)),
    )
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress, output.destination(output_file) as stream:
        done = view_as(
            world, sessions, how, stream, failed=exits.Failures(as_json=as_json), report=found.append,
            progress=progress.say,
        )  # fmt: skip
    output.warn(found, by_name=True)
    exits.say(f"{number_of(done.rows, 'row')} of {done.view} from {number_of(done.inputs, 'input')}", "")
    if done.redacted:
        summary.rows([("masked", summary.masked(done.redacted))])
    return exits.several(done.failed, done.inputs, exits.withheld(withheld(found)))
