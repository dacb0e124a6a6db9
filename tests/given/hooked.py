"""Installs and removes hooks, as the command does it."""

from __future__ import annotations

from steno.hookfiles.target import Setting
from steno.record.hooks import change
from steno.record.hooks.status import hooks


def change_all(action: str, name: str, where: Setting, scope: str = "user") -> list[change.Change]:
    """Install or remove, and what was changed."""
    receipts = where.folder / "receipts"
    plan = change.install if action == "install" else change.remove
    planned = [plan(target, receipts) for target in hooks(name).targets(where, scope)]
    for each in planned:
        if each.needed:
            change.apply(each, receipts)
    return [each for each in planned if each.needed]
