"""`steno check`"""

from __future__ import annotations

import sys

import click

from steno import pipeline
from steno.base.files import Unreadable
from steno.cli import exits, options, output, world
from steno.contracts import Strictness, UsageError
from steno.diagnostics import Diagnostic, Place, Severity
from steno.render import groups
from steno.render.progress import Progress
from steno.session import known_as, stream

SCHEMA = "steno.check/1"


@click.command("check")
@options.word(many=True)
@options.source_format
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "sarif", "github"]), default="text", show_default=True,
    help="How to print what is found.",
)  # fmt: skip
@click.option(
    "--level", type=click.Choice([each.value for each in Strictness]), default=Strictness.STRICT.value,
    show_default=True,
    help="How closely to look, where a format has levels: at what its schema decides, at all of its specification,"
    " also at what must hold before a release, or also for signs that something is not meant.",
)  # fmt: skip
@click.option("--each", is_flag=True, help="List every finding by itself, instead of those that are alike on one line.")
@options.colour
def command(words: tuple[str, ...], source_format: str | None, style: str, level: str, each: bool, colour: str) -> int:
    """Check sessions and traces against every rule of their format.

    Each SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2.  Ends with 1 if
    an error is found; warnings and notes are only printed.  `steno rule CODE` explains a finding.  Forsy
    traces and OpenTraces records have levels; other formats have one, which is always checked.

    As text, findings that are alike stand on one line with their number and the first places; --each and the other
    formats list every one.

    \b
      steno check trace.json
      steno check @latest --each | less
      steno check trace.json --level release
      steno check *.json --format github
      steno check trace.json --format sarif > trace.sarif
    """
    found: list[Diagnostic] = []
    failed: list[str] = []
    resolve = world.resolver(found.append)
    with Progress(sys.stderr) as progress:
        for number, word in enumerate(words):
            progress.say(f"checking {word}", number / len(words))
            try:
                source = resolve(word)
                with stream(source, world.stdin()) as file:
                    named, file = known_as(source, file, source_format)
                    pipeline.check(file, Place(source.name), found.append, named, Strictness(level))
            except (Unreadable, UsageError) as error:
                if len(words) == 1 and style == "text":
                    raise
                failed.append(str(error))
                exits.explain(error, as_json=style == "json")
    output.findings_as(found, failed, style, colour, SCHEMA, listing=groups.each if each else groups.alike)
    more = "; --each lists every one" if style == "text" and not each and groups.hides(found) else ""
    exits.say(groups.summary(found, len(words) - len(failed)) + more, "")
    wrong = any(one.severity is Severity.ERROR for one in found)
    code = exits.Exit.FINDINGS if wrong else exits.Exit.DONE
    return exits.several(len(failed), len(words) - len(failed), code)
