"""What `steno dataset` does and prints, by its first word."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from steno.api import Diagnostic, UsageError
from steno.api import dataset as datasets
from steno.api.dataset_push import push as send
from steno.api.said import said
from steno.cli import exits, output, redacting
from steno.render import dataset as render
from steno.render import findings
from steno.render.progress import Progress

if TYPE_CHECKING:
    from steno.api.dataset import Standing
    from steno.api.world import World

SCHEMA = "steno.dataset"


def begin(name: str | None, projection: str, paths: tuple[str, ...], manifest: Path | None) -> int:
    folder = Path()
    usual = "".join(sign if sign.isalnum() or sign in "._-" else "-" for sign in folder.absolute().name).strip("-._")
    file = datasets.init(folder, name or usual or "dataset", projection, paths, manifest=manifest)
    exits.say(f"wrote {file}; `steno dataset build` makes the dataset", "")
    return exits.Exit.DONE


def build(world: World, file: Path, jobs: int, cluster: str | None, *, as_json: bool) -> int:
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        done = datasets.build(
            world, file, jobs=jobs, cluster=cluster, tell=redacting.tell, report=found.append, progress=progress.say
        )
    output.warn(found)
    if as_json:
        output.emit({"schema": f"{SCHEMA}.build/1", **render.record(done.manifest), "folder": str(done.folder)})
    else:
        for line in render.built(done):
            exits.say(line, "")
    sessions = done.manifest.quarantined.get("sessions", 0)
    rows = done.manifest.quarantined.get("rows", 0)
    if sessions or rows:
        exits.say(f"quarantined, with the reasons: {datasets.sidecar_files(file)[0]}", "")
    return exits.Exit.PARTIAL if sessions else exits.Exit.FINDINGS if rows else exits.Exit.DONE


def check(
    world: World, file: Path, approve: tuple[str, ...], reject: tuple[str, ...], reason: str, who: str, *, as_json: bool
) -> int:
    for ids, state in ((approve, datasets.State.PUBLISHABLE), (reject, datasets.State.REJECTED)):
        if ids:
            datasets.decide(world, file, ids, state, reason, who)
    found: list[Diagnostic] = []
    standing = datasets.check(world, file, tell=redacting.tell, report=found.append)
    if as_json:
        stated = {"may_leave": standing.may_leave, "diagnostics": [findings.record(each) for each in said(found)]}
        output.emit({"schema": f"{SCHEMA}.check/1", **stated, **render.record(standing)})
    else:
        paint = output.paint("never")
        output.lines(findings.text(each, paint) for each in said(found))
        output.lines(render.standing(standing))
    return _code(standing)


def _code(standing: Standing) -> int:
    sound = standing.may_leave or not (standing.files or standing.problems)
    return exits.Exit.DONE if sound else exits.Exit.FINDINGS


def show(folder: Path, colour: str, *, as_json: bool) -> int:
    made = datasets.show(folder)
    if as_json:
        output.emit(render.record(made))
    else:
        output.lines(render.manifest(made, output.paint(colour)))
    return exits.Exit.DONE


def diff(one: Path, two: Path, colour: str, *, as_json: bool) -> int:
    found = datasets.diff(one, two)
    if as_json:
        output.emit({"schema": f"{SCHEMA}.diff/1", "is_same": found.is_same, **render.record(found)})
    else:
        output.lines(render.compared(found, output.paint(colour)))
    return exits.Exit.DONE if found.is_same else exits.Exit.FINDINGS


def push(world: World, words: tuple[str, ...], *, is_public: bool, is_dry: bool, as_json: bool) -> int:
    """The last of two words is where to; of one, whether it is a dataset tells."""
    if len(words) > 2:
        raise UsageError("push takes a dataset and where to send it")
    given = list(words)
    first = Path(given[0]) if given else Path()
    is_dataset = len(given) == 2 or first.name == "dataset.toml" or (first / "dataset.toml").is_file()
    file = Path(given.pop(0)) if given and is_dataset else Path()
    found: list[Diagnostic] = []
    done = send(
        world, file, given[0] if given else None, is_public=is_public, is_dry=is_dry, tell=redacting.tell,
        report=found.append,
    )  # fmt: skip
    if as_json:
        output.emit({"schema": f"{SCHEMA}.push/1", **render.record(done)})
    else:
        output.lines(render.pushed(done))
    if not done.standing.may_leave:
        output.lines(findings.text(each, output.paint("never")) for each in said(found))
        exits.say("nothing was sent: see `steno dataset check`")
        return exits.Exit.FINDINGS
    return exits.Exit.DONE
