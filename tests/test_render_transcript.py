"""A transcript shows everything, or says what it does not show."""

from __future__ import annotations

import io
import json
from typing import Any

from steno.diagnostics import Place
from steno.model import Trace
from steno.passes.join import join
from steno.pipeline import read
from steno.render.terminal import Paint
from steno.render.transcript import View, transcript
from tests.machine import dialogue, lines, record

PLAIN = View()


def shown(records: list[Any], view: View = PLAIN, *, colour: bool = False) -> list[str]:
    (trace,) = read(io.BytesIO(lines(records)), Place("s.jsonl"), lambda _: None, "claude-code")
    return list(transcript(trace, Paint(colour=colour), view))


def test_a_dialogue_is_prompt_thought_call_with_result_and_answer() -> None:
    assert shown(dialogue("s1")) == [
        "claude-code 2.1.0 · session s1 · /srv/garden",
        "",
        "❯ user  2026-01-02T03:04:00Z",
        "  Water the roses",
        "",
        "● assistant claude-test-1  2026-01-02T03:04:01Z",
        "  thinking: They look dry.",
        "  ▸ Bash  command: water --roses",
        "    └ done",
        "  The roses are watered.",
    ]


def test_hidden_thoughts_are_counted() -> None:
    text = shown(dialogue("s1"), View(thoughts=False))
    assert "They look dry." not in "\n".join(text)
    assert text[-1] == "not shown: 1 thoughts (--thinking shows them)"


def test_bookkeeping_is_counted_and_shown_on_request() -> None:
    records = [*dialogue("s1"), {"type": "progress", "data": {"type": "tick"}, "sessionId": "s1"}]
    note = "not shown: 1 records of bookkeeping, or that state something again (--full shows them)"
    assert shown(records)[-1] == note
    assert shown(records, View(everything=True))[-1] == "  · progress.tick"


def test_a_long_output_is_folded_and_says_by_how_much() -> None:
    output = "\n".join(f"row {number}" for number in range(424))
    folded = shown(dialogue("s1", output=output), View(fold=True))
    assert "      … +412 lines, --full shows them" in folded
    assert "      row 11" in folded
    assert "      row 12" not in folded
    assert "      row 423" in shown(dialogue("s1", output=output))


def test_a_long_line_is_folded_and_says_by_how_much() -> None:
    folded = shown(dialogue("s1", output="x" * 1234), View(fold=True))
    assert "    └ " + "x" * 1000 + " … +234 characters, --full shows them" in folded


def test_a_failed_call_says_so() -> None:
    records = dialogue("s1", output="no water")
    records[3]["message"]["content"][0]["is_error"] = True  # type: ignore[index]
    assert "    ✗ failed: no water" in shown(records)


def test_a_call_without_a_result_and_a_result_without_a_call_say_so() -> None:
    records = dialogue("s1")
    orphan = record("user", [{"type": "tool_result", "tool_use_id": "toolu_9", "content": "late"}], 9, "s1")
    text = shown([records[0], records[2], orphan])
    assert "    └ no result in the log" in text
    assert "    └ result without a call: late" in text


def test_a_repeated_call_points_at_the_first() -> None:
    records = dialogue("s1")
    text = shown([*records[:4], records[2]])
    assert text.count("    └ done") == 1
    assert "    └ the same call stands above" in text


def test_what_is_unknown_is_named() -> None:
    records = [*dialogue("s1"), {"type": "hologram", "sessionId": "s1"}]
    assert shown(records)[-1] == "  · a record that Steno does not know: hologram"


def test_sub_agents_are_indented() -> None:
    main = dialogue("s1")
    main[3]["toolUseResult"] = {"agentId": "a1"}
    child = [
        record("user", "Dig", 0, "s1", isSidechain=True, agentId="a1"),
        record("assistant", [{"type": "text", "text": "Dug."}], 1, "s1", isSidechain=True, agentId="a1"),
    ]

    def trace(records: list[dict[str, object]]) -> Trace:
        return next(read(io.BytesIO(lines(records)), Place("s"), lambda _: None, "claude-code"))

    joined = join(trace(main), [trace(child)], lambda _: None)
    text = list(transcript(joined, Paint(colour=False), View()))
    assert "  ┌ sub-agent a1" in text
    assert "    Dug." in text
    assert "  The roses are watered." in text


def test_hostile_text_is_shown_wherever_it_stands() -> None:
    bad = "\x1b[2J\u202e"
    records = json.loads(
        json.dumps(dialogue("s1", prompt="PROMPT" + bad, output="OUTPUT" + bad)).replace("Bash", "Ba\\u001bsh")
    )
    records.append({"type": "custom-title", "customTitle": "TITLE" + bad, "sessionId": "s1"})
    records.append({"type": "what\x1b", "sessionId": "s1"})
    text = "\n".join(shown(records, View(everything=True)))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert all(word + "␛[2J<U+202E>" in text for word in ("PROMPT", "OUTPUT", "TITLE"))


def test_colour_comes_only_from_us() -> None:
    text = "\n".join(shown(dialogue("s1", prompt="\x1b[31m"), colour=True))
    assert "\x1b[1;36m❯ user\x1b[0m" in text
    assert "\x1b[31m" not in text
