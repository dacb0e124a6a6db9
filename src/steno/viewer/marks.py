"""Where in a bare text something stands that would be masked: found by laying the masked text over it."""

from __future__ import annotations

from steno.model.ledger import MARK

Mark = tuple[int, int, str, str]
"""From, to, type and tag."""


def spans(bare: str, masked: str) -> list[Mark]:
    """What of a text would be masked.

    Where it is not certain which characters a placeholder stands for, everything up to the next certain place is
    marked: too much, and never too little.
    """
    if bare == masked:
        return []
    pieces, found = _pieces(masked)
    return _laid(bare, pieces, found) if found else [(0, len(bare), "text", "")]


def within(found: list[Mark], text: str, at: int, length: int) -> list[Mark]:
    """The marks of a part of a text, from its beginning on, in UTF-16 units, as browsers count."""
    part = text[at : at + length]
    inside = ((max(a, at) - at, min(b, at + length) - at, kind, tag) for a, b, kind, tag in found)
    return [(_units(part[:a]), _units(part[:b]), kind, tag) for a, b, kind, tag in inside if a < b]


def _pieces(masked: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The texts between the placeholders, and those."""
    pieces, found, at = list[str](), list[tuple[str, str]](), 0
    for match in MARK.finditer(masked):
        pieces.append(masked[at : match.start()])
        found.append((match[1], match[2]))
        at = match.end()
    return [*pieces, masked[at:]], found


def _laid(bare: str, pieces: list[str], found: list[tuple[str, str]]) -> list[Mark]:
    """Lays the pieces one behind the other; each but the first and the last must stand in one place only."""
    if not bare.startswith(pieces[0]) or not bare.endswith(pieces[-1]):
        return [(0, len(bare), *found[0])]
    end = len(bare) - len(pieces[-1])
    spans: list[Mark] = []
    start, first = len(pieces[0]), 0
    at = start
    for number, piece in enumerate(pieces[1:-1]):
        here = bare.find(piece, at, end) if piece else -1
        if here >= 0 and bare.find(piece, here + 1, end) < 0:
            spans.append((start, here, *found[first]))
            start = at = here + len(piece)
            first = number + 1
    if start > end:
        return [(0, len(bare), *found[0])]
    return [*spans, (start, end, *found[first])]


def _units(text: str) -> int:
    """How long a text is in UTF-16."""
    return len(text) + sum(1 for each in text if ord(each) > 0xFFFF) if not text.isascii() else len(text)
