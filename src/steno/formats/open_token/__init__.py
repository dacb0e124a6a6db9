"""Open-Token 0.1: one conversation as one JSON document, or as lines of JSON."""

from steno.contracts import Format, Parts

FORMAT = Format(
    name="open-token",
    title="Open-Token 0.1",
    parts=Parts(
        sniff="steno.formats.open_token.sniff:sniff",
        reader="steno.formats.open_token.reader",
        writer="steno.formats.open_token.writer:make",
        options="steno.formats.open_token.options:CHOICES",
        losses="steno.formats.open_token.losses:LOSSES",
        load="steno.formats.open_token.document:load",
        rules="steno.formats.open_token.rules:RULES",
        codes="steno.formats.open_token.codes:CODES",
        count="steno.formats.open_token.counts:count",
        kept="steno.formats.open_token.kept:KEPT",
    ),
    summary="reads and writes json and ndjson; every option of the skill, drop=oldest as an extension",
    suffixes={"": ".json", "mode=ndjson": ".ndjson"},
    letters="OTK",
    holds=(b'"open_token_version"', b'"participants"', b'"seq"'),
    needs=("pair",),
    lossless=("document=keep", "include=include-internal", "internal=full", "permit_internal=true"),
)

__all__ = ["FORMAT"]
