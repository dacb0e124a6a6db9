"""A plug-in for Claude Code: the skills, which are its slash commands too, the hooks and the server."""

from __future__ import annotations

import json
from collections.abc import Mapping

from steno.agents.claude_code import FORMAT
from steno.agents.claude_code.hooks import EVENTS
from steno.hookfiles.hooks_json import settings
from steno.hookfiles.target import Setting


def files(skills: Mapping[str, bytes], setting: Setting, version: str) -> dict[str, bytes]:
    """The files of the plug-in, by their paths in its folder."""
    manifest = {
        "name": "steno",
        "version": version,
        "author": {"name": "Steno"},
        "description": "Exports, traces and searches agent sessions with the steno command.",
        "license": "Apache-2.0",
    }
    # -P: the server is started in a project, whose own modules are not Steno's to import.
    server = {"mcpServers": {"steno": {"command": setting.python, "args": ["-P", "-m", "steno", "mcp"]}}}
    # The agent installs plug-ins from marketplaces alone: the folder is its own.
    market = {
        "name": "steno",
        "owner": manifest["author"],
        "description": "The plug-in that Steno made on this machine.",
        "plugins": [{"name": "steno", "source": "./", "description": manifest["description"]}],
    }
    made = {
        ".claude-plugin/plugin.json": _spelled(manifest),
        ".claude-plugin/marketplace.json": _spelled(market),
        ".mcp.json": _spelled(server),
        "hooks/hooks.json": settings(setting.command(FORMAT.name), EVENTS),
    }
    for name, text in skills.items():
        made[f"skills/{name}/SKILL.md"] = text
    return made


def _spelled(value: object) -> bytes:
    return json.dumps(value, indent=2).encode() + b"\n"
