"""The page about adding an agent tells the truth: its package, as it stands there, installs and keeps the laws."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from runpy import run_path

import pytest

from steno import registry, tools
from steno.testing import conforms
from steno.usage import policies
from tests.given.machine import steno

PAGE = Path(__file__).parents[2] / "docs" / "adding-an-agent.md"
FILE = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page's files where Python finds them, with the entry point that its project names."""
    for name, text in FILE.findall(PAGE.read_text("utf-8")):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    entry = re.search(r'entry-points\."(\S+)"\]\n(.+)', (tmp_path / "pyproject.toml").read_text())
    assert entry is not None
    metadata = tmp_path / "quill_steno-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: quill-steno\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{entry[1]}]\n{entry[2].replace(chr(34), '')}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "quill_steno", raising=False)
    return tmp_path


def test_the_agent_of_the_page_is_found_by_its_entry_point_and_keeps_the_laws(site: Path) -> None:
    sample = (site / "quill_steno" / "sample.jsonl").read_bytes()
    format = registry.agents["quill"].format
    assert format is not None
    assert format is registry.formats["quill"]
    assert conforms(format, sample) == []
    assert conforms(sys.modules["quill_steno"].SPEC, sample) == []


def test_the_test_of_the_page_passes(site: Path) -> None:
    keeps_the_laws = run_path(str(site / "tests" / "test_quill.py"))["test_quill_keeps_the_laws"]
    assert keeps_the_laws() is None
    sample = site / "quill_steno" / "sample.jsonl"
    sample.write_bytes(b"")
    with pytest.raises(AssertionError):
        keeps_the_laws()


def test_the_smallest_agent_is_small(site: Path) -> None:
    lines = (site / "quill_steno" / "__init__.py").read_text().splitlines()
    assert 50 <= len(lines) <= 110


def test_its_places_its_way_to_count_and_its_tools_are_those_of_the_page(site: Path) -> None:
    assert policies.policy("quill") is policies.SUM
    toolbox = tools.of("quill")
    assert toolbox is not None
    assert toolbox.tools["shell"].effect is tools.Effect.SHELL


def test_its_sessions_are_listed_counted_and_shown(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(site))
    folder = site / ".quill" / "sessions"
    folder.mkdir(parents=True)
    (folder / "q1.jsonl").write_bytes((site / "quill_steno" / "sample.jsonl").read_bytes())
    (row,) = steno("ls", "--json", home=site).json()
    assert (row["agent"], row["id"], row["turns"], row["title"]) == ("quill", "q1", 1, "Failing tests")
    (group, _) = steno("cost", "--by", "agent", "--json", home=site).json()
    assert (group["name"], group["requests"], group["input"], group["output"]) == ("quill", 2, 1713, 76)
    assert "Why do the tests fail?" in steno("show", "quill:q1", home=site).out


def test_its_sample_is_read_by_the_command(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(site))
    code, out, _ = steno("info", str(site / "quill_steno" / "sample.jsonl"), home=site)
    assert code == 0
    assert "agent         quill 0.3" in out
