"""Finds what is cut across texts that belong together: the chunks of a stream, the blocks of a message, lines.

What stands in one text alone is found there; only the places where texts meet are looked at here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from types import MappingProxyType

from steno.detect.patterns import deferred
from steno.detect.spans import Finder, Span, looks, merged

REACH = 4096
"""How far from where two texts meet is looked: no secret but a private key is longer."""
NEAR = 128
"""How far behind it a value may stand that only has its name before it."""
_TOGETHER = 1 << 15
"""Longer texts are looked at one by one: not all of a long text need be seen where it repeats itself."""
_LONG = "PRIVATE KEY"
_SPACE = deferred(r"\s")
_GOES_ON = deferred(r"[:=]\s*\Z")

Seen = Mapping[str, list[Span]]
"""Texts that were looked at, and what was found in each."""

_NOTHING: Seen = MappingProxyType({})


def find_across(finder: Finder, texts: Sequence[str], seen: Seen = _NOTHING) -> list[list[Span]]:
    """The parts of what runs over from one text to the next, and what is only found because of the text before.

    Every part says the whole value.  The texts follow each other without a gap.
    """
    found: list[list[Span]] = [[] for _ in texts]
    ends = list(accumulate(map(len, texts)))
    long = _is_long(texts)
    seams = _seams(texts, ends, long=long)
    if not seams:
        return found
    whole = "".join(texts)
    for span in finder.find(whole) if long else _near(finder, whole, seams, seen):
        parts = list(_parts(span, texts, ends))
        if len(parts) > 1 or any(seam <= span.start < seam + NEAR for seam in seams):
            for index, start, end in parts:
                value = span.value or whole[span.start : span.end]
                found[index].append(span._replace(start=start, end=end, value=value))
    return [merged(spans, text) for spans, text in zip(found, texts, strict=True)]


def find_lines(finder: Finder, lines: Sequence[str]) -> list[list[Span]]:
    """The findings in each of some lines, and in each its part of what runs over several of them."""
    whole = "\n".join(lines)
    return _in_lines(finder.find(whole), whole, lines)


def _in_lines(spans: list[Span], whole: str, lines: Sequence[str]) -> list[list[Span]]:
    """What was found in lines that stand below each other, in each of them."""
    found: list[list[Span]] = [[] for _ in lines]
    ends = [end - 1 for end in accumulate(len(line) + 1 for line in lines)] if spans else []
    for span in spans:
        value = span.value or whole[span.start : span.end]
        for index, start, end in _parts(span, lines, ends):
            found[index].append(span._replace(start=start, end=end, value=value))
    return [merged(spans, line) for spans, line in zip(found, lines, strict=True)]


def find_across_each(
    finder: Finder, groups: Iterable[Sequence[str]]
) -> Iterator[tuple[Sequence[str], list[list[Span]]]]:
    """The same for some groups of texts, of which those come back that hold anything.  All are looked at together."""
    seen: dict[str, list[Span]] = {}
    doubtful: list[tuple[Sequence[str], list[str]]] = []
    for texts in groups:
        ends, long = list(accumulate(map(len, texts))), _is_long(texts)
        if seams := _seams(texts, ends, long=long):
            whole = "".join(texts)
            windows = [whole] if long else [whole[start:end] for start, end in _windows(whole, seams)]
            doubtful.append((texts, windows))
            seen.update((window, []) for window in windows if not long and len(window) <= _TOGETHER)
    seen.update((window, look()) for window, look in looks(finder, list(seen)))
    for texts, windows in doubtful:
        if all(seen.get(window) == [] for window in windows):
            continue
        found = find_across(finder, texts, seen)
        if any(found):
            yield texts, found


def find_lines_each(
    finder: Finder, groups: Iterable[Sequence[str]]
) -> Iterator[tuple[Sequence[str], list[list[Span]]]]:
    """As `find_lines`, for some lists of lines, of which those come back that hold anything."""
    wholes: dict[str, list[Sequence[str]]] = {}
    for lines in groups:
        wholes.setdefault("\n".join(lines), []).append(lines)
    for whole, look in looks(finder, wholes):
        for lines in wholes[whole] if (spans := look()) else ():
            yield lines, _in_lines(spans, whole, lines)


def tells_more(text: str, together: Iterable[Span], alone: Iterable[Span]) -> bool:
    """Whether a text together with others says something else than by itself."""
    known = {_said(span, text) for span in alone}
    return any(_said(span, text) not in known for span in together)


def _said(span: Span, text: str) -> tuple[object, ...]:
    """What a finding says, however it was come by."""
    return span.start, span.end, span.type, span.value or text[span.start : span.end]


def _is_long(texts: Sequence[str]) -> bool:
    """Whether what is cut may be longer than any window: a private key has many lines."""
    return len(texts) > 1 and any(_LONG in text for text in texts)


def _seams(texts: Sequence[str], ends: list[int], *, long: bool) -> list[int]:
    """The places at which something may go on from one text to the next."""
    pairs = zip(ends, pairwise(texts), strict=False)
    return sorted({end for end, (left, right) in pairs if long or _meet(left, right)})


def _meet(left: str, right: str) -> bool:
    """Whether a word, or what a name is followed by, may go on from one text to the next."""
    if not left or not right:
        return True
    return not (left[-1].isspace() or right[0].isspace()) or _GOES_ON().search(left[-16:]) is not None


def _near(finder: Finder, whole: str, seams: list[int], seen: Seen) -> list[Span]:
    """What is found near the seams; in all of it, where what is found there may go on further."""
    spans: list[Span] = []
    for start, end in _windows(whole, seams):
        window = whole[start:end]
        found = seen.get(window)
        for span in finder.find(window) if found is None else found:
            if (span.start == 0 and start > 0) or (span.end == end - start and end < len(whole)):
                return finder.find(whole)
            spans.append(span._replace(start=span.start + start, end=span.end + start))
    return spans


def _windows(whole: str, seams: list[int]) -> Iterator[tuple[int, int]]:
    first = last = seams[0]
    for seam in (*seams, None):
        if seam is not None and seam - last <= 2 * REACH:
            last = seam
            continue
        # A window that begins in the middle of a word makes a word of its rest.
        start, end = max(0, first - REACH), min(len(whole), last + REACH)
        if start and (space := _SPACE().search(whole, start, first)):
            start = space.end()
        yield start, end
        if seam is not None:
            first = last = seam


def _parts(span: Span, texts: Sequence[str], ends: list[int]) -> Iterator[tuple[int, int, int]]:
    """Of each text that a finding touches: which, and from where to where in it."""
    index = bisect_right(ends, span.start)
    while index < len(texts) and (begin := ends[index] - len(texts[index])) < span.end:
        start, end = max(span.start - begin, 0), min(span.end - begin, len(texts[index]))
        if start < end:
            yield index, start, end
        index += 1
