"""Every agent whose logs Steno reads keeps every law on its samples, the day it is added.

Samples stand in `tests/fixtures/<folder of the agent>/`: files, or folders where a session is a folder.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from steno import pipeline, registry
from steno.agents.contract import Agent
from steno.base.files import opened
from steno.diagnostics import Diagnostic, Place
from steno.formats.losses import BESIDE
from steno.kit.facts import sniffer
from steno.kit.table import Spec
from steno.pipeline import HEAD
from steno.sources import Places
from steno.testing import conforms
from steno.testing.conformance import values, written_back
from tests.given.effort import share
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[1] / "fixtures"
BY_HAND = ("claude-code", "codex")
"""Agents that have readers of their own, with tests of their own for all laws."""
READ = [agent for agent in registry.agents if agent.format is not None]
BY_TABLE = [agent for agent in READ if agent.name not in BY_HAND]
ONLY = [agent for agent in READ if not agent.like]
TWINS = [agent for agent in READ if agent.like]

each = pytest.mark.parametrize("agent", READ, ids=lambda agent: agent.name)
alone = pytest.mark.parametrize("agent", ONLY, ids=lambda agent: agent.name)


def samples(agent: Agent) -> list[Path]:
    """The files of a session; of a folder, the one that is named first (`main.*`), with the others beside it."""
    folder = FIXTURES / agent.name.replace("-", "_")
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    inner = {path: sorted(path.glob("main.*")) for path in found if path.is_dir()}
    return [path for path in found if path.is_file()] + [path for paths in inner.values() for path in paths]


def spec(agent: Agent, path: Path) -> Spec:
    """The table for a sample: `SPEC` of the module that the format is made in, or the one of `SPECS` that knows it."""
    assert agent.format is not None
    module = import_module(str(agent.format.parts["reader"]).partition(":")[0])
    every: dict[str, Spec] = getattr(module, "SPECS", None) or {"": module.SPEC}
    assert {each.name for each in every.values()} == {agent.name}
    assert len(every) > 1 or {each.pairing for each in every.values()} == {agent.pairing and agent.pairing.value}
    with opened(path) as stream:
        head = stream.read(HEAD)
    return next(each for each in every.values() if sniffer(each)(head))


@alone
def test_an_agent_that_is_read_has_samples(agent: Agent) -> None:
    assert samples(agent)


@each
def test_all_that_a_reader_needs_to_know_is_stated(agent: Agent) -> None:
    assert agent.format is not None
    assert agent.format.summary, "say in one sentence what is read"
    assert agent.pairing is not None or agent.name in BY_HAND, "say how results find their calls"
    assert agent.usage is not None, "say how tokens are counted, or that they are not (none)"
    assert agent.places is not None, "say where sessions lie"
    assert isinstance(agent.places(), Places)
    assert len(agent.cannot) == len(set(agent.cannot))


@alone
def test_the_samples_are_recognised_as_the_agents_own(agent: Agent) -> None:
    assert agent.format is not None
    assert agent.format.sniff is not None
    for path in samples(agent):
        with opened(path) as stream:
            head = stream.read(HEAD)
        assert agent.format.sniff(head)
        known = [each.name for each in registry.formats if each.knows(head)]
        assert known[:1] == [agent.name], f"{path.name} is taken for {known}"


def _laws() -> list[tuple[Agent, Path]]:
    own = [agent for agent in BY_TABLE if not agent.like]
    return [(agent, path) for agent in own for path in share(samples(agent), agent.name) or samples(agent)[:1]]


@pytest.mark.parametrize(("agent", "path"), _laws(), ids=lambda value: getattr(value, "name", ""))
def test_every_law_holds_on_a_sample(agent: Agent, path: Path) -> None:
    """A JSON or JSONL file is given as bytes, so that damage is tried too; anything else as the file that it is."""
    alone = path.suffix in (".json", ".jsonl") and path.parent.name == agent.name.replace("-", "_")
    assert conforms(spec(agent, path), path.read_bytes() if alone else path) == []


@pytest.mark.parametrize("agent", TWINS, ids=lambda agent: agent.name)
def test_a_twin_reads_what_the_other_writes_under_its_own_name(agent: Agent) -> None:
    names = registry.formats.names()
    assert names.index(agent.like) < names.index(agent.name), "list it after the one that it is like"
    for path in samples(registry.agents[agent.like]):
        found: list[Diagnostic] = []
        with opened(path) as stream:
            traces = list(pipeline.read(stream, Place(str(path)), found.append, agent.name))
        assert {trace.header.agent for trace in traces} == {agent.name}
        assert {source.format for trace in traces for source in trace.header.sources} == {agent.name}
        other = registry.formats[agent.like]
        assert agent.format is not None
        assert (agent.format.writer is None) is (other.writer is None)
        if agent.format.writer is not None:
            written, losses = written_back(agent.format, traces)
            assert values(written) == values(path.read_bytes())
            assert [loss for loss in losses if loss.code != BESIDE.code] == []


@alone
def test_a_card_and_a_transcript_of_every_sample_are_shown(agent: Agent, tmp_path: Path) -> None:
    for path in samples(agent):
        for verb in ("info", "show"):
            ended = steno(verb, str(path), home=tmp_path)
            assert (ended.code, bool(ended.out.strip())) == (0, True), f"{verb} {path.name}: {ended.err}"
