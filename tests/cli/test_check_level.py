"""`steno check --level`: how closely a trace is looked at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.given.forsy_documents import act, trace, user
from tests.given.machine import claude, dialogue, steno

FIXTURES = Path(__file__).parents[1] / "fixtures"
# One thing of every level: a mode outside of the schema's list, a wrong count, no deliverable, and an unjudged step.
ODD = trace(
    user(1), act(2, eval=0), trace_mode="replayed", summary={"total_steps": 9}, final_output=None, dataset={"tags": []}
)


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / "odd.json"
    path.write_text(ODD)
    return path


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        (("--level", "schema"), ["FSY004"]),
        (("--level", "strict"), ["FSY004", "FSY140"]),
        ((), ["FSY004", "FSY140"]),
        (("--level", "release"), ["FSY004", "FSY140", "FSY212"]),
        (("--level", "all"), ["FSY004", "FSY140", "FSY212", "FSY303"]),
    ],
)
def test_each_level_includes_those_below_it(odd: Path, words: tuple[str, ...], codes: list[str]) -> None:
    ended = steno("check", str(odd), "--format", "json", *words, home=odd.parent)
    assert ended.code == 1
    assert [each["code"] for each in json.loads(ended.out)["diagnostics"]] == codes


@pytest.mark.parametrize("name", ["clean.json", "minimal.json"])
def test_a_clean_trace_ends_with_nothing_at_the_closest_look(tmp_path: Path, name: str) -> None:
    ended = steno("check", str(FIXTURES / "forsy" / name), "--level", "all", home=tmp_path)
    assert (ended.code, ended.out) == (0, "")


def test_a_sign_alone_is_a_warning_and_no_failure(tmp_path: Path) -> None:
    path = tmp_path / "unjudged.json"
    path.write_text(trace(user(1), act(2, eval=0)))
    ended = steno("check", str(path), "--level", "all", home=tmp_path)
    assert ended.code == 0
    assert "FSY303" in ended.out
    assert "0 errors, 1 warning" in ended.err


def test_a_format_without_levels_is_always_checked_in_full(tmp_path: Path) -> None:
    path = str(claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa")[:3]))
    ends = [steno("check", path, "--level", level, home=tmp_path) for level in ("schema", "strict", "all")]
    assert len({(ended.code, ended.out) for ended in ends}) == 1


def test_an_unknown_level_is_a_usage_error(odd: Path) -> None:
    ended = steno("check", str(odd), "--level", "perfect", home=odd.parent)
    assert ended.code == 2
    assert "'schema', 'strict', 'release', 'all'" in ended.err


def test_the_page_of_a_rule_says_which_reading_is_meant(tmp_path: Path) -> None:
    ended = steno("rule", "FSY124", home=tmp_path)
    assert ended.code == 0
    assert "release check 5" in ended.out
    assert "Some copies of the specification" in ended.out
