"""Changes every string of a trace, wherever it stands.  Knows nothing of what the fields of a trace mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from steno.base.exact import JSON
from steno.model.kept import Paths, Shape
from steno.model.strings import LinesMap, Pair, Strings

T = TypeVar("T")
TextMap = Callable[[str], str]
PairMap = Callable[[str, str], str]


class Apart(Struct, frozen=True):
    """What has a function of its own: the strings at some paths, as long as they have the shape promised there."""

    paths: Paths
    text: Callable[[str, Shape], str]


def map_strings(
    trace: T, text: TextMap, lines: LinesMap | None = None, pair: PairMap | None = None, apart: Apart | None = None
) -> T:
    """The trace, or any part of one, with `text` applied to every string in it, keys of objects included.

    What does not change is not copied: a trace in which nothing changes is returned as it is.  Keys that become equal
    are told apart by a suffix.  Numbers, bytes, enumerations and UNSET stay.  `lines`, where given, gets each list
    that holds nothing but strings, because text is often kept as a list of its lines; `pair`, where given, gets the key
    and the value of each string in an object before `text` does, because a name may say what a value is.  What is
    `apart` goes to none of them; its paths begin at what is given here.
    """
    strings = Strings(trace, apart.paths if apart else None, lines, _every if pair else None)
    return _mapped(strings, text, pair, apart)


def map_tree(tree: JSON, text: TextMap, apart: Apart | None = None) -> JSON:
    """A JSON value with `text` applied to every string in it but the keys of objects."""
    return _mapped(Strings(tree, apart.paths if apart else None, keys=False), text, None, apart)


def _mapped(strings: Strings[T], text: TextMap, pair: PairMap | None, apart: Apart | None) -> T:
    pairs: dict[Pair, str] = {}
    for name, value in strings.pairs() if pair else ():
        if pair and (new := pair(name, value)) != value:
            pairs[name, value] = text(new)
    kept = {each: apart.text(*each) for each in strings.kept} if apart else {}
    return strings.put({each: text(each) for each in strings.texts}, kept, pairs)


def _every(name: str) -> bool:
    return True
