"""`steno redact`"""

from __future__ import annotations

import difflib
import io
import sys
from pathlib import Path

import click

from steno import pipeline
from steno.base.counts import number_of
from steno.base.exact import BadJSON, decode, encode
from steno.cli import exits, options, output, summary, world
from steno.detect import Level
from steno.diagnostics import Diagnostic, Place
from steno.redaction import Redaction
from steno.render.progress import Progress
from steno.render.terminal import visible
from steno.session import known_as, stream

SCHEMA = "steno.ledger/1"


@click.command("redact")
@options.word()
@click.option(
    "--level", type=click.Choice(["none", "secrets", "pii", "strict", "structure"]),
    help="What to mask: private keys alone, secrets, personal data too, also tool output and configuration, or all "
    "content, so that only the structure is left for a bug report.  [default: what steno.toml says, or secrets]",
)  # fmt: skip
@options.source_format
@options.output
@click.option("--diff", is_flag=True, help="Show what would change, with the values in it, and write nothing.")
@click.option(
    "--ledger", "ledger_file", type=click.Path(path_type=Path), metavar="FILE",
    help="List what was masked and where, as lines of JSON, without the values.",
)  # fmt: skip
@options.redaction_key
@options.no_seeds
@options.config_file
@options.no_config
def command(
    word: str,
    level: str | None,
    source_format: str | None,
    output_file: Path | None,
    diff: bool,
    ledger_file: Path | None,
    key_file: Path | None,
    no_seeds: bool,
    config_file: Path | None,
    no_config: bool,
) -> int:
    """Mask the secrets of a session or trace, and write it back in its own format.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2.  Nothing but what is
    masked changes; the output gets the whole result or nothing.

    \b
      steno redact session.jsonl -o clean.jsonl
      steno redact @latest --level pii --diff
      steno redact trace.json -o clean.json --ledger masked.jsonl
      steno redact @latest --level structure -o for-the-issue.jsonl
    """
    found: list[Diagnostic] = []
    policy = world.policy(config_file, no_config=no_config)
    level = level or (policy.level or Level.SECRETS).value
    source = world.resolver(found.append)(word)
    with Progress(sys.stderr) as progress, stream(source, world.stdin()) as file:
        progress.say(f"redacting {source.name}", 0)
        data = file.read()
        machine = world.machine(no_seeds=no_seeds or not policy.seeds)
        redaction = Redaction(level=level, key=world.key(key_file), machine=machine, policy=policy)
        named, whole = known_as(source, io.BytesIO(data), source_format)
        done = pipeline.redacted(whole, Place(source.name), found.append, redaction, world.ambient(), named)
    if diff:
        _show(data, done.data, source.name)
    else:
        with output.destination(output_file) as target:
            target.write(done.data)
    if ledger_file is not None:
        with output.destination(ledger_file) as target:
            for each in done.ledger:
                target.write(
                    encode({"schema": SCHEMA, **{f: getattr(each, f) for f in each.__struct_fields__}}) + b"\n"
                )
            for rule, count in sorted(done.suppressed.items()):
                target.write(encode({"schema": SCHEMA, "allowed": count, "rule": rule}) + b"\n")
    output.warn(found)
    places = f", in {number_of(len(done.ledger), 'place')}" if done.ledger else ""
    exits.say(f"masked {summary.masked(done.said)}{places}", "")
    return exits.ending(found)


def _show(before: bytes, after: bytes, name: str) -> None:
    old, new = (data.decode("utf-8", "backslashreplace").splitlines() for data in (before, after))
    if len(old) == len(new):
        # A record that is only spelled otherwise has not changed.
        pairs = [(a, b if _differ(a, b) else a) for a, b in zip(old, new, strict=True)]
        old, new = [a for a, _ in pairs], [b for _, b in pairs]
    changed = difflib.unified_diff(old, new, name, f"{name} (redacted)", lineterm="", n=0)
    output.lines(visible(line) for line in changed)


def _differ(one: str, two: str) -> bool:
    try:
        return encode(decode(one.encode()).value) != encode(decode(two.encode()).value)
    except (BadJSON, UnicodeError):
        return one != two
