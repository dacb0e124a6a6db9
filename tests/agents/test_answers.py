"""Every real file whose figures somebody else counted gives the same figures, computed from the model.

`pytest tests/agents/test_answers.py -k "[gemini-cli/"` runs one agent, as the corpus calls it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from steno import pipeline, registry
from steno.base.files import opened
from steno.diagnostics import Diagnostic, Place
from steno.errors import UnknownFormat
from steno.formats.losses import BESIDE as BESIDE_IT
from steno.testing.accounting import unaccounted
from steno.testing.conformance import values, written_back
from tests.given.corpus import BESIDE
from tests.given.figures import ABOUT, MUST, USUAL, Figure, Session

CORPUS = Path(os.environ.get("STENO_CORPUS") or BESIDE)


class Answer(NamedTuple):
    folder: str
    """The agent, as the corpus calls it."""
    name: str
    counts: dict[str, Any]

    @property
    def path(self) -> Path:
        return CORPUS / self.name

    @property
    def sum(self) -> str:
        return str(self.counts["sha256"])[:12]

    @property
    def own(self) -> ModuleType | None:
        name = f"tests.agents.answers.{self.folder.replace('-', '_')}"
        return import_module(name) if find_spec(name) else None

    @property
    def agent(self) -> str:
        return str(getattr(self.own, "READS", self.folder))


def _answers() -> Iterator[Answer]:
    for each in ("answers.json", "answers-2.json"):
        try:
            files = json.loads((CORPUS / each).read_bytes())["files"]
        except FileNotFoundError:
            continue
        for name, counts in files.items():
            answer = Answer(name.partition("/")[0], name, counts)
            if answer.agent in registry.formats.names() and not counts.get("side_file"):
                yield answer


ANSWERS = list(_answers())
every = pytest.mark.parametrize("answer", [*ANSWERS] or [None], ids=lambda each: each.name if each else "no corpus")


def read(answer: Answer | None) -> tuple[Session, list[Diagnostic]]:
    if answer is None:
        pytest.skip("no corpus of real sessions: set STENO_CORPUS to its folder")
    found: list[Diagnostic] = []
    with opened(answer.path) as stream:
        traces = list(pipeline.read(stream, Place(str(answer.path)), found.append, answer.agent))
    return Session(traces), found


def recognised(answer: Answer) -> str:
    with opened(answer.path) as stream:
        try:
            return pipeline.recognised(stream, Place(str(answer.path)))[0].name
        except UnknownFormat:
            return "none"


@every
def test_figures_agree_with_independent_counts(answer: Answer) -> None:
    session, _ = read(answer)
    own: dict[str, Figure | None] = getattr(answer.own, "FIGURES", {})
    figures = USUAL | own
    wanted = {name: value for name, value in answer.counts.items() if value is not None and name not in ABOUT}
    assert [name for name in wanted if name in MUST and name not in figures] == [], "say how it is counted"
    found = {name: figure(session) for name in wanted if (figure := figures.get(name)) is not None}
    expected: dict[str, Any] = {name: wanted[name] for name in found} | {"format": answer.agent}
    known: dict[tuple[str, str], tuple[object, str]] = getattr(answer.own, "DEVIATIONS", {})
    expected |= {figure: value for (sum, figure), (value, _) in known.items() if sum == answer.sum}
    assert found | {"format": recognised(answer)} == expected


@every
def test_every_byte_of_a_real_file_is_accounted_for(answer: Answer) -> None:
    session, found = read(answer)
    assert session.traces or found
    for trace in session.traces:
        for index, source in enumerate(trace.header.sources):
            size = source.size if isinstance(source.size, int) else 0
            about = [each for each in found if each.place.path == source.path]
            assert unaccounted(trace, about, size, index) == []


@every
def test_a_real_file_is_written_back_as_it_was(answer: Answer) -> None:
    session, _ = read(answer)
    format = registry.formats[answer.agent]
    if format.writer is None:
        return
    written, losses = written_back(format, session.traces)
    with opened(answer.path) as stream:
        assert values(written) == values(stream.read())
    assert [loss for loss in losses if loss.code != BESIDE_IT.code] == [], "files beside it are not written into it"
