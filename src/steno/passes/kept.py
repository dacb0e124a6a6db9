"""What redaction leaves alone at the paths that a format and the model name.  Knows which, not what a secret is.

Ids and hashes are scanned only for tokens with a known form, because somebody may put a key there; what was found
elsewhere in the trace is masked in them too, where it stands there as a word of its own or is long.  Signatures,
encrypted content and images are scanned where they begin and end, because that is where somebody may glue a token to
one.  In their middle chance makes tokens, and a hole would make them worthless: there only a long value that was found
elsewhere is masked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from steno.base.patterns import deferred
from steno.contracts import Format
from steno.detect import Finder, Span
from steno.detect.engine import Engine
from steno.detect.marks import Marks
from steno.detect.prefilter import hits_in
from steno.detect.spans import looks
from steno.model import Trace
from steno.model.kept import MODEL, Paths, Shape, payload
from steno.model.walk import Apart

LONG = 16
"""A known value of so many characters stands nowhere by chance."""
SHORT = 8
"""A shorter one stands in ids by chance even as a word."""

_EDGE = 512
"""How much of a sealed value is scanned at either end."""
_CRUMB = 8

Screen = Callable[[Iterable[str]], Iterable[str]]
"""Those of some texts that have to be looked at one by one."""

Formats = Callable[[str], Format | None]
"""A format by its name, where it is known."""


def formats_of(trace: Trace, formats: Formats) -> list[Format]:
    """The formats that a trace was read from."""
    found = map(formats, dict.fromkeys(source.format for source in trace.header.sources))
    return [each for each in found if each is not None]


def paths_of(formats: Iterable[Format]) -> Paths:
    """The model's own paths, and those of some formats."""
    return _paths_of(tuple(formats))


@lru_cache(maxsize=64)
def _paths_of(formats: tuple[Format, ...]) -> Paths:
    """Thousands of paths, which nobody changes: small sessions would spend most of their time on them."""
    return Paths.of((MODEL, *(each.kept for each in formats)))


_UUID = deferred(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")


class KeptValues:
    """The two rounds over what is kept in one trace, and what was let stand there."""

    def __init__(self, marks: Marks, tokens: Finder) -> None:
        self._marks, self._tokens = marks, tokens
        self.left: list[str] = []
        """Every value in which something may stand that would be masked elsewhere."""

    def learn(self, value: str, shape: Shape) -> str:
        """The first round."""
        if shape.sealed:
            self.left.append(payload(value))
            for span in self._glued(payload(value)):
                self._marks.remember(span, span.value)
            return value
        if _UUID().fullmatch(value):
            return value  # most ids are such, and no token is
        for span in self._tokens.find(value):
            self._marks.remember(span, span.value or value[span.start : span.end])
        return value

    def learn_all(self, values: Collection[tuple[str, Shape]], screen: Screen) -> None:
        """The first round over many values: looks only at those in which there may be a token."""
        edges = {value: _edges(payload(value)) for value, shape in values if shape.sealed}
        ids = (value for value, shape in values if not shape.sealed)
        suspect = set(screen(dict.fromkeys(chain(ids, *edges.values()))))
        for value, shape in values:
            if not suspect.isdisjoint(edges[value] if shape.sealed else (value,)):
                self.learn(value, shape)
            elif shape.sealed:
                self.left.append(payload(value))

    def with_tokens(self, ids: list[str]) -> Iterator[str]:
        """Those of some ids in which the first round would find anything."""
        return (id for id, look in looks(self._tokens, ids) if not _UUID().fullmatch(id) and look())

    def with_glued(self, sealed: list[str]) -> Iterator[str]:
        """The same of some values that are sealed."""
        edges = {value: _edges(payload(value)) for value in sealed}
        suspect = {*self._with_matches(dict.fromkeys(chain.from_iterable(edges.values())))}
        for value, (head, tail) in edges.items():
            if (head in suspect and next(self._at_head(head), None)) or (
                tail in suspect and next(self._at_tail(tail), None)
            ):
                yield value

    def _with_matches(self, texts: Iterable[str]) -> Iterator[str]:
        """Those of some texts in which there may be a token, from whatever place on they are read."""
        tokens = self._tokens
        if isinstance(tokens, Engine) and tokens.gate is not None:
            return (text for text, hits in hits_in(tokens.gate, texts) if tokens.matches(text, hits))
        return (text for text, _ in looks(tokens, texts))

    def _glued(self, value: str) -> Iterator[Span]:
        """The tokens that a sealed value begins or ends with, or has only crumbs before or behind."""
        head, tail = _edges(value)
        yield from self._at_head(head)
        yield from self._at_tail(tail)

    def _at_head(self, head: str) -> Iterator[Span]:
        for span in self._tokens.find(head):
            if span.start <= _CRUMB:
                yield span._replace(value=span.value or head[span.start : span.end])

    def _at_tail(self, tail: str) -> Iterator[Span]:
        for text in (tail, *self._from_anchors(tail)):
            for span in self._tokens.find(text):
                if len(text) - span.end <= _CRUMB:
                    yield span._replace(value=span.value or text[span.start : span.end])

    def _from_anchors(self, text: str) -> Iterator[str]:
        """The text from each place on at which a token may begin, though no word does."""
        gate = self._tokens.gate if isinstance(self._tokens, Engine) else None
        places = {at for at, _ in gate.hits(text)} if gate else set()
        return (text[at:] for at in sorted(places) if at)

    def mask(self, value: str, shape: Shape) -> str:
        """The second round."""
        if not self._marks.hexadecimal and _UUID().fullmatch(value):
            return value
        known = self._marks.known(value)
        if not known:
            return value
        least = LONG if shape.sealed else SHORT
        spans = [span for span in known if len(span.value) >= least and (shape.sealed or _whole(span, value))]
        if len(spans) < len(known) and not shape.sealed:
            self.left.append(value)
        return self._marks.replaced(value, spans)


def _edges(sealed: str) -> tuple[str, str]:
    return sealed[:_EDGE], sealed[-_EDGE:]


def _whole(span: Span, text: str) -> bool:
    if len(span.value) >= LONG:
        return True
    return not (text[span.start - 1 : span.start].isalnum() or text[span.end : span.end + 1].isalnum())


def unchanged(paths: Paths | None, *steps: str) -> Apart | None:
    """What is kept stays as it is, some steps below the paths."""
    below = None if paths is None else paths.down(*steps)
    return None if below is None else Apart(below, lambda text, shape: text)


# The bytes on their way out

_ID = deferred(r"[A-Za-z0-9_.:|#~-]*")
_CODE = deferred(r"[A-Za-z0-9+/=_-]*")
_STEP = 4096
"""How far to look back at a time: a word may be an image."""


Watch = Callable[[bytes], list[Span]]
"""Looks at bytes on their way out."""


def excused(watch: Watch, runs: Sequence[KeptValues], stood: set[str] | None = None) -> Watch:
    """The same, without what lies in a value that was let stand; `stood` is told what would have been found."""

    def stands(span: Span, text: str) -> bool:
        left = any(_is_left(start, end, text, runs) for start, end in _words(span, text))
        if left and stood is not None:
            stood.add(text[span.start : span.end])
        return left

    def find(data: bytes) -> list[Span]:
        found = watch(data)
        text = data.decode("latin-1") if found else ""  # an id and base64 are ASCII
        return [span for span in found if not stands(span, text)]

    return find


def _is_left(start: int, end: int, text: str, runs: Sequence[KeptValues]) -> bool:
    word = text[start:end]
    cut = start == 0 or end == len(text)  # a long value may go on in bytes that are gone or yet to come
    return any(word == value or (cut and word in value) for run in runs for value in run.left)


def _words(span: Span, text: str) -> Iterator[tuple[int, int]]:
    """Where the id, and where the base64 begins and ends in which a finding lies."""
    for alphabet in (_ID(), _CODE()):
        match = alphabet.match(text, span.start)
        if match is None or match.end() < span.end:
            continue
        start, reached = span.start, _STEP
        while reached == _STEP:
            behind = alphabet.match(text[max(0, start - _STEP) : start][::-1])
            reached = behind.end() if behind else 0
            start -= reached
        yield start, match.end()
