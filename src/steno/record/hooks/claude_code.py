"""Claude Code's hooks: which events, in which settings file.  Knows no transcript."""

from __future__ import annotations

from steno.agents.claude_code.places import roots
from steno.contracts import UsageError
from steno.record.hooks.hooks_json import HooksFile, settings
from steno.record.hooks.target import Setting, Target

AGENT = "claude-code"
SCOPES = ("user", "project", "local")

EVENTS = (
    "SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "Notification", "Stop",
    "SubagentStart", "SubagentStop", "PreCompact", "SessionEnd",
)  # fmt: skip


def targets(setting: Setting, scope: str) -> list[Target]:
    """The settings of the user, of the project in this folder, or those of the project that are the user's own."""
    match scope:
        case "user":
            known = roots(setting.environ, setting.home)
            folder = next((root for root in known if root.is_dir()), known[0])
            path = folder / "settings.json"
        case "project":
            path = setting.here / ".claude" / "settings.json"
        case _:
            path = setting.here / ".claude" / "settings.local.json"
    return [HooksFile(path, setting.command(AGENT), EVENTS)]


def launched(setting: Setting, command: list[str], settings_file: str) -> tuple[list[str], bytes]:
    """The command with the hooks added for this one run, and what the settings file that it names must hold.

    `--settings` adds to the user's own settings and replaces none of their hooks.
    """
    if any(word == "--settings" or word.startswith("--settings=") for word in command):
        hint = "`steno hook install claude-code` adds the hooks to your settings, and then this works"
        raise UsageError(f"the command has --settings of its own, and Claude Code takes one; {hint}")
    program, *rest = command
    return [program, "--settings", settings_file, *rest], settings(setting.command(AGENT), EVENTS)
