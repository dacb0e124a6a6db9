"""What a user has set: prices, the key of marks, `steno.toml`, and what the machine knows of its user.

What is in force is told line by line, so that no file switches anything off in silence.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from steno.base.counts import number_of
from steno.base.files import nearest, opened
from steno.base.folders import settings
from steno.errors import UsageError

if TYPE_CHECKING:
    from steno.api.world import World
    from steno.detect.policy import Policy
    from steno.detect.seeds import Machine
    from steno.prices import Prices
    from steno.redaction import Redaction

Tell = Callable[[str], None]
"""Takes a line about what is in force."""

_SHORTEST_KEY = 32
_LARGEST_CONFIG = 1 << 20
_POLICY = "steno.toml"


def key(path: Path | None, tell: Tell) -> bytes | None:
    """The key in a file, to its last byte; None where no file is named.  Warns where others may read it."""
    if path is None:
        return None
    with opened(path) as stream:
        found = stream.read()
    if len(found) < _SHORTEST_KEY:
        hint = "`head -c 32 /dev/urandom > FILE` makes one"
        raise UsageError(f"{path}: a key of {number_of(len(found), 'byte')}, expected {_SHORTEST_KEY} or more; {hint}")
    if os.name == "posix" and path.stat().st_mode & 0o077:
        tell(f"{path}: others can read this key; `chmod 600` makes it private")
    return found


def prices(world: World, path: Path | None = None) -> Prices:
    """The user's prices before the shipped ones: those of the file that is named, then those of the config folder."""
    from steno import prices

    own = own_prices(world)
    return prices.table([each for each in (path, own if own.is_file() else None) if each is not None])


def own_prices(world: World) -> Path:
    """Where the user's prices are, whether or not there are any."""
    return settings(world.environ, world.home) / "steno" / "prices.json"


def machine(world: World) -> Machine:
    """What a machine knows of its user and its secrets."""
    from steno.detect.seeds import Machine, authors

    environ = world.environ
    users = [environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME", "SUDO_USER")]
    git = [authors(text) for text in map(_text, _git_configs(world))]
    named = [environ.get(f"GIT_{who}_{what}", "") for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")]
    return Machine(
        users=tuple(dict.fromkeys(filter(None, users))),
        home=str(world.home),
        host=os.uname().nodename,
        authors=tuple(dict.fromkeys(filter(None, [*named, *(each for found in git for each in found)]))),
        environ=environ,
    )


def _git_configs(world: World) -> Iterator[Path]:
    """Where git keeps who commits.  They are read as text: nothing that stands in a repository is executed."""
    yield world.home / ".gitconfig"
    yield Path(world.environ.get("XDG_CONFIG_HOME") or world.home / ".config") / "git" / "config"
    here = world.folder.absolute()
    yield from (folder / ".git" / "config" for folder in (here, *here.parents))


def _text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return stream.read(_LARGEST_CONFIG).decode("utf-8", "replace")
    except OSError:
        return ""  # most of them do not exist


def policy(world: World, file: Path | None, tell: Tell, *, none: bool = False) -> Policy:
    """What the nearest `steno.toml`, or the one named, and installed packages ask for; raises `UsageError`."""
    from steno.detect import plugins
    from steno.detect.policy import Policy

    if file is not None and none:
        raise UsageError("--config and --no-config contradict each other")
    plugged = plugins.load()
    for line in plugged.said:
        tell(f"policy: {line}")
    path = None if none else file or nearest(_POLICY, world.folder.absolute(), world.home)
    if path is None:
        return Policy(extra=plugged.detectors, finders=plugged.finders)
    from steno.detect import policy_file  # few runs have one

    found = policy_file.read(path, plugged.detectors)
    asked = plugged.chosen(found.recognizers)
    tell(f"policy: {found.said}")
    return replace(found.policy, finders=plugged.finders, recognizers=asked, key=key(found.key_file, tell))


def redaction(
    world: World, policy: Policy, level: str | None, key_file: Path | None, tell: Tell, *, seeds: bool = True
) -> Redaction:
    """What to take out: at the level that is asked for, else at the policy's, else secrets.

    Without `seeds`, nothing is looked for that only this machine knows.
    """
    from steno.redaction import USUAL, Redaction

    level = level or (policy.level.value if policy.level else USUAL.level)
    known = machine(world) if seeds and policy.seeds else None
    return Redaction(level=level, key=key(key_file, tell), machine=known, policy=policy)
