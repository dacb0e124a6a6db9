"""Git's hooks: a few lines in `post-commit` and `post-rewrite`, beside whatever else stands there.

They come first in an existing script, since a script may end early; where git has something to say on standard input,
they hand it on to the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from steno.base import proc
from steno.contracts import UsageError
from steno.hookfiles.target import Cuts, Found, Hooks, Inserts, Refused, Setting, Target, is_ours

EVENTS = ("post-commit", "post-rewrite")

_BEGIN, _END = "# >>> steno hook: `steno hook remove git` takes this out\n", "# <<< steno hook\n"
_BLOCK = re.compile(f"^{re.escape(_BEGIN)}(?P<body>.*?)^{re.escape(_END)}", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^(?:.*\| )?(?P<command>\S.*?) post-\w+ ", re.MULTILINE)
_SHEBANG = re.compile(r"#![ \t]*(?:\S*/)?(?:env[ \t]+)?(?:\S*/)?(?P<shell>\w+)[^\n]*\n")
_SHELLS = {"sh", "bash", "dash", "zsh", "ksh", "ash"}


def targets(setting: Setting, scope: str) -> list[Target]:
    """The hooks of the repository in this folder, or those that the user has for every repository."""
    folder = _of_user(setting) if scope == "user" else _of_repository(setting)
    return [Script(folder / event, event, setting.command("git")) for event in EVENTS]


def _of_repository(setting: Setting) -> Path:
    """As git itself says it: `core.hooksPath` and linked work trees are its own affair."""
    found = proc.output(["git", "rev-parse", "--git-path", "hooks"], setting.here)
    if not found:
        raise UsageError(f"{setting.here} is not in a git repository; change into one, or use --user")
    return setting.here / found


def _of_user(setting: Setting) -> Path:
    found = proc.output(["git", "config", "--global", "--type=path", "core.hooksPath"], setting.here)
    if not found:
        hint = "set one with `git config --global core.hooksPath DIR`, or use --project"
        raise UsageError(f"git has no hooks folder for all your repositories; {hint}")
    return setting.here / found


class Script(NamedTuple):
    path: Path
    event: str
    command: str
    blank: str = "#!/bin/sh\n"
    mode: int = 0o755

    def expected(self) -> Found:
        return {self.event: self.command}

    def found(self, text: str) -> Found:
        block = _BLOCK.search(text)
        command = _COMMAND.search(block["body"]) if block else None
        return {self.event: command["command"]} if command and is_ours(command["command"]) else {}

    def inserts(self, text: str) -> Inserts:
        self._check(text)
        shebang = _SHEBANG.match(text)
        if text.startswith("#!") and (shebang is None or shebang["shell"] not in _SHELLS):
            hint = f"add this call to it: {self.command} {self.event}"
            raise Refused(f'{self.path}: this hook is not a shell script; {hint} "$(git rev-parse HEAD)"')
        return [(shebang.end() if shebang else 0, self._block())]

    def cuts(self, text: str) -> Cuts:
        return [block.span() for block in _BLOCK.finditer(text) if is_ours(block["body"])]

    def verify(self, before: str, after: str) -> None:
        """Blocks are put in and taken out as they are: nothing else is touched."""

    def remarks(self, text: str) -> Sequence[str]:
        return []

    def _check(self, text: str) -> None:
        if "\0" in text:
            raise Refused(f"{self.path}: this hook is a binary program, so no line can be added")
        if self.path.exists() and not self.path.stat().st_mode & 0o100:
            hint = "make it executable with `chmod +x`, or delete it"
            raise Refused(f"{self.path}: git ignores this hook because it is not executable; {hint}")

    def _block(self) -> str:
        call = f'{self.command} {self.event} "$(git rev-parse HEAD 2>/dev/null)" "$@" || :\n'
        if self.event == "post-rewrite":
            call = (
                f"steno_said=$(cat)\nprintf '%s\\n' \"$steno_said\" | {call}exec "
                "<<STENO_SAID\n$steno_said\nSTENO_SAID\n"
            )
        return _BEGIN + call + _END


HOOKS = Hooks(scopes=("project", "user"), targets=targets, after="they run at the next commit")
