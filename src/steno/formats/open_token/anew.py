"""The top of a document that was read, as a new one has it: complete, and in the words of the specification."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.time import parse, utc
from steno.formats.counter import LossCounter
from steno.formats.open_token.fresh import known
from steno.formats.open_token.wire import ACTOR_ID, AVAILABILITY, CONVERSATION, KINDS, PROVIDERS, RUNTIMES, TOP, VERSION
from steno.model import Header

_CLOSED = {"source_runtime": RUNTIMES, "provider": PROVIDERS}


class Anew:
    """One top.  What was stated and is not written, or is written otherwise, is counted."""

    def __init__(self, header: Header, exported_at: str, made_id: str, *, lines: bool) -> None:
        self._header, self._exported_at, self._made_id, self._lines = header, exported_at, made_id, lines
        self._changed: set[str] = set()

    def top(self, stated: dict[str, JSON], counter: LossCounter) -> dict[str, JSON]:
        """The top in the order of the specification; `stated` is as it was read."""
        whole = {key: value for key, value in stated.items() if self._has_a_place(key, value)}
        self._set(whole, "open_token_version", VERSION)
        self._set(whole, "exported_at", self._time(whole.get("exported_at")))
        whole["conversation"] = self._conversation(whole.get("conversation", UNSET))
        whole["participants"] = self._participants(whole.get("participants", UNSET))
        for where in sorted(self._changed):
            counter.header(where)
        return {key: whole[key] for key in (*TOP, *whole) if key in whole}

    def _has_a_place(self, key: str, value: JSON) -> bool:
        kept = value is not None and (key in TOP or self._lines)
        self._changed |= set() if kept else {"residue"}
        return kept

    def _set(self, whole: dict[str, JSON], key: str, value: JSON) -> None:
        if whole.setdefault(key, value) != value:
            whole[key] = value
            self._changed.add("residue")

    def _time(self, stated: JSON) -> str:
        found = utc(stated) if isinstance(stated, str) else None
        if isinstance(stated, str) and found is not None and stated.endswith(("Z", "z", "+00:00")):
            return stated
        return found or self._exported_at

    def _conversation(self, stated: JSON) -> dict[str, JSON]:
        if type(stated) is not dict:
            self._changed |= set() if stated is UNSET else {"residue"}
            stated = {}
        whole: dict[str, Any] = dict(stated)
        if type(whole.get("id")) is not str or not whole["id"]:
            whole = {"id": self._made_id, **{key: value for key, value in whole.items() if key != "id"}}
            self._changed |= {"ids", "residue"} if type(stated.get("id", "")) is not str else {"ids"}
        for key, name in CONVERSATION.items():
            if key in whole and (value := self._told(key, whole.pop(key), name)) is not UNSET:
                whole[key] = value
        if whole.get("internal_availability", AVAILABILITY[0]) not in AVAILABILITY:
            del whole["internal_availability"]
            self._changed.add("residue")
        order = stated if "id" in stated else ("id", *stated)
        return {key: whole[key] for key in order if key in whole}

    def _told(self, key: str, value: JSON, name: str) -> JSON:
        """What a text of the conversation may say; UNSET where it says nothing that has a place."""
        if type(value) is not str:
            self._changed.add("residue")
            return UNSET
        kept: JSON = value
        if key in _CLOSED:
            kept = known(value, _CLOSED[key])
        elif key == "started_at" and parse(value) is None:
            kept = UNSET
        self._changed |= set() if kept == value else {name}
        return kept

    def _participants(self, stated: JSON) -> list[JSON]:
        """Those that are what the specification asks for, each once."""
        kept: dict[str, JSON] = {}
        for each in stated if type(stated) is list else ():
            if is_participant(each) and each["actor_id"] not in kept:
                kept[each["actor_id"]] = each
        if type(stated) is not list or len(kept) < len(stated):
            self._changed |= set() if stated is UNSET else {"residue"}
        return list(kept.values())


def is_participant(value: JSON) -> bool:
    """Whether this is a participant as the specification has it."""
    if type(value) is not dict or type(actor := value.get("actor_id")) is not str:
        return False
    named = isinstance(value.get("name"), str | UnsetType)  # a reader has taken it out
    return named and value.get("kind") in KINDS and ACTOR_ID().fullmatch(actor) is not None
