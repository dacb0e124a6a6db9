"""Open-Token 0.1: one conversation as one JSON document, or as lines of JSON."""

from steno.contracts import Format, later

FORMAT = Format(
    name="open-token",
    title="Open-Token 0.1",
    sniff=later("steno.formats.open_token.sniff:sniff"),
    reader=later("steno.formats.open_token.reader"),
    writer=later("steno.formats.open_token.writer:make"),
    needs=("pair",),
    lossless=("document=keep", "include=include-internal", "internal=full", "permit_internal=true"),
    load=later("steno.formats.open_token.document:load"),
    rules=later("steno.formats.open_token.rules:RULES"),
    losses=later("steno.formats.open_token.losses:LOSSES"),
    codes=later("steno.formats.open_token.codes:CODES"),
    count=later("steno.formats.open_token.counts:count"),
    summary="reads and writes json and ndjson; every option of the skill, drop=oldest as an extension",
    kept=later("steno.formats.open_token.kept:KEPT"),
)

__all__ = ["FORMAT"]
