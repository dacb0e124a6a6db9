"""A JSON file with a `hooks` object, as several agents have it; and such an object in any other file.

{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "...", "timeout": 10}]}]}}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from steno.base.exact import JSON, BadJSON, decode, encode
from steno.hookfiles import jsontext
from steno.hookfiles.target import SECONDS, Cuts, Found, Inserts, Refused, is_ours


class HooksFile(NamedTuple):
    path: Path
    command: str
    events: Sequence[str]
    blank: str = "{\n}\n"
    mode: int = 0o600

    def expected(self) -> Found:
        return dict.fromkeys(self.events, self.command)

    def found(self, text: str) -> Found:
        return ours(self._read(text))

    def inserts(self, text: str) -> Inserts:
        top = jsontext.beginning(text)
        hooks = jsontext.member(text, top, "hooks")
        if hooks is None:
            return [jsontext.put_in(text, top, f'\n  "hooks": {{{_members(self.command, self.events)}\n  }}')]
        edits: Inserts = []
        fresh = []
        for event in self.events:
            groups = jsontext.member(text, hooks.value, event)
            if groups is None:
                fresh.append(event)
            else:
                edits.append(jsontext.put_in(text, groups.value, f"\n      {_entry(self.command)}"))
        return edits + ([jsontext.put_in(text, hooks.value, _members(self.command, fresh))] if fresh else [])

    def cuts(self, text: str) -> Cuts:
        self._read(text)
        top = jsontext.beginning(text)
        hooks = jsontext.member(text, top, "hooks")
        if hooks is None:
            return []
        events = list(jsontext.parts(text, hooks.value))
        inner: Cuts = []
        empty = set()
        for index, event in enumerate(events):
            if text[event.value] != "[":
                continue
            groups = list(jsontext.parts(text, event.value))
            ours = {number for number, group in enumerate(groups) if _only_ours(_parsed(text[group.value : group.end]))}
            if ours and len(ours) == len(groups):
                empty.add(index)
            elif ours:
                inner += jsontext.take_out(groups, ours)
        if empty and len(empty) == len(events):
            members = list(jsontext.parts(text, top))
            return list(jsontext.take_out(members, {members.index(hooks)}))
        return sorted([*inner, *jsontext.take_out(events, empty)])

    def verify(self, before: str, after: str) -> None:
        if without_ours(self._read(before)) != without_ours(self._read(after)):
            raise Refused(f"{self.path}: Steno cannot add its part without changing the rest; nothing was written")

    def remarks(self, text: str) -> Sequence[str]:
        if self._read(text).get("disableAllHooks") is True:
            return [f"{self.path}: disableAllHooks is true, so the agent runs no hooks"]
        return []

    def _read(self, text: str) -> dict[str, JSON]:
        try:
            value, duplicate = decode(text.encode("utf-8", "surrogateescape"))
        except BadJSON as error:
            raise Refused(f"{self.path}: not valid JSON ({error}); fix it first, nothing was written") from None
        if duplicate is not None:
            raise Refused(f"{self.path}: the key {duplicate!r} appears twice; fix it first, nothing was written")
        if not isinstance(value, dict):
            raise Refused(f"{self.path}: not a JSON object; fix it first, nothing was written")
        hooks = value.get("hooks", {})
        if not isinstance(hooks, dict) or not all(isinstance(hooks.get(event, []), list) for event in self.events):
            raise Refused(f"{self.path}: `hooks` is not an object of arrays; fix it first, nothing was written")
        return value


def settings(command: str, events: Sequence[str]) -> bytes:
    """A whole file that names the hooks and nothing else."""
    return f'{{"hooks": {{{_members(command, events)}}}}}\n'.encode()


def _members(command: str, events: Sequence[str]) -> str:
    return ",".join(f'\n    "{event}": [{_entry(command)}]' for event in events)


def _entry(command: str) -> str:
    handler = f'{{"type": "command", "command": {encode(command).decode()}, "timeout": {SECONDS}}}'
    return f'{{"hooks": [{handler}]}}'


def _parsed(text: str) -> JSON:
    return decode(text.encode("utf-8", "surrogateescape")).value


def ours(value: Mapping[str, JSON]) -> Found:
    """Steno's commands in the `hooks` of a value, by event."""
    return {
        event: command
        for event, groups in _events(value).items()
        for group in (groups if isinstance(groups, list) else [])
        for command in _commands(group)
        if is_ours(command)
    }


def without_ours(value: Mapping[str, JSON]) -> dict[str, JSON]:
    """The value without our groups, and without what they alone filled."""
    events = {
        event: [group for group in groups if not _only_ours(group)] if isinstance(groups, list) else groups
        for event, groups in _events(value).items()
    }
    kept = {event: groups for event, groups in events.items() if groups != []}
    return {key: each for key, each in value.items() if key != "hooks"} | ({"hooks": kept} if kept else {})


def _events(value: Mapping[str, JSON]) -> dict[str, JSON]:
    hooks = value.get("hooks")
    return hooks if isinstance(hooks, dict) else {}


def _commands(group: JSON) -> Iterator[str]:
    handlers = group.get("hooks") if isinstance(group, dict) else None
    for handler in handlers if isinstance(handlers, list) else []:
        if isinstance(handler, dict) and isinstance(handler.get("command"), str):
            yield handler["command"]


def _only_ours(group: JSON) -> bool:
    """Whether a group holds our command and no other."""
    commands = list(_commands(group))
    return bool(commands) and all(map(is_ours, commands))
