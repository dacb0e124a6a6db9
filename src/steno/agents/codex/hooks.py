"""Codex's hooks: `notify` and `[[hooks.EVENT]]` in `config.toml`, or `hooks.json` where there is one.

TOML is edited as text, so that the user's comments and order stay; `tomllib` says before and after that nothing but
Steno's part differs.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from steno.agents.codex import FORMAT
from steno.agents.codex.places import root
from steno.base.exact import encode
from steno.hookfiles.hooks_json import HooksFile, ours, without_ours
from steno.hookfiles.target import SECONDS, Cuts, Found, Hooks, Inserts, Refused, Setting, Target, is_ours

EVENTS = (
    "SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PreCompact", "PostCompact", "SubagentStart",
    "SubagentStop", "Stop",
)  # fmt: skip
NOTIFY = "notify"

_COMMENT = "# Put here by Steno; `steno hook remove codex` takes it out.\n"
_STRING = r'"(?:[^"\\\n]|\\.)*"'
_NOTIFY = re.compile(rf"^notify = \[(?:{_STRING}(?:, )?)*\]\n", re.MULTILINE)
_ENTRY = re.compile(
    rf"^\[\[hooks\.(\w+)\]\]\n\[\[hooks\.\1\.hooks\]\]\ntype = \"command\"\n"
    rf"command = {_STRING}\ntimeout = \d+\n",
    re.MULTILINE,
)


def targets(setting: Setting, scope: str) -> list[Target]:
    """The user's configuration, or that of the project in this folder, which Codex reads only once it is trusted."""
    folder = root(setting.environ, setting.home) if scope == "user" else setting.here / ".codex"
    command = setting.command(FORMAT.name)
    words = tuple(setting.words(FORMAT.name)) if scope == "user" else ()  # Codex takes `notify` from the user alone
    if (folder / "hooks.json").is_file():
        # Codex warns where one folder has hooks in both.
        hooks: list[Target] = [HooksFile(folder / "hooks.json", command, EVENTS)]
        return [*hooks, ConfigFile(folder / "config.toml", command, (), words)] if words else hooks
    return [ConfigFile(folder / "config.toml", command, EVENTS, words)]


def launched(setting: Setting, command: list[str], folder: Path) -> list[str]:
    """The command with `notify` for this one run.

    Codex runs a hook only after its user trusted it, so that none can be added for one run; `notify` needs no trust.
    """
    program, *rest = command
    return [program, "-c", f"notify={_words(setting.words(FORMAT.name))}", *rest]


class ConfigFile(NamedTuple):
    path: Path
    command: str
    events: Sequence[str]
    words: Sequence[str]
    """The command of `notify`, where it is asked for."""
    blank: str = ""
    mode: int = 0o600

    def expected(self) -> Found:
        notify = {NOTIFY: " ".join(self.words)} if self.words else {}
        return notify | dict.fromkeys(self.events, self.command)

    def found(self, text: str) -> Found:
        value = self._read(text)
        found = ours(value)
        notify = value.get(NOTIFY)
        if isinstance(notify, list) and is_ours(notify):
            return {NOTIFY: " ".join(map(str, notify))} | found
        # Somebody else's stays, and nothing is missing then.
        return {NOTIFY: " ".join(self.words)} | found if found and notify is not None and self.words else found

    def inserts(self, text: str) -> Inserts:
        value = self._read(text)
        edits: Inserts = []
        if self.words and NOTIFY not in value:
            edits.append((0, f"{_COMMENT}notify = {_words(self.words)}\n"))
        if self.events:
            entries = "".join(_entry(event, self.command) for event in self.events)
            gap = "" if not text or text.endswith("\n") else "\n"
            edits.append((len(text), f"{gap}{_COMMENT}{entries}"))
        return edits

    def cuts(self, text: str) -> Cuts:
        found = [*_NOTIFY.finditer(text), *_ENTRY.finditer(text)]
        comments = re.finditer(f"^{re.escape(_COMMENT)}", text, re.MULTILINE)
        return sorted(each.span() for each in [*(each for each in found if is_ours(each.group())), *comments])

    def verify(self, before: str, after: str) -> None:
        if _without_ours(self._read(before)) != _without_ours(self._read(after)):
            raise Refused(f"{self.path}: Steno cannot add its part without changing the rest; nothing was written")

    def remarks(self, text: str) -> Sequence[str]:
        value = self._read(text)
        said = []
        if NOTIFY in value and self.words and not is_ours(value[NOTIFY]):
            said.append(f"{self.path}: another program uses notify, so Steno leaves it; the hooks report the same")
        features = value.get("features")
        if isinstance(features, dict) and False in (features.get("hooks"), features.get("codex_hooks")):
            said.append(f"{self.path}: [features] turns hooks off, so Codex runs none")
        return said

    def _read(self, text: str) -> dict[str, Any]:
        try:
            return tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            hint = "if it names hooks in another way than `[[hooks.EVENT]]`, put them into hooks.json"
            raise Refused(f"{self.path}: not valid TOML, or not with Steno's part added ({error}); {hint}") from None


def _words(words: Sequence[str]) -> str:
    """Words as a TOML array; what JSON writes between quotes, TOML reads."""
    return "[" + ", ".join(encode(word).decode() for word in words) + "]"


def _entry(event: str, command: str) -> str:
    handler = f'type = "command"\ncommand = {encode(command).decode()}\ntimeout = {SECONDS}\n'
    return f"[[hooks.{event}]]\n[[hooks.{event}.hooks]]\n{handler}"


def _without_ours(value: dict[str, Any]) -> dict[str, Any]:
    return {key: each for key, each in without_ours(value).items() if key != NOTIFY or not is_ours(each)}


HOOKS = Hooks(
    scopes=("user", "project"),
    targets=targets,
    after="Codex asks you to trust them; /hooks in Codex shows them",
    programs=("codex",),
    launched=launched,
    limits="the hooks are not installed, so Codex reports only the end of each turn",
)
