"""Every registered format keeps the laws, on samples of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.registry import formats
from steno.testing.conformance import conforms
from tests.given.agents import ALIKE
from tests.given.samples import samples

NAMES = [name for name in formats.names() if name not in ALIKE]


@pytest.mark.parametrize("name", NAMES)
def test_a_format_without_samples_is_not_registered(name: str) -> None:
    assert samples(name)


@pytest.mark.parametrize(
    ("name", "path"),
    [pytest.param(name, path, id=f"{name}-{path.stem}") for name in NAMES for path in samples(name)],
)
def test_a_format_keeps_the_laws(name: str, path: Path) -> None:
    words = [*formats[name].lossless, *(["mode=ndjson"] if path.suffix == ".ndjson" else [])]
    assert conforms(formats[name], path.read_bytes(), words) == []
