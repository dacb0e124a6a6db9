"""The format `awf`.  Apart from the package, so that the recorder can use the wire without what a format is."""

from steno.contracts import Format, Parts

FORMAT = Format(
    name="awf",
    title="AWF transcript",
    parts=Parts(
        sniff="steno.formats.awf.sniff:sniff",
        reader="steno.formats.awf.reader",
        writer="steno.formats.awf.writer:make",
        options="steno.formats.awf.writer:CHOICES",
        losses="steno.formats.awf.losses:LOSSES",
        load="steno.formats.awf.document:load",
        rules="steno.formats.awf.rules:RULES",
        codes="steno.formats.awf.writer:CODES",
        count="steno.formats.awf.counts:count",
        kept="steno.formats.awf.kept:KEPT",
    ),
    summary="reads and writes transcripts of runs; keeps unknown events and fields; `spelling=go` writes as AWF does",
    suffixes={"": ".jsonl"},
    letters="AWF",
    holds=(b'"run_id"',),
    lossless=("unknown=keep",),
)

__all__ = ["FORMAT"]
