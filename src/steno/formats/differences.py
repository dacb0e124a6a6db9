"""In what an event or a header that was written and read again differs from before.  Knows the model, no format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UNSET, structs

from steno.base.exact import JSON, pointer
from steno.model import Derivation, Event, Header, Note, Origin, Trace


def format_of(trace: Trace, event: Event) -> object:
    """Of which format the source is that an event stands in; a derivation stands for itself."""
    origin = event.origin
    return trace.header.sources[origin.source].format if isinstance(origin, Origin) else origin


def said(notes: Iterable[Note]) -> tuple[Note, ...]:
    """The notes that somebody said.  What a rule derived can be derived again, so that no file loses it."""
    return tuple(note for note in notes if not isinstance(note.author, Derivation))


def header(before: Header, after: Header) -> Iterator[str]:
    """The fields in which a header is read back as something else.

    Of its sources the formats count, and of its residue what it had: the new one has its own beside it.
    """
    own = {source.format for source in before.sources}
    for name in structs.asdict(Header()):
        old, new = getattr(before, name), getattr(after, name)
        if name == "sources":
            old, new = [each.format for each in old], [each.format for each in new]
        elif name == "residue":
            new = {key: each for key, each in new.items() if key in own}
        if not same_value(old, new):
            yield name


def residue(old: JSON, new: JSON = UNSET) -> Iterator[str]:
    """The keys of a record that are gone or changed, one level down where they hold objects."""
    if not isinstance(old, dict):
        if old is not UNSET and old != new:
            yield ""
        return
    kept = new if isinstance(new, dict) else {}
    for key, value in old.items():
        if isinstance(value, dict) and value:
            inner = kept[key] if isinstance(kept.get(key), dict) else {}
            for part, each in value.items():
                if each is not UNSET and not same_value(inner.get(part, UNSET), each):
                    yield pointer(key, part)
        elif value is not UNSET and not same_value(kept.get(key, UNSET), value):
            yield pointer(key)


def same_value(one: JSON, two: JSON) -> bool:
    """Whether two values are equal but for the holes in them.  What both share is not looked into, however deep."""
    if one is two:
        return True
    if isinstance(one, dict) and isinstance(two, dict):
        keys = {key for each in (one, two) for key, value in each.items() if value is not UNSET}
        return all(same_value(one.get(key, UNSET), two.get(key, UNSET)) for key in keys)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(same_value, one, two))
    return bool(one == two)
