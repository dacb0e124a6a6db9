"""`steno md`: a session to paste, with what is left out counted."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.given.machine import dialogue, lines, steno

EXAMPLE = Path(__file__).parents[2] / "examples" / "5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71.jsonl"


def test_prompts_answers_and_calls_are_there_and_a_secret_is_not(tmp_path: Path) -> None:
    code, out, said = steno("md", str(EXAMPLE), home=tmp_path)
    assert code == 0, said
    assert out.startswith("# Tide table one hour off after the clock change\n")
    assert "> The tide table is one hour off" in out
    assert "<details open><summary><code>Bash</code> python -m pytest -q — failed, exit 1</summary>" in out
    assert "ANTHROPIC_API_KEY=[REDACTED:api_key:" in out
    assert "+    return datetime.fromtimestamp(epoch, zone)" in out
    assert out.count("<details") == out.count("</details>")
    assert "Left out: 5 program records, 2 thoughts" in out
    assert "left out 5 program records, 2 thoughts" in said


def test_a_part_is_chosen_by_numbers_of_events(tmp_path: Path) -> None:
    code, out, said = steno("md", str(EXAMPLE), "--from", "24", "--to", "26", home=tmp_path)
    assert code == 0, said
    assert "**Prompt 2**" in out
    assert "**Prompt 1**" not in out
    assert "**Prompt 3**" not in out
    assert steno("md", str(EXAMPLE), "--from", "9", "--to", "3", home=tmp_path).code == 2
    code, _, said = steno("md", str(EXAMPLE), "--from", "900", home=tmp_path)
    assert (code, "the session has 32 events" in said) == (2, True)


def test_long_outputs_are_shortened_with_how_much_and_full_has_all(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(lines(dialogue("s", output="\n".join(f"line {n}" for n in range(500)))))
    out = steno("md", str(path), home=tmp_path).out
    assert "line 39" in out
    assert "line 40" not in out
    assert "left out, in 460 lines" in out
    whole = steno("md", str(path), "--full", home=tmp_path).out
    assert "line 499" in whole
    assert "left out" not in whole


def test_the_same_key_and_session_give_the_same_bytes(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(b"k" * 32)
    session = Path(shutil.copy(EXAMPLE, tmp_path))
    for verb in ("md", "html"):
        first, second = (
            steno(verb, str(session), "--redaction-key", str(key), home=tmp_path, SOURCE_DATE_EPOCH="1").out
            for _ in range(2)
        )
        assert first == second != ""
