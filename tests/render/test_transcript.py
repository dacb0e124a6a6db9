"""A transcript shows everything, or says what it does not show."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from typing import Any

from steno.diagnostics import Place
from steno.model import Trace
from steno.passes.join import join
from steno.pipeline import read
from steno.render.terminal import Paint
from steno.render.times import when, zone
from steno.render.transcript import View, transcript
from tests.given.machine import dialogue, lines, record

PLAIN = View()


def lines_of(blocks: Iterable[str]) -> list[str]:
    return [line for block in blocks for line in block.split("\n")]


def shown(records: list[Any], view: View = PLAIN, *, colour: bool = False) -> list[str]:
    (trace,) = read(io.BytesIO(lines(records)), Place("s.jsonl"), lambda _: None, "claude-code")
    return lines_of(transcript(trace, Paint(colour=colour), view))


def test_a_dialogue_is_prompt_thought_call_with_result_and_answer() -> None:
    assert shown(dialogue("s1")) == [
        f"claude-code 2.1.0 · session s1 · /srv/garden · times in {zone()}",
        "",
        f"❯ user  {when('2026-01-02T03:04:00Z', seconds=True)}",
        "  Water the roses",
        "",
        f"● assistant claude-test-1  {when('2026-01-02T03:04:01Z', seconds=True)}",
        "  thinking: They look dry.",
        "  ▸ Bash  command: water --roses",
        "    └ done",
        "  The roses are watered.",
    ]


def test_words_are_broken_between_them_on_a_terminal_and_commands_are_not() -> None:
    records = dialogue("s1", prompt="Water the red roses before noon\n  - and the blue ones as well")
    records[2]["message"]["content"][0]["input"]["command"] = "water --roses --before noon --and-then --stop"  # type: ignore[index]
    (trace,) = read(io.BytesIO(lines(records)), Place("s.jsonl"), lambda _: None, "claude-code")
    text = lines_of(transcript(trace, Paint(colour=False, columns=24), PLAIN))
    begin = text.index("  Water the red roses")
    assert text[begin : begin + 4] == [
        "  Water the red roses",
        "  before noon",
        "    - and the blue ones",
        "    as well",
    ]
    assert "  ▸ Bash  command: water --roses --before noon --and-then --stop" in text


def test_hidden_thoughts_are_counted() -> None:
    text = shown(dialogue("s1"), View(thoughts=False))
    assert "They look dry." not in "\n".join(text)
    assert text[-1] == "not shown: 1 thought (--thinking)"


def test_bookkeeping_is_counted_and_shown_on_request() -> None:
    records = [*dialogue("s1"), {"type": "progress", "data": {"type": "tick"}, "sessionId": "s1"}]
    note = "not shown: 1 bookkeeping or repeated record (--full)"
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


def test_bookkeeping_takes_one_line_of_a_terminal_and_says_how_much_more_there_is() -> None:
    records = [*dialogue("s1"), {"type": "system", "subtype": "weather", "content": "dry " * 99, "sessionId": "s1"}]
    (trace,) = read(io.BytesIO(lines(records)), Place("s.jsonl"), lambda _: None, "claude-code")
    *_, last = lines_of(transcript(trace, Paint(colour=False, columns=60), View(fold=True)))
    assert last.startswith("  · system.weather dry dry ")
    assert last.endswith(" characters, --full")
    assert len(last) <= 60
    *_, last = lines_of(transcript(trace, Paint(colour=False, columns=60), View(everything=True)))
    assert last.count("dry") == 99


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
    assert "    └ the same call as above" in text


def test_what_is_unknown_is_named() -> None:
    records = [*dialogue("s1"), {"type": "hologram", "sessionId": "s1"}]
    assert shown(records)[-1] == "  · an unknown record: hologram"


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
    text = lines_of(transcript(joined, Paint(colour=False), View()))
    assert "  ┌ sub-agent a1  completed" in text
    assert "    Dug." in text
    assert "  The roses are watered." in text


def step(number: int, type: str, path: str, **payload: object) -> dict[str, object]:
    return {
        "seq": number, "run_id": "0f8d2c61-7b3a-4e95-8c17-d24a6b90f3e5", "type": type, "path": path, "iteration": 0,
        "timestamp": f"2026-03-02T10:15:{number:02}.000Z", "payload": {"name": path or "release", **payload},
    }  # fmt: skip


def workflow(*records: dict[str, object]) -> list[str]:
    (trace,) = read(io.BytesIO(lines(records)), Place("r.jsonl"), lambda _: None, "awf")
    return lines_of(transcript(trace, Paint(colour=False), View(fold=True)))


def test_a_step_says_its_name_its_kind_how_long_it_took_and_how_it_ended() -> None:
    text = workflow(
        step(1, "run.started", "", kind="workflow"),
        step(2, "step.started", "plan", kind="agent"),
        step(4, "step.completed", "plan", kind="agent", result=True),
        step(5, "step.started", "vote", kind="agent"),
        step(6, "step.completed", "vote", kind="agent", result={"for": 2}),
        step(7, "step.started", "ship", kind="command"),
    )
    assert text[2:] == [
        "",
        "  ┌ release 0f8d2c61  workflow · no end in the log",
        "",
        "  ┌ plan  agent · 2.0s · completed",
        "",
        "  ┌ vote  agent · 1.0s · completed",
        '  └ vote returned {"for":2}',
        "",
        "  ┌ ship  command · no end in the log",
    ]


def test_why_a_run_failed_is_told_in_full() -> None:
    error = "\n".join(f"cause {number}" for number in range(99))
    text = workflow(
        step(1, "run.started", "", kind="workflow"),
        step(2, "step.started", "ship", kind="command"),
        step(3, "step.completed", "ship", kind="command", error="exit status 1"),
        step(4, "run.completed", "", kind="workflow", error=error),
    )
    assert "  ┌ release 0f8d2c61  workflow · 3.0s · failed" in text
    assert "  ┌ ship  command · 1.0s · failed" in text
    assert "  └ ✗ ship failed: exit status 1" in text
    told = text[text.index("  └ ✗ release failed: cause 0") :]
    assert [line.strip() for line in told[1:]] == [f"cause {number}" for number in range(1, 99)]


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
