"""Claude Code's hooks: which events, in which settings file.  Knows no transcript."""

from __future__ import annotations

from pathlib import Path

from steno.agents.claude_code import FORMAT
from steno.agents.claude_code.places import ROOTS
from steno.contracts import UsageError
from steno.hookfiles.hooks_json import HooksFile, settings
from steno.hookfiles.target import Hooks, Setting, Target

EVENTS = (
    "SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "Notification", "Stop",
    "SubagentStart", "SubagentStop", "PreCompact", "SessionEnd",
)  # fmt: skip


def targets(setting: Setting, scope: str) -> list[Target]:
    """The settings of the user, of the project in this folder, or those of the project that are the user's own."""
    match scope:
        case "user":
            known = ROOTS(setting.environ, setting.home)
            folder = next((root for root in known if root.is_dir()), known[0])
            path = folder / "settings.json"
        case "project":
            path = setting.here / ".claude" / "settings.json"
        case _:
            path = setting.here / ".claude" / "settings.local.json"
    return [HooksFile(path, setting.command(FORMAT.name), EVENTS)]


def launched(setting: Setting, command: list[str], folder: Path) -> list[str]:
    """The command with the hooks added for this one run, by a settings file in the folder.

    `--settings` adds to the user's own settings and replaces none of their hooks.
    """
    if any(word == "--settings" or word.startswith("--settings=") for word in command):
        hint = f"`steno hook install {FORMAT.name}` adds the hooks to your settings instead"
        raise UsageError(f"the command already has --settings, and Claude Code takes only one; {hint}")
    path = folder / "settings.json"
    path.write_bytes(settings(setting.command(FORMAT.name), EVENTS))
    program, *rest = command
    return [program, "--settings", str(path), *rest]


HOOKS = Hooks(
    scopes=("user", "project", "local"),
    targets=targets,
    after="a session that is already running uses them from its next start",
    programs=("claude",),
    launched=launched,
)
