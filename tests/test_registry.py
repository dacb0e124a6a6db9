"""The index of codes, and the parts of formats that are imported when somebody asks for them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from steno import registry
from steno.contracts import Format, Parts

ROOT = Path(__file__).parent.parent
EVERY = registry.codes()


def loaded_by(code: str) -> list[str]:
    """The modules of ours that are there after this code ran in a new process."""
    code += "\nimport sys\nprint(*(name for name in sys.modules if name.startswith('steno')))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    return run.stdout.split()


def test_every_code_is_found_by_its_name_as_it_stands_among_all() -> None:
    assert {name: registry.code(name) for name in EVERY} == EVERY


def test_a_code_that_nobody_has_is_none() -> None:
    assert registry.code("OTK999") is registry.code("ACME001") is registry.code("") is None
    assert registry.named(["OTK999", "CNV104", "CNV104"]) == {"CNV104": EVERY["CNV104"]}


@pytest.mark.parametrize("format", list(registry.formats), ids=lambda each: each.name)
def test_the_rules_of_a_format_begin_with_its_letters(format: Format) -> None:
    assert {rule.code[:3] for rule in format.rules} <= {format.letters}


def test_no_two_formats_share_their_letters() -> None:
    twins = {agent.name for agent in registry.agents if agent.like}  # which have the rules of the other
    letters = [each.letters for each in registry.formats if each.rules and each.name not in twins]
    assert len(letters) == len(set(letters))


@pytest.mark.parametrize("name", ["CNV104", "SRC001", "CNV001", "HKS001"])
def test_a_code_is_found_without_the_rules_and_detectors_of_others(name: str) -> None:
    found = loaded_by(f"from steno import registry\nassert registry.code({name!r})")
    assert not [each for each in found if ".rules" in each and "hooks" not in each]
    assert "steno.detect.every" not in found


def test_a_part_is_imported_when_somebody_asks_for_it() -> None:
    before = loaded_by("from steno.registry import formats\nfound = formats['forsy']\nfound.name")
    after = loaded_by("from steno.registry import formats\nassert formats['forsy'].sniff(b'{}') is False")
    assert set(after) - set(before) >= {"steno.formats.forsy.sniff"}
    assert not {"steno.formats.forsy.reader", "steno.formats.forsy.writer"} & {*before, *after}


def test_a_part_may_be_given_as_it_is_and_one_that_is_missing_is_nothing() -> None:
    format = Format("mine", "", Parts(sniff=bytes.isdigit))
    assert format.sniff is not None
    assert format.sniff(b"12")
    assert (format.reader, format.writer, format.load, format.count) == (None, None, None, None)
    assert (format.losses, format.rules, format.codes, format.kept, format.streams) == ((), (), (), {}, ())


def test_telling_what_a_file_is_imports_the_tables_of_those_agents_alone_that_it_may_be_of() -> None:
    sample = ROOT / "tests/fixtures/pi/tree.jsonl"
    found = loaded_by(f"from steno import pipeline\npipeline.sniffed(open({str(sample)!r}, 'rb').read(), '')")
    assert [each for each in found if each.startswith("steno.agents.") and each.endswith(".table")] == [
        "steno.agents.pi.table"
    ]


def test_listing_sessions_imports_no_table_of_any_agent() -> None:
    code = "from pathlib import Path\nfrom steno import sources\nsources.discover({}, Path('/nowhere'), print)"
    found = loaded_by(code)
    assert not [each for each in found if each.endswith((".table", ".reader")) or each.startswith("steno.kit.reading")]
