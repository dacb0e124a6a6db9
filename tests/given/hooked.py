"""Hooks installed and removed as the command does it."""

from __future__ import annotations

from steno.record.hooks import change
from steno.record.hooks.status import agent
from steno.record.hooks.target import Setting


def change_all(action: str, name: str, where: Setting, scope: str = "user") -> list[change.Change]:
    """Install or remove, as the command does it."""
    receipts = where.folder / "receipts"
    plan = change.install if action == "install" else change.remove
    planned = [plan(target, receipts) for target in agent(name).targets(where, scope)]
    for each in planned:
        if each.needed:
            change.apply(each, receipts)
    return [each for each in planned if each.needed]
