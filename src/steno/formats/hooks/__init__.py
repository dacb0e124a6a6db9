"""Logs of Steno's hook program (`<user data>/steno/hooks/<agent>/<session>.jsonl`)."""

from steno.contracts import Format, later

FORMAT = Format(
    name="hooks",
    title="Steno hook log",
    sniff=later("steno.formats.hooks.sniff:sniff"),
    reader=later("steno.formats.hooks.reader"),
    writer=later("steno.formats.hooks.reader:make"),
    load=later("steno.formats.hooks.rules:load"),
    rules=later("steno.formats.hooks.rules:RULES"),
    count=later("steno.formats.hooks.counts:count"),
    losses=later("steno.formats.losses:NATIVE"),
    summary="reads what agents and git told Steno's hook program; writes back what was read from such a log",
    kept=later("steno.formats.hooks.kept:KEPT"),
)

__all__ = ["FORMAT"]
