"""A plug-in for Claude Code: the skills, a command for each, the hooks and the server, made from what Steno has."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from steno.agents.claude_code import FORMAT
from steno.agents.claude_code.hooks import EVENTS
from steno.hookfiles.hooks_json import settings
from steno.hookfiles.target import Setting

_DESCRIPTION = re.compile(r"^description: >-\n((?:  .+\n)+)", re.MULTILINE)


def files(skills: Mapping[str, bytes], setting: Setting, version: str) -> dict[str, bytes]:
    """The files of the plug-in, by their paths in its folder."""
    manifest = {
        "name": "steno",
        "version": version,
        "description": "Exports, traces and searches agent sessions with the steno command.",
        "license": "Apache-2.0",
    }
    server = {"mcpServers": {"steno": {"command": setting.python, "args": ["-m", "steno", "mcp"]}}}
    made = {
        ".claude-plugin/plugin.json": _spelled(manifest),
        ".mcp.json": _spelled(server),
        "hooks/hooks.json": settings(setting.command(FORMAT.name), EVENTS),
    }
    for name, text in skills.items():
        made[f"skills/{name}/SKILL.md"] = text
        made[f"commands/{name}.md"] = _command(name, text.decode())
    return made


def _command(name: str, skill: str) -> bytes:
    """A slash command that hands its words to the skill: what to do stands there alone."""
    found = _DESCRIPTION.search(skill)
    first = " ".join(found[1].split()).partition(". ")[0].rstrip(".") + "." if found else ""
    return (
        f"---\ndescription: {json.dumps(first)}\n---\n\nUse the skill `{name}` with these words: $ARGUMENTS\n".encode()
    )


def _spelled(value: object) -> bytes:
    return json.dumps(value, indent=2).encode() + b"\n"
