"""A small agent that records itself.

    python examples/recorded_agent.py [FOLDER]

It has no model: `reply` plays one, so that the example runs anywhere.  The transcript goes to the folder given, else to
where all transcripts go, and `steno show FILE` prints it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import steno
from steno.record import block
from steno.record.run import Run


class Wish(NamedTuple):
    """A tool that the model wants to be called."""

    tool: str
    arguments: dict[str, str]


SCRIPT: Sequence[Wish | str] = (
    Wish("list_files", {"folder": "."}),
    Wish("read_file", {"name": "missing.txt"}),
    "I cannot review missing.txt: there is no such file.",
)


@steno.tool()
def list_files(folder: str) -> list[str]:
    return sorted(path.name for path in Path(folder).glob("*.md"))


@steno.tool()
def read_file(name: str) -> str:
    return Path(name).read_text()


TOOLS: dict[str, Callable[..., object]] = {"list_files": list_files, "read_file": read_file}


def reply(turn: int, heard: str) -> Wish | str:
    """What a model would say next."""
    return SCRIPT[turn]


def called(wish: Wish) -> str:
    """What the model hears of its tool.  The call, its output and its exception are in the transcript already."""
    try:
        return str(TOOLS[wish.tool](**wish.arguments))
    except OSError as error:
        return str(error)


def review(run: Run, task: str) -> str:
    with run.step("review", kind="agent") as step:
        run.user(task, system="You review files.")
        heard = task
        for turn in range(len(SCRIPT)):
            said = reply(turn, heard)
            if isinstance(said, str):
                run.assistant(said)
                step.result(said)
                return said
            run.assistant([block.tool_use(said.tool, f"call_{turn}", said.arguments)])
            heard = called(said)
    return "no answer"


def main(folder: str | None = None) -> Path | None:
    with steno.run("recorded-agent", directory=folder) as run:
        run.result(review(run, "Review missing.txt"))
    return run.path


if __name__ == "__main__":
    print(main(*sys.argv[1:2]))
