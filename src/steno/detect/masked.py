"""Texts without their secrets, for what is said or shown beside a trace.  All of them are looked at together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steno.base.exact import JSON
from steno.detect.marks import ROUNDS
from steno.detect.pieces import find_lines
from steno.detect.rule import Level
from steno.detect.spans import Finder, Span, Unscannable

_APART = "\n\n\n"
"""Between two texts: what one of them ends with is no name for what the next begins with."""
_TOGETHER = 1 << 20
WITHHELD = "[withheld: it could not be scanned]"


def masked(texts: Iterable[str], level: Level = Level.SECRETS) -> dict[str, str]:
    """Each text, by the text as it was, with `[REDACTED:type]` in place of what the level takes out.

    Without any text nothing is loaded.  One that cannot be scanned is withheld.
    """
    wanted = [text for text in dict.fromkeys(texts) if text]
    found = {"": ""}
    if wanted:
        from steno.detect.finders import finder  # costs start-up

        looking = finder(level)
        for group in _groups(wanted):
            found |= _settled(group, looking)
    return found


def masked_lines(lines: list[str], level: Level = Level.SECRETS) -> list[str]:
    """The lines of one text: what runs over several of them is masked in each."""
    if not any(lines):
        return lines
    from steno.detect.finders import finder

    for _ in range(ROUNDS):
        try:
            found = find_lines(finder(level), lines)
        except Unscannable:
            break
        if not any(found):
            return lines
        lines = [_replaced(line, 0, len(line), spans, 0) for line, spans in zip(lines, found, strict=True)]
    return [WITHHELD if line else line for line in lines]


def masked_json(value: JSON, level: Level = Level.SECRETS) -> JSON:
    """The same with every string in it masked, names of fields included; those that become alike are numbered."""
    known = masked(_strings(value), level)

    def changed(value: JSON) -> JSON:
        match value:
            case str():
                return known[value]
            case dict():
                fields: dict[str, JSON] = {}
                for key, each in value.items():
                    name, number = known[key], 1
                    while name in fields:
                        number += 1
                        name = f"{known[key]} {number}"
                    fields[name] = changed(each)
                return fields
            case list():
                return [changed(each) for each in value]
            case _:
                return value

    return changed(value)


def _strings(value: JSON) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from value
            for each in value.values():
                yield from _strings(each)
        case list():
            for each in value:
                yield from _strings(each)


def _groups(texts: list[str]) -> Iterator[list[str]]:
    """A few at a time, as long as they are short."""
    group: list[str] = []
    size = 0
    for text in texts:
        if group and size + len(text) > _TOGETHER:
            yield group
            group, size = [], 0
        group.append(text)
        size += len(text)
    yield group


def _settled(texts: list[str], looking: Finder) -> dict[str, str]:
    """Each text masked, until nothing more shows in it: a secret may be seen only when its neighbour is masked."""
    found = _masked(texts, looking)
    for _ in range(ROUNDS):
        shown = list({safe: None for text, safe in found.items() if safe not in (text, WITHHELD)})
        again = _masked(shown, looking) if shown else {}
        if all(safe == text for text, safe in again.items()):
            return found
        found = {text: again.get(safe, safe) for text, safe in found.items()}
    return {text: safe if safe == text else WITHHELD for text, safe in found.items()}


def _masked(texts: list[str], looking: Finder) -> dict[str, str]:
    try:
        spans = looking.find(_APART.join(texts))
    except Unscannable:
        return {texts[0]: WITHHELD} if len(texts) == 1 else {
            text: safe for each in texts for text, safe in _masked([each], looking).items()
        }  # fmt: skip
    found, start, first = {}, 0, 0
    for text in texts:
        end = start + len(text)
        while first < len(spans) and spans[first].end <= start:
            first += 1
        found[text] = _replaced(text, start, end, spans, first)
        start = end + len(_APART)
    return found


def _replaced(text: str, start: int, end: int, spans: list[Span], first: int) -> str:
    """The text, which stands at `start`; a finding may begin before it and end behind it."""
    pieces, done = [], start
    for number in range(first, len(spans)):
        span = spans[number]
        if span.start >= end:
            break
        pieces += [text[done - start : max(span.start, start) - start], f"[REDACTED:{span.type}]"]
        done = min(span.end, end)
    return "".join([*pieces, text[done - start :]])
