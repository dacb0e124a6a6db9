"""What the commands take from the outside: environment, home, clock, randomness, standard input, files of keys."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgspec.structs import replace

from steno import sources
from steno.base.counts import number_of
from steno.base.files import nearest, opened
from steno.base.folders import data, hooks
from steno.base.folders import home as home
from steno.base.ids import sha256, system_randomness
from steno.base.time import system_clock
from steno.cli.exits import say
from steno.contracts import Ambient, UsageError
from steno.diagnostics import Report
from steno.notes.sidecar import SUFFIX
from steno.session import Input, read, resolve
from steno.sources import Session

if TYPE_CHECKING:
    from steno.detect.policy import Policy
    from steno.detect.seeds import Machine
    from steno.model import Trace
    from steno.prices import Prices
    from steno.render.progress import Progress

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)
_SHORTEST_KEY = 32
_LARGEST_CONFIG = 1 << 20
_POLICY = "steno.toml"


def runs(report: Report) -> Iterator[tuple[str, Path]]:
    """The files of agents' sub-agents on this machine, whether or not their session is still there."""
    return sources.runs(os.environ, home(), report)


def sessions(report: Report) -> list[Session]:
    """The sessions on this machine, newest first."""
    return sources.discover(os.environ, home(), report)


def resolver(report: Report) -> Callable[[str], Input]:
    """Turns words into inputs, and looks for sessions at most once."""
    found: list[list[Session]] = []

    def find() -> list[Session]:
        if not found:
            found.append(sessions(report))
        return found[0]

    def meant(word: str) -> Input:
        source = resolve(word, find)
        if source.path is None:
            return source
        agent = source.agent
        real = Path(os.path.realpath(source.path))
        if agent is None and _lies_in(real, (*_stores(), hooks(os.environ, home()))):  # then `steno ls` may list it
            agent = next((each.agent for each in find() if Path(os.path.realpath(each.path)) == real), None)
        return replace(source, agent=agent, notes=notes_on(source.path))

    return meant


def _stores() -> list[Path]:
    """Where agents keep their sessions, and Steno its transcripts; notes on a hook log lie beside it."""
    logs = hooks(os.environ, home())
    return [root for root in sources.roots(os.environ, home()) if root != logs]


def _lies_in(real: Path, folders: Iterable[Path]) -> bool:
    return any(real.is_relative_to(os.path.realpath(top)) for top in folders)


def notes_on(path: Path) -> Path:
    """Where notes on a file are kept: beside it, or in Steno's own folder where an agent keeps the file.

    Steno writes nothing into other programs' folders, and what lies in its own folder of transcripts is a transcript.
    """
    real = Path(os.path.realpath(path))
    if not _lies_in(real, _stores()):
        return real.with_name(real.name + SUFFIX)
    id = real.name.partition(".jsonl")[0]
    if not _UUID.search(id):
        id += f"-{sha256(os.fsencode(real.parent))[:8]}"  # only as unique as its folder
    return data(os.environ, home()) / "steno" / "notes" / (id + SUFFIX)


def stdin() -> BinaryIO:
    return sys.stdin.buffer


def traces(
    source: Input, report: Report, progress: Progress, doing: str, *, format: str | None = None, subagents: bool = True
) -> Iterator[Trace]:
    """The traces of an input; while it is read, the bar says what is being done and how far."""
    from steno.render.progress import of_file

    def watch(file: BinaryIO, size: int) -> None:
        progress.say(f"{doing} {source.name}", of_file(file, size))

    return read(source, stdin(), report, format=format, subagents=subagents, watch=watch)


def ambient() -> Ambient:
    return Ambient(system_clock(os.environ), system_randomness)


def key(path: Path | None) -> bytes | None:
    """The key in a file, to its last byte; None where no file is named.  Warns where others may read it."""
    if path is None:
        return None
    with opened(path) as stream:
        found = stream.read()
    if len(found) < _SHORTEST_KEY:
        hint = "`head -c 32 /dev/urandom > FILE` makes one"
        raise UsageError(f"{path}: a key of {number_of(len(found), 'byte')}, expected {_SHORTEST_KEY} or more; {hint}")
    if os.name == "posix" and path.stat().st_mode & 0o077:
        say(f"{path}: others may read this key; `chmod 600` keeps it for its owner")
    return found


def prices(path: Path | None = None) -> Prices:
    """The user's prices before the shipped ones: those of the file that is named, then those of the config folder."""
    from steno import prices

    own = prices.own(os.environ, home())
    return prices.table([each for each in (path, own if own.is_file() else None) if each is not None])


def machine(*, no_seeds: bool = False) -> Machine | None:
    """What this machine knows of its user and its secrets; None where nobody wants it looked for."""
    if no_seeds:
        return None
    from steno.detect.seeds import Machine, authors

    environ = os.environ
    users = [environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME", "SUDO_USER")]
    git = [authors(text) for text in map(_text, _git_configs())]
    named = [environ.get(f"GIT_{who}_{what}", "") for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")]
    return Machine(
        users=tuple(dict.fromkeys(filter(None, users))),
        home=str(home()),
        host=os.uname().nodename,
        authors=tuple(dict.fromkeys(filter(None, [*named, *(each for found in git for each in found)]))),
        environ=environ,
    )


def _git_configs() -> Iterator[Path]:
    """Where git keeps who commits.  They are read as text: nothing that stands in a repository is executed."""
    yield home() / ".gitconfig"
    yield Path(os.environ.get("XDG_CONFIG_HOME") or home() / ".config") / "git" / "config"
    here = Path.cwd()
    yield from (folder / ".git" / "config" for folder in (here, *here.parents))


def _text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return stream.read(_LARGEST_CONFIG).decode("utf-8", "replace")
    except OSError:
        return ""  # most of them do not exist


def policy(config_file: Path | None, *, no_config: bool) -> Policy:
    """What the nearest `steno.toml`, or the one named, and installed packages ask for; raises `UsageError`.

    Says what is in force, so that no file switches anything off in silence.
    """
    from steno.detect import plugins
    from steno.detect.policy import Policy

    if config_file is not None and no_config:
        raise UsageError("--config and --no-config contradict each other")
    plugged = plugins.load()
    for line in plugged.said:
        say(line, "policy: ")
    path = None if no_config else config_file or nearest(_POLICY, Path.cwd(), home())
    if path is None:
        return Policy(extra=plugged.detectors, finders=plugged.finders)
    from steno.detect import policy_file  # few runs have one

    found = policy_file.read(path, plugged.detectors)
    asked = plugged.chosen(found.recognizers)
    say(found.said, "policy: ")
    return replace(found.policy, finders=plugged.finders, recognizers=asked, key=key(found.key_file))
