"""Finds what is cut across texts that belong together: the chunks of a stream, the blocks of a message."""

from __future__ import annotations

from collections.abc import Sequence

from steno.detect.engine import Finder, Span, merged


def find_across(finder: Finder, texts: Sequence[str]) -> list[list[Span]]:
    """The findings in each text: its own, and its part of those in the whole that the texts make together.

    A finding that runs over a boundary has a span in each text that it touches, and all of them say its whole value.
    """
    found = [finder.find(text) for text in texts]
    whole = "".join(texts)
    begin = index = 0
    for span in finder.find(whole) if len(texts) > 1 else ():
        while begin + len(texts[index]) <= span.start:
            begin += len(texts[index])
            index += 1
        value = span.value or whole[span.start : span.end]
        at, offset = index, begin
        while at < len(texts) and offset < span.end:
            start, end = max(span.start - offset, 0), min(span.end - offset, len(texts[at]))
            if start < end:
                cut = end - start < span.end - span.start
                found[at].append(Span(start, end, span.type, span.code, value if cut else span.value))
            offset += len(texts[at])
            at += 1
    return [merged(spans) for spans in found]
