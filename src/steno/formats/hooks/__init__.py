"""Logs of Steno's hook program (`<user data>/steno/hooks/<agent>/<session>.jsonl`)."""

from steno.contracts import Format, Parts

FORMAT = Format(
    name="hooks",
    title="Steno hook log",
    parts=Parts(
        sniff="steno.formats.hooks.sniff:sniff",
        reader="steno.formats.hooks.reader",
        writer="steno.formats.hooks.reader:make",
        losses="steno.formats.losses:NATIVE",
        load="steno.formats.hooks.rules:load",
        rules="steno.formats.hooks.rules:RULES",
        count="steno.formats.hooks.counts:count",
        kept="steno.formats.hooks.kept:KEPT",
    ),
    summary="reads what agents and git told Steno's hook program; writes back what was read from such a log",
    letters="HKS",
    holds=(b'"steno_hook"',),
)

__all__ = ["FORMAT"]
