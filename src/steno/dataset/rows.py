"""A projection as a format that the pipeline writes: two lines for a row, its payload and its provenance.

So every row goes through the same redaction and the same look at what leaves as any other output.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import BinaryIO, Final

from msgspec import Struct

from steno.base.exact import JSON, decode, encode
from steno.contracts import Ambient, Format, MakeWriter, Parts
from steno.dataset.projections.contract import Asked, Made, Projection, Unfit, fitted
from steno.dataset.provenance import Provenance
from steno.diagnostics import Diagnostic, Report, Severity
from steno.formats.losses import loss
from steno.model import Trace
from steno.views.losses import Skipped

SURROGATE: Final = loss(
    "CNV721",
    "half-character-replaced",
    "half of a character is replaced by U+FFFD",
    "A text holds half of a surrogate pair, which neither UTF-8 nor Parquet can hold. It is replaced by U+FFFD.",
)
LOSSES: Final = (SURROGATE,)
_BACKSLASH: Final = 0x5C


class Known(Struct, kw_only=True):
    """What a shard knows of the traces of a session, and what it wants to hear of their rows."""

    hashes: list[list[str | None]]
    """Of the sources of each trace, in the order in which they are written."""
    licence: str | None = None
    wants: Callable[[Trace], bool]
    """Whether the rows of a trace are wanted; asked once of each, as redaction left it."""
    refused: list[str]
    """Why a row could not be made."""
    losses: Counter[str]


def as_format(projection: Projection, passes: Sequence[str], known: Known) -> Format:
    """The projection as what the pipeline writes, with further passes behind its own."""
    own = (*projection.needs, *projection.derives)
    return Format(
        projection.name,
        projection.title,
        Parts(writer=_maker(projection, known), losses=(*projection.losses, *LOSSES)),
        needs=projection.needs,
        derives=(*projection.derives, *(name for name in passes if name not in own)),
        placeholders=projection.placeholders,
    )


def _maker(projection: Projection, known: Known) -> MakeWriter:
    def make(words: Sequence[str], ambient: Ambient, report: Report) -> RowWriter:
        return RowWriter(projection, projection.options(words), ambient, known)

    return make


class RowWriter:
    def __init__(self, projection: Projection, options: dict[str, str], ambient: Ambient, known: Known) -> None:
        self._projection, self._options, self._ambient, self._known = projection, options, ambient, known

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        for number, trace in enumerate(traces):
            if self._known.wants(trace):
                self._write(trace, self._known.hashes[number], stream, report)

    def _write(self, trace: Trace, hashes: list[str | None], stream: BinaryIO, report: Report) -> None:
        path = next((each.path for each in trace.header.sources if isinstance(each.path, str)), "")
        skipped, lost = Skipped(path), Counter[str]()

        def hear(each: Diagnostic) -> None:
            if each.severity is Severity.LOSS:
                lost[each.code] += each.count
            report(each)

        asked = Asked(options=self._options, ambient=self._ambient, report=hear, skipped=skipped)
        made = list(self._projection.rows(trace, asked))
        for each in skipped:
            hear(each)
        provenance = Provenance(trace, hashes, self._known.licence)
        losses: list[JSON] = [{"code": code, "count": count} for code, count in sorted(lost.items())]
        for row in made:
            if (lines := self._lines(row, provenance, losses, hear, skipped)) is not None:
                stream.write(lines)
        self._known.losses.update(lost)

    def _lines(
        self, row: Made, provenance: Provenance, losses: list[JSON], report: Report, skipped: Skipped
    ) -> bytes | None:
        try:
            payload = encode(fitted(self._projection.columns, row.payload))
        except Unfit as error:
            self._known.refused.append(str(error))
            return None
        about = encode(provenance.of(row.events, row.at, losses, row.copied))
        whole = [_whole(line) for line in (payload, about)]
        if whole != [payload, about]:
            report(Diagnostic(SURROGATE.code, SURROGATE.severity, SURROGATE.said))
        return b"\n".join((*whole, b""))


def _whole(line: bytes) -> bytes:
    """A line without halves of characters, which `encode` spells as escapes and nothing else."""
    if not _has_half(line):
        return line
    value = decode(line).value
    return encode(_mended(value))


def _has_half(line: bytes) -> bool:
    """Whether an escape of half a character stands in JSON; what is JSON inside a text may only look like one."""
    at = line.find(b"\\ud")
    while at >= 0:
        begin = at
        while begin and line[begin - 1] == _BACKSLASH:
            begin -= 1
        if (at - begin) % 2 == 0:
            return True
        at = line.find(b"\\ud", at + 1)
    return False


def _mended(value: JSON) -> JSON:
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {_mended(key): _mended(each) for key, each in value.items()}
        case list():
            return [_mended(each) for each in value]
        case _:
            return value
