"""What a search found, as people read it.  Prints nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from steno.api.search import Found
from steno.render.terminal import Paint, one_line, visible
from steno.render.times import when

_SPACES = str.maketrans("\n\r\t", "   ")
CHANGED = "(the source has changed since; `steno sync` reads it again)"


def lines(found: Iterable[Found], paint: Paint, masked: Callable[[Any], Any], *, apart: bool = False) -> Iterator[str]:
    """Each hit: where it is, what was found, and the command that shows it; safe for a terminal.

    With `apart`, lines of the text are lines here; else they are one.
    """
    for number, each in enumerate(found):
        if number:
            yield ""
        who = [text for text in (each.kind, each.role, each.tool) if isinstance(text, str)]
        time = when(each.time) if isinstance(each.time, str) else ""
        title = one_line(masked(each.title)) if isinstance(each.title, str) else ""
        head = "  ".join(filter(None, (each.agent, time, " ".join(who), title)))
        yield paint(visible(head), "dim")
        for line in _snippet(each, paint, masked, apart=apart):
            yield f"  {line}"
        yield f"  {paint(one_line(masked(each.open)), 'tool')}"


def _snippet(found: Found, paint: Paint, masked: Callable[[Any], Any], *, apart: bool) -> Iterator[str]:
    if not isinstance(found.snippet, str):
        yield CHANGED
        return
    text, marks = masked(found.snippet), found.marks
    if text != found.snippet:
        marks = []  # what was masked has another length
    if not apart:
        text = text.translate(_SPACES)
    parts, at = list[str](), 0
    for start, end in marks:
        parts += [visible(text[at:start]), paint(visible(text[start:end]), "bold")]
        at = end
    whole = "".join([*parts, visible(text[at:])])
    first, last = "…" if found.more_before else "", "…" if found.more_after else ""
    shown = [line.rstrip() for line in whole.split("\n")]
    yield from [first + line if not index else line for index, line in enumerate(shown[:-1])]
    yield (first if len(shown) == 1 else "") + shown[-1] + last
