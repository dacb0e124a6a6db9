"""What a redaction would mask, value by value: where each stands, and how it looks there before and after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from steno.base.ids import sha256, tag
from steno.detect.rule import SECRET, Detector
from steno.model import Event, Trace
from steno.model.event import STATED
from steno.model.ledger import Masked
from steno.viewer.index import NOWHERE
from steno.viewer.marks import spans
from steno.viewer.view import View, line_of

_AROUND: Final = 320
"""So many characters before and after a value are shown with it."""
_PLACES: Final = 200
_UNSURE: Final = frozenset({"unscanned", "secret", "identifier", "config", "tool_output"})
_DIGITS: Final = 12
GROUPS: Final = ("Secrets", "Personal data", "Might be")


class Context(Struct, kw_only=True, omit_defaults=True):
    """A value where it stands."""

    before: str | None = None
    """Absent where everything is masked."""
    marks: list[tuple[int, int]] | None = None
    """Where in it the value stands, in UTF-16 units, as browsers count."""
    after: str
    cut: tuple[int, int] = (0, 0)
    """How many characters of what would leave are left out before and after ..."""
    was_cut: tuple[int, int] = (0, 0)
    """... and of what the record holds."""


class Spot(Struct, kw_only=True, omit_defaults=True):
    """One place of a value."""

    n: int | None = None
    """The event; None in the header and in notes."""
    path: str
    line: int | None = None


class Finding(Struct, kw_only=True, omit_defaults=True):
    """One distinct value."""

    id: str
    type: str
    tag: str
    rule: str | None = None
    name: str | None = None
    group: str
    places: int
    value: str | None = None
    """Absent where everything is masked, or where nobody can tell it from what stands around it."""
    decision: str | None = None
    reason: str | None = None


class Value(Struct):
    """A value as the server keeps it."""

    type: str
    tag: str
    rule: str
    places: list[Masked]
    text: str | None = None
    """Known for sure: under the key, it gives the tag."""

    @property
    def id(self) -> str:
        return f"{self.type}:{self.tag}"

    @property
    def sha256(self) -> str | None:
        return None if self.text is None else sha256(self.text.encode("utf-8", "surrogatepass"))


class Findings:
    """What was found in one trace, under one key."""

    def __init__(self, bare: Trace, masked: Trace, ledger: Iterable[Masked], key: bytes) -> None:
        self._bare, self._masked = bare, masked
        self._places = {event.uid: at for at, event in enumerate(bare.events)}
        self.length = len(bare.events)
        self.values: dict[str, Value] = {}
        for each in ledger:
            made = Value(each.type, each.tag, each.rule, [])
            self.values.setdefault(made.id, made).places.append(each)
        for value in self.values.values():
            value.text = self._text(value, key)

    def _text(self, value: Value, key: bytes) -> str | None:
        """What a value is, where some place shows it beyond doubt."""
        for each in value.places:
            old, new = self._texts(each)
            if isinstance(old, str) and isinstance(new, str):
                for a, b, kind, mark in spans(old, new):
                    if (kind, mark) == (value.type, value.tag) and _is(old[a:b], value, key):
                        return old[a:b]
        return None

    def _texts(self, place: Masked) -> tuple[Any, Any]:
        """The text at a place, before and after."""
        at = self._places.get(place.event)
        old: Any = self._bare if at is None else self._bare.events[at]
        new: Any = self._masked if at is None else self._masked.events[at]
        for token in place.path.split("/")[1:]:
            old, new = _child(old, new, token.replace("~1", "/").replace("~0", "~"))
        return old, new

    def spots(self, value: Value, view: View) -> list[Spot]:
        """Where a value stands, the first of its places."""
        return [self._spot(each, view) for each in value.places[:_PLACES]]

    def _spot(self, place: Masked, view: View) -> Spot:
        at = self._places.get(place.event, NOWHERE)
        if at == NOWHERE:
            return Spot(path=place.path)
        return Spot(n=at + 1, path=place.path, line=line_of(view.events[at]) if at < len(view.events) else None)

    def context(self, value: Value, number: int, *, masked: bool) -> Context:
        """How a value stands at one of its places; bare only where nothing is masked."""
        place = value.places[max(0, min(number, len(value.places) - 1))]
        nth = sum(each.event == place.event and each.path == place.path for each in value.places[:number])
        old, new = self._texts(place)
        mark = f"[REDACTED:{value.type}:{value.tag}]"
        if not isinstance(new, str):
            return Context(after=mark)
        start = _nth(new, mark, nth)
        a, b = max(0, start - _AROUND), min(len(new), start + len(mark) + _AROUND)
        found = Context(after=new[a:b], cut=(a, len(new) - b))
        if masked or not isinstance(old, str):
            return found
        here = [each for each in spans(old, new) if each[2:] == (value.type, value.tag)]
        if here:
            x, y, _, _ = here[min(nth, len(here) - 1)]
            a, b = max(0, x - _AROUND), min(len(old), y + _AROUND)
            found.before, found.was_cut = old[a:b], (a, len(old) - b)
            found.marks = [
                (_units(old[a : max(a, p)]), _units(old[a : min(b, q)])) for p, q, *_ in here if q > a and p < b
            ]
        return found


def finding(value: Value, rules: Mapping[str, Detector], *, masked: bool) -> Finding:
    """A value without its places."""
    rule = rules.get(value.rule)
    return Finding(
        id=value.id,
        type=value.type,
        tag=value.tag,
        rule=value.rule or None,
        name=None if rule is None else rule.name.replace("-", " "),
        group=_group(value),
        places=len(value.places),
        value=None if masked else value.text,
    )


def _group(value: Value) -> str:
    if value.type in _UNSURE:
        return GROUPS[2]
    return GROUPS[0] if value.type in SECRET else GROUPS[1]


def _is(text: str, value: Value, key: bytes) -> bool:
    return tag(key, value.type, text, _DIGITS).startswith(value.tag)


def _child(old: Any, new: Any, token: str) -> tuple[Any, Any]:
    """What stands under a name in two of a kind.  Keys are masked in place: the order of both is the same."""
    if isinstance(new, Struct):
        fields = STATED if type(new) is Event else new.__struct_fields__
        return (getattr(old, token, None), getattr(new, token)) if token in fields else (None, None)
    if isinstance(new, dict):
        at = next((at for at, name in enumerate(new) if name == token), None)
        if at is None:
            return None, None
        was = list(old.values()) if isinstance(old, dict) else []
        if isinstance(new[token], str) or at >= len(was):
            keys = list(old) if isinstance(old, dict) else []
            if at < len(keys) and keys[at] != token and not isinstance(new[token], str):
                return keys[at], token
        return (was[at] if at < len(was) else None), new[token]
    if isinstance(new, list | tuple) and token.isdigit() and int(token) < len(new):
        return (old[int(token)] if isinstance(old, Sequence) and int(token) < len(old) else None), new[int(token)]
    return None, None


def _nth(text: str, part: str, nth: int) -> int:
    at = text.find(part)
    for _ in range(nth):
        further = text.find(part, at + 1)
        at = further if further >= 0 else at
    return max(0, at)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
