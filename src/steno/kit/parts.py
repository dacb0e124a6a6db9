"""The parts of a format that tables describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steno.contracts import Format, Parts
from steno.formats.losses import NATIVE
from steno.kit.document import Document
from steno.kit.facts import counter, kept, sniffer, streams, words
from steno.kit.layouts import Layouts
from steno.kit.reading import Reader
from steno.kit.sources import Beside
from steno.kit.table import Spec
from steno.kit.text import TextLines
from steno.kit.writing import WriteBack, inverse
from steno.model.words import together


def of_layouts(specs: Mapping[str, Spec]) -> Parts:
    """Those of several tables, each by the name of a layout."""
    every = {layout: Format(each.name, each.name, of(each)) for layout, each in specs.items()}
    both = Layouts(next(iter(specs.values())).name, every)
    found = Parts(
        sniff=both.sniff,
        reader=both,
        count=both.count,
        kept={path: shape for each in every.values() for path, shape in each.kept.items()},
        streams=tuple(dict.fromkeys(path for each in every.values() for path in each.streams)),
        words=together(each.words for each in every.values()),
    )
    if any("writer" in each.parts for each in every.values()):
        found["writer"], found["losses"] = both.make, NATIVE
    return found


def of(spec: Spec) -> Parts:
    """Those of one table."""
    parts = Parts(
        sniff=sniffer(spec),
        reader=Reader(spec),
        count=counter(spec),
        kept=kept(spec),
        streams=tuple(streams(spec)),
        words=words(spec),
    )
    whole, beside = isinstance(spec.source, Document | TextLines), isinstance(spec.source, Beside)
    if spec.source is None or whole or beside:  # nobody writes another program's database or folder
        document: Any = spec.source if whole else None
        parts["writer"] = WriteBack(spec.name, inverse(spec), document, beside=beside).make
        parts["losses"] = NATIVE
    return parts
