"""`steno info`: a card for people, and every count for those who ask."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from steno.registry import formats
from steno.render.terminal import width, wrapped
from tests.given.agents import ALIKE
from tests.given.machine import claude, dialogue, lines, record, steno
from tests.given.terminal import steno_in_terminal

EXAMPLE = Path(__file__).parents[2] / "examples" / "5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71.jsonl"
FIXTURES = Path(__file__).parents[1] / "fixtures"


def facts(text: str) -> dict[str, str]:
    """The labels of a card and what stands beside them."""
    return {line[:14].strip(): line[14:] for line in text.splitlines()[1:] if line}


def test_the_card_says_what_when_how_long_who_and_what_it_took(tmp_path: Path) -> None:
    ended = steno("info", str(EXAMPLE), home=tmp_path, TZ="UTC")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == [
        "Tide table one hour off after the clock change",
        "session       5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71",
        "agent         claude-code 2.1.39",
        "project       /home/ada/src/tidewatch",
        "when          2026-03-14 09:26 to 09:28 UTC, 2m01s",
        "models        claude-sonnet-4-5-20250929",
        "prompts       3",
        "tokens        86,444 in (97% from the cache), 843 out, 8 requests",
        "cost          $0.05 at list prices",
        "tools         8 calls, 1 failed: Bash 4 (1 failed), Grep 2, Edit 1, Task 1",
        "commands      4 (1 failed)",
        "files         1 file changed by edits: tidewatch/table.py",
        "sub-agents    1",
        "secrets       2 places to mask: anthropic api key 2; `steno export` masks them",
        f"read from     {EXAMPLE} (claude-code, 17.4 KB)",
        "",
    ]


def test_a_cost_of_which_only_a_part_is_known_says_so(tmp_path: Path) -> None:
    records = dialogue("s1")
    for number, model in ((1, "claude-sonnet-4-5-20250929"), (4, "a-model-without-a-price")):
        message = records[number]["message"]
        assert isinstance(message, dict)
        message |= {"model": model, "usage": {"input_tokens": 100_000, "output_tokens": 10_000}}
    told = facts(steno("info", "-", home=tmp_path, stdin=lines(records)).out)
    assert told["cost"].startswith("≥ $0.45 at list prices; 1 of 2 requests have no price: no price known: a-model")


def test_files_are_told_by_what_became_of_them_and_failed_edits_are_not(tmp_path: Path) -> None:
    def edit(number: int, name: str, **given: object) -> list[dict[str, object]]:
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": given}
        result: dict[str, object] = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "ok"}
        if given.get("old_string") == "lost":
            result |= {"content": "<tool_use_error>String to replace not found</tool_use_error>", "is_error": True}
        more = {"type": "create", "filePath": given["file_path"]} if name == "Write" else {}
        return [
            record("assistant", [call], number, "s1"),
            record("user", [result], number + 1, "s1", **({"toolUseResult": more} if more else {})),
        ]

    records = [
        record("user", "Plant", 0, "s1"),
        *edit(1, "Write", file_path="/srv/garden/bed.txt", content="roses"),
        *edit(3, "Edit", file_path="/srv/garden/plan.txt", old_string="a", new_string="b"),
        *edit(5, "Edit", file_path="/srv/garden/gate.txt", old_string="lost", new_string="b"),
    ]
    told = facts(steno("info", "-", home=tmp_path, stdin=lines(records)).out)
    assert told["files"] == "2 files changed by edits: bed.txt (new), plan.txt"
    assert told["tools"] == "3 calls, 1 failed: Edit 2 (1 failed), Write 1"


def test_it_looks_for_secrets_in_the_session_and_in_its_sub_agents_and_says_in_how_much(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    assert facts(steno("info", str(path), home=tmp_path).out)["secrets"] == f"none found in {kilobytes(path)}"
    folder = path.with_suffix("") / "subagents"
    folder.mkdir(parents=True)
    child = folder / "agent-a1.jsonl"
    key = "sk-ant-api03-" + "x7Qw2Rt9" * 11 + "a_b-cAA"
    child.write_bytes(
        lines([record("assistant", [{"type": "text", "text": key}], 0, "aaaaaaaa", isSidechain=True, agentId="a1")])
    )
    assert facts(steno("info", "aaaaaaaa", home=tmp_path).out)["secrets"].startswith("1 place to mask: anthropic api")


def kilobytes(path: Path) -> str:
    return f"{path.stat().st_size / 1000:.1f} KB"


def test_the_counts_of_the_format_are_there_on_request(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    listed = steno("info", str(path), "--counts", home=tmp_path).out.splitlines()
    assert listed[0].split() == ["FIELD", "VALUE"]
    (counted,) = steno("info", str(path), "--json", home=tmp_path).json()
    names = {line.split()[0].partition(".")[0] for line in listed[1:] if line}
    assert names == {key for key, value in counted.items() if value != {}}
    assert counted["tool_calls"] == 1


@pytest.mark.parametrize("name", [each.name for each in formats if each.reader is not None and each.name not in ALIKE])
def test_every_format_has_a_card(tmp_path: Path, name: str) -> None:
    folder = FIXTURES / name.replace("-", "_")
    for path in sorted(folder.iterdir()):
        ended = steno("info", str(path), "-f", name, home=tmp_path)
        assert ended.code == 0, path
        assert all(line == "" or len(line) > 14 for line in ended.out.splitlines()[1:2])
        assert "read from" in facts(ended.out)
        assert "secrets" in facts(ended.out)


@pytest.mark.parametrize("columns", [40, 80])
def test_a_card_fits_the_terminal_and_nothing_of_it_is_cut(tmp_path: Path, columns: int) -> None:
    path = claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt="漢字 and 🙂 and \x1b[31m" * 20))
    shutil.copy(path, tmp_path / "s.jsonl")
    screen = steno_in_terminal("info", "s.jsonl", home=tmp_path, columns=columns, folder=tmp_path)
    assert max(map(width, screen.lines)) <= columns
    whole = steno("info", str(path), home=tmp_path).out.splitlines()[0]
    assert "".join(screen.lines).replace(" ", "").startswith(whole.replace(" ", ""))


def test_a_text_is_wrapped_at_spaces_and_inside_a_word_only_where_it_is_wider() -> None:
    assert wrapped("roses are red", 8) == ["roses", "are red"]
    assert wrapped("漢字漢字 x", 5) == ["漢字", "漢字", "x"]
    assert wrapped("roses", None) == ["roses"]
    assert wrapped("  - roses are red", 11) == ["  - roses", "  are red"]
    assert wrapped(" " * 20 + "roses", 8) == ["roses"]
