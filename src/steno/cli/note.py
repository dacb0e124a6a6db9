"""`steno note`"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import click
from msgspec import UNSET

from steno.base.exact import encode
from steno.cli import exits, judgements, options, output
from steno.cli.subject import Subject, author, pen, subject
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic
from steno.model import JSON
from steno.model.steps import whole
from steno.notes import sidecar
from steno.notes.level import REVIEWED, best, content, contents, standings
from steno.notes.pen import Pen
from steno.notes.sidecar import Entry
from steno.notes.targets import settled
from steno.render.table import Column, table
from steno.render.terminal import number_of
from steno.render.times import when

SCHEMA = "steno.note/1"

_COLUMNS = (
    Column("ID"), Column("TIME", rank=5), Column("AUTHOR", rank=4), Column("STEP", right=True, rank=3),
    Column("KEY", rank=2), Column("VALUE", rank=1),
)  # fmt: skip


@click.command("note")
@options.word()
@click.option("--step", "number", type=int, metavar="N", help="The step it is about; without it, the whole trace.")
@click.option("--eval", "eval", metavar="-1|0|+1", help="How the step turned out.")
@click.option("--eval-reason", metavar="TEXT", help="Why it is judged so.")
@click.option("--directive", metavar="TEXT", help="In hindsight: what went wrong, and what to do instead.")
@click.option("--success/--no-success", default=None, help="Whether the step worked as intended.")
@click.option("--observation", metavar="TEXT", help="What was known before the step.")
@click.option("--message-role", metavar="WORD", help="Of a user's message: what it is.")
@click.option("--feedback-type", metavar="WORD", help="Of a user's message: which kind of feedback.")
@click.option("--feedback-content", metavar="TEXT", help="Of a user's message: what the feedback means.")
@click.option("--task", metavar="TEXT", help="Of the whole: what was to be done.")
@click.option("--learning", metavar="TEXT", help="Of the whole: what a later run should do otherwise.")
@click.option("--goal-achieved/--goal-not-achieved", default=None, help="Of the whole: whether the task was done.")
@click.option("--goal-notes", metavar="TEXT", help="Of the whole: how far, and what is missing.")
@click.option("--termination-reason", metavar="WORD", help="Of the whole: why it ended.")
@click.option("--release-tier", metavar="WORD", help="Of the whole: who may have it.")
@click.option("--key", metavar="KEY", help="Any other field, with --value or --json-value.")
@click.option("--value", metavar="TEXT", help="The value of --key, as text.")
@click.option("--json-value", metavar="JSON", help="The value of --key, as JSON; null says that it is not known.")
@click.option("--evidence", type=int, multiple=True, metavar="N", help="A step it rests on; may be given again.")
@click.option("--reviewed", is_flag=True, help="Mark the step as reviewed, as it stands.")
@click.option("--list", "as_list", is_flag=True, help="Show the notes on the trace instead.")
@click.option("--undo", metavar="ID|last", help="Take a note back; last is the author's newest.")
@author
@options.no_subagents
@options.source_format
@options.as_json
@options.colour
def command(
    word: str,
    number: int | None,
    key: str | None,
    value: str | None,
    json_value: str | None,
    evidence: tuple[int, ...],
    reviewed: bool,
    as_list: bool,
    undo: str | None,
    name: str | None,
    role: str | None,
    no_subagents: bool,
    source_format: str | None,
    as_json: bool,
    colour: str,
    **flags: str | bool | None,
) -> int:
    """Annotate a step of a trace, or the whole of it.

    SESSION is a path, the beginning of a session's id, @latest, or @-2.  Steps are counted as `steno explain` and a
    Forsy export count them.  Notes are kept beside the trace in a file of their own, in Steno's folder for an agent's
    own session, and are put into the trace whenever it is exported.

    Who says it is never guessed: --author and --role name them, or STENO_AUTHOR and STENO_ROLE.

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
    about = subject(word, found.append, format=source_format, subagents=not no_subagents)
    entries = settled(sidecar.read(about.notes, found.append), about.trace.events)
    if as_list:
        _list(about, entries, colour, as_json=as_json)
    else:
        writer = pen(name, role)
        if undo is not None:
            gone = sidecar.meant(undo, entries, writer.author)
            sidecar.append(about.notes, [writer.retraction(gone)])
            _say(about, [gone], as_json=as_json, done="taken back", retracted=True)
        else:
            new = list(_entries(about, entries, writer, number, said, evidence, reviewed=reviewed))
            sidecar.append(about.notes, new)
            _say(about, new, as_json=as_json, done=f"kept in {about.notes}")
    output.warn(found, named=True)
    return exits.Exit.DONE


def _flags(flags: Mapping[str, str | bool | None]) -> dict[str, JSON]:
    return {
        key: judgements.spelled(key, value) if isinstance(value, str) else value
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
    return {key: judgements.spelled(key, value) if value is not None else judgements.parsed(json_value or "")}


def _entries(
    about: Subject,
    entries: Sequence[Entry],
    writer: Pen,
    number: int | None,
    said: Mapping[str, JSON],
    evidence: Sequence[int],
    *,
    reviewed: bool,
) -> Iterator[Entry]:
    """The lines to write; nothing is written before all of them are known to be right."""
    rests_on = [about.step(each).anchor.uid for each in evidence]
    if number is None:
        for key, value in said.items():
            if key == "release_tier":
                part = judgements.of_whole("dataset_summary", {key: value})
                yield writer.note("dataset_summary", _summary(about, entries) | part, evidence=rests_on)
            else:
                yield writer.note(key, judgements.of_whole(key, value), evidence=rests_on)
        if reviewed:
            yield writer.note(REVIEWED, None)
        return
    step = about.step(number)
    for key, value in said.items():
        kept = judgements.of_step(key, value, step, about.steps)
        yield writer.note(key, kept, step.anchor.uid, rests_on)
    if reviewed:
        yield writer.note(REVIEWED, content(step), step.anchor.uid)


def _summary(about: Subject, entries: Sequence[Entry]) -> dict[str, JSON]:
    """The dataset summary as it stands: a note replaces the whole of what it is about."""
    stated = whole(about.trace).get("dataset_summary")
    found: JSON = None if stated is None else stated.value
    for entry in sidecar.live(entries):
        if entry.key == "dataset_summary" and entry.target is UNSET:
            found = entry.value
    return found if isinstance(found, dict) else {}


def _record(about: Subject, entry: Entry, numbers: Mapping[str, int]) -> dict[str, JSON]:
    target = entry.target if isinstance(entry.target, str) else None
    return {
        "schema": SCHEMA,
        "id": entry.id,
        "author": entry.author,
        "time": entry.time,
        "target": target,
        "step": numbers.get(target) if target is not None else None,
        "key": entry.key,
        "value": entry.value,
        "evidence": list(entry.evidence),
        "gone": target is not None and target not in numbers,
    }


def _numbers(about: Subject) -> dict[str, int]:
    return {step.anchor.uid: step.number for step in about.steps}


def _say(about: Subject, entries: Sequence[Entry], *, as_json: bool, done: str, retracted: bool = False) -> None:
    numbers = _numbers(about)
    for entry in entries:
        record = _record(about, entry, numbers)
        if as_json:
            output.emit({**record, "retracted": retracted})
        else:
            where = f"step {record['step']}" if record["step"] else "the whole trace"
            exits.say(f"{entry.id}  {where}: {entry.key} {_shown(entry)}", "")
    exits.say(f"{number_of(len(entries), 'note')} {done}", "")


def _shown(entry: Entry) -> str:
    if entry.key == REVIEWED:
        return ""
    return entry.value if isinstance(entry.value, str) else encode(entry.value).decode()


def _list(about: Subject, entries: Sequence[Entry], colour: str, *, as_json: bool) -> None:
    numbers = _numbers(about)
    standing = sidecar.live(entries)
    records = [_record(about, entry, numbers) for entry in standing]
    if as_json:
        for record in records:
            output.emit({**record, "retracted": False})
    elif records:
        rows = [
            (entry.id, when(entry.time), entry.author, _place(record), str(entry.key), _shown(entry))
            for entry, record in zip(standing, records, strict=True)
        ]
        output.lines(table(_COLUMNS, rows, output.paint(colour)))
    if gone := sum(bool(record["gone"]) for record in records):
        exits.say(f"{gone} of them are about steps that this trace does not have", "")
    reviews = standings(entries, contents(about.steps))
    for each in reviews:
        exits.say(
            f"{each.author} has reviewed {len(each.good)} of {number_of(len(about.steps), 'step')} as they stand", ""
        )
    level = best(reviews)
    earned = f", validation level {level.level}" if level else ""
    taken = sum(not entry.is_note for entry in entries)
    exits.say(f"{number_of(len(records), 'note')} in {about.notes}, {taken} taken back{earned}", "")


def _place(record: Mapping[str, JSON]) -> str:
    return "gone" if record["gone"] else "" if record["step"] is None else str(record["step"])
