"""`steno review`"""

from __future__ import annotations

import sys

import click

from steno.api import Diagnostic
from steno.api.review import Review, review
from steno.api.world import here
from steno.cli import exits, options, output
from steno.cli.answers import answers
from steno.cli.questions import Questions
from steno.render.progress import Progress
from steno.render.terminal import number_of


@click.command("review")
@options.session()
@click.option("--step", "number", type=int, metavar="N", help="Begin here instead of where your last review stopped.")
@options.author
@options.no_subagents
@options.source_format
@options.colour
def command(
    session: str,
    number: int | None,
    author: str | None,
    role: str | None,
    no_subagents: bool,
    source_format: str | None,
    colour: str,
) -> int:
    """Review a trace step by step, key by key; ? shows the keys.

    SESSION is a path, the beginning of a session's id, @latest, or @-2.  Each decision is saved at once, and your next
    review goes on where this one stopped.

    When one author has reviewed every step, the validation level rises to human_reviewed, model_reviewed,
    expert_reviewed or client_validated, depending on their role.  It falls again when somebody else annotates a step,
    or when a step's content changes.

    Without a terminal, each line of standard input is a key: `d Read the file first` gives a directive.

    \b
      steno review @latest --author Mara --role human
      steno review trace.json --step 12 --author "Dr. Ode" --role expert
    """
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        done = review(
            here(), session, author, role, step=number, format=source_format, subagents=not no_subagents,
            report=found.append, progress=progress.say,
        )  # fmt: skip
    output.warn(found, by_name=True)
    try:
        if done.walk.remaining or number is not None:
            Questions(done, answers(), output.paint(colour)).run()
    finally:
        _summary(done)
    return exits.Exit.DONE


def _summary(done: Review) -> None:
    """Where the review stands, whichever way it ended."""
    walk = done.walk
    review_state = walk.review_state()
    if review_state is not None and review_state.complete:
        exits.say(f"{done.author} has reviewed every step: validation level {review_state.level}", "")
    else:
        steps = number_of(len(walk.steps), "step")
        exits.say(f"{done.author} has reviewed {len(walk.steps) - walk.remaining} of {steps} in their present form", "")
        if review_state is not None and not walk.remaining and review_state.whole_edited:
            exits.say(
                "others have annotated the whole trace since: `steno note SESSION --list` shows it, "
                "`steno note SESSION --reviewed` marks it as reviewed",
                "",
            )
    exits.say(f"notes are kept in {done.notes}", "")
