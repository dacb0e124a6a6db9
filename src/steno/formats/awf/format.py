"""The format `awf`.  Apart from the package, so that the recorder can use the wire without what a format is."""

from steno.contracts import Format, later

FORMAT = Format(
    name="awf",
    title="AWF transcript",
    sniff=later("steno.formats.awf.sniff:sniff"),
    reader=later("steno.formats.awf.reader"),
    writer=later("steno.formats.awf.writer:make"),
    lossless=("unknown=keep",),
    load=later("steno.formats.awf.document:load"),
    rules=later("steno.formats.awf.rules:RULES"),
    losses=later("steno.formats.awf.losses:LOSSES"),
    codes=later("steno.formats.awf.writer:CODES"),
    count=later("steno.formats.awf.counts:count"),
    summary="reads and writes transcripts of runs; keeps unknown events and fields; `spelling=go` writes as AWF does",
    kept=later("steno.formats.awf.kept:KEPT"),
)

__all__ = ["FORMAT"]
