"""`steno dataset`"""

from __future__ import annotations

from pathlib import Path

import click

from steno.api import UsageError
from steno.api.dataset import PROJECTIONS
from steno.api.world import here
from steno.cli import dataset_verbs as verbs
from steno.cli import options

_FIRST = ("init", "build", "check", "show", "diff", "push")


@click.command("dataset")
@click.argument("verb", type=click.Choice(_FIRST), metavar="|".join(_FIRST))
@click.argument("words", metavar="[PATH]...", nargs=-1)
@click.option("--name", help="What the new dataset is called.  [init; default: the name of its folder]")
@click.option(
    "--projection", type=click.Choice(PROJECTIONS), default="sft", show_default=True,
    help="What sessions are made into.  [init]",
)  # fmt: skip
@click.option(
    "--from", "manifest", type=options.PATH, metavar="FILE",
    help="The manifest of an OpenTraces dataset to take over.  [init]",
)  # fmt: skip
@options.jobs_of("auto")
@click.option("--cluster", metavar="ADDRESS", help="Build on a Dask cluster, such as tcp://10.0.0.1:8786.  [build]")
@click.option("--approve", multiple=True, metavar="ID", help="Approve a row, a session, or * for all.  [check]")
@click.option("--reject", multiple=True, metavar="ID", help="Leave a row or a session out of the next build.  [check]")
@click.option("--reason", default="", help="Why rows are approved or rejected.  [check]")
@options.author
@click.option("--dry-run", "is_dry", is_flag=True, help="Show the exact files, and send nothing.  [push]")
@click.option("--public", "is_public", is_flag=True, help="Let everybody read the repository.  [push]")
@options.colour
@options.as_json
def command(
    verb: str,
    words: tuple[str, ...],
    name: str | None,
    projection: str,
    manifest: Path | None,
    jobs: int,
    cluster: str | None,
    approve: tuple[str, ...],
    reject: tuple[str, ...],
    reason: str,
    author: str | None,
    role: str | None,
    is_dry: bool,
    is_public: bool,
    colour: str,
    as_json: bool,
) -> int:
    """Make a dataset of sessions: redacted, checked by a policy, split, with a card, ready to be published.

    \b
      init   write a dataset.toml to begin with; PATHs are its sessions
      build  make the dataset that it describes; a run that was ended goes on
      check  check the file, its policy and every byte that was built; list what waits for review
      show   show what a built dataset holds
      diff   compare two built datasets
      push   send it to a folder or to hf:owner/name, private by default

    PATH is a dataset.toml or its folder; without one, the folder you are in.  Rows that the policy has not cleared are
    quarantined with the reason, in a private folder beside the output.  Exits with 1 if something speaks against
    publishing, or two datasets differ, and with 4 if sessions were quarantined.

    \b
      steno dataset init --projection chat sessions/
      steno dataset build --jobs 4
      steno dataset check --approve '*' --reason 'read by Mara'
      steno dataset push hf:garden/roses --dry-run
    """
    world = here()
    if (approve or reject) and verb != "check":
        raise UsageError("--approve and --reject go with check alone")
    if (is_dry or is_public) and verb != "push":
        raise UsageError("--dry-run and --public go with push alone")
    if cluster is not None and verb != "build":
        raise UsageError("--cluster goes with build alone")
    match verb:
        case "init":
            return verbs.begin(name, projection, words, manifest)
        case "build":
            return verbs.build(world, _one(words), jobs, cluster, as_json=as_json)
        case "check":
            who = f"{role or 'human'}:{author}" if author else "human:unnamed"
            return verbs.check(world, _one(words), approve, reject, reason, who, as_json=as_json)
        case "show":
            return verbs.show(_one(words), colour, as_json=as_json)
        case "diff":
            if len(words) != 2:
                raise UsageError("diff needs two datasets")
            return verbs.diff(Path(words[0]), Path(words[1]), colour, as_json=as_json)
        case _:
            return verbs.push(world, words, is_public=is_public, is_dry=is_dry, as_json=as_json)


def _one(words: tuple[str, ...]) -> Path:
    if len(words) > 1:
        raise UsageError(f"one dataset at a time, not {len(words)}")
    return Path(words[0]) if words else Path()
