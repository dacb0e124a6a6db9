from __future__ import annotations

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from steno.notes import sidecar
from steno.notes.pen import Pen
from steno.testing.fake import STILL
from tests.given.forsy_documents import trace
from tests.given.machine import Ended, claude, dialogue, record, steno
from tests.given.noted import BO, FORSY, ID, MARA, forsy, listed, note, notes_of
from tests.given.timing import PATIENCE


def review(*keys: str, home: Path, word: str | Path = ID, who: tuple[str, ...] = MARA) -> Ended:
    stdin = "".join(key + "\n" for key in keys).encode()
    return steno("review", str(word), *who, home=home, stdin=stdin)


def said(home: Path, word: str | Path = ID) -> list[tuple[Any, ...]]:
    return [(each["step"], each["key"], each["value"]) for each in listed(word, home) if each["key"] != "reviewed"]


def reviewed(home: Path, word: str | Path = ID) -> list[int]:
    return [each["step"] for each in listed(word, home) if each["key"] == "reviewed"]


def heads(ended: Ended) -> list[str]:
    """The steps that were shown, in order."""
    return re.findall(r"^step (\d+) of", ended.out, re.MULTILINE)


def test_a_step_is_shown_with_what_is_said_of_it_and_by_whom(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    note(ID, "--step", "2", "--eval", "-1", "--directive", "Look first", *BO, home=tmp_path)
    ended = review("s", "q", home=tmp_path)
    shown = ended.out.split("\n\n")[-1].splitlines()
    assert shown[0] == "step 2 of 3 · agent_step · turn 1 · agent:main · execute"
    for line in (
        "  tool              Bash",
        "  caused_by         step 1  (derive/cause-request)",
        '  input             {"command":"water --roses"}',
        "  output            done",
        "  eval              -1  (expert:Bo)",
        "  directive         Look first  (expert:Bo)",
    ):
        assert line in shown
    assert ended.err == (
        f"human:Mara has reviewed 0 of 3 steps in their present form\nnotes are kept in {notes_of(tmp_path)}\n"
    )


def test_a_walk_over_every_step_raises_the_level(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    ended = review("f appr", "n", "-", "r It was wet", "d Look first", "", "+", "n", home=tmp_path)
    assert ended.code == 0
    assert heads(ended) == ["1", "2", "3"]
    assert said(tmp_path) == [
        (1, "feedback_type", "approval"),
        (2, "eval", -1),
        (2, "eval_reason", "It was wet"),
        (2, "directive", "Look first"),
        (3, "eval", 1),
    ]
    assert reviewed(tmp_path) == [1, 2, 3]
    assert ended.err.splitlines()[0] == "human:Mara has reviewed every step: validation level human_reviewed"
    assert forsy(ID, tmp_path)[0]["validation_level"] == "human_reviewed"


def test_an_answer_may_follow_on_a_line_of_its_own(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    review("g", "2", "d", "Look first", "r", "", "q", home=tmp_path)
    assert said(tmp_path) == [(2, "directive", "Look first")]


def test_keys_go_forward_back_and_anywhere_without_reviewing(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    ended = review("p", "s", "s", "s", "p", "g 1", "g 9", "g x", "?", "z", "q", home=tmp_path)
    assert heads(ended) == ["1", "2", "3", "2", "1"]
    for words in ("this is the first step", "this is the last step", "'9' is no step", "'x' is no step", "no such key"):
        assert words in ended.out
    assert "u          undo the last note" in ended.out
    assert not notes_of(tmp_path).exists()


def test_what_a_step_cannot_have_is_refused_before_it_is_typed(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    ended = review("+", "d", "0", "s", "f", "f approval", "q", home=tmp_path)
    assert said(tmp_path) == [(1, "eval", 0)]
    assert "step 1 is a user message, which has no directive" in ended.out
    assert ended.out.count("only a user message has a feedback_type") == 2


def test_an_ambiguous_kind_of_feedback_is_asked_again(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    ended = review("f c", "f cl", "q", home=tmp_path)
    assert '"c" is not one of correction, approval' in ended.out
    assert said(tmp_path) == [(1, "feedback_type", "clarification")]


def test_a_review_goes_on_where_it_stopped(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    assert heads(review("n", "q", home=tmp_path)) == ["1", "2"]
    assert heads(review("s", "n", "q", home=tmp_path)) == ["2", "3", "2"]
    assert heads(review("n", home=tmp_path)) == ["2"]
    ended = review("n", home=tmp_path)
    assert (heads(ended), ended.code) == ([], 0)
    assert reviewed(tmp_path) == [1, 3, 2]


def test_what_is_reviewed_already_can_be_looked_at_again(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    review("n", "n", "n", home=tmp_path)
    ended = steno("review", ID, "--step", "2", *MARA, home=tmp_path, stdin=b"n\nn\n")
    assert re.findall(r"^step .*reviewed$", ended.out, re.MULTILINE) == [
        "step 2 of 3 · agent_step · turn 1 · agent:main · execute  reviewed",
        "step 3 of 3 · output · turn 1 · agent:main · answer  reviewed",
    ]


def test_each_reviewer_has_a_review_of_their_own(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    review("n", "q", home=tmp_path)
    assert heads(review("q", home=tmp_path, who=BO)) == ["1"]


def test_undo_takes_back_the_last_note_and_returns_to_its_step(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    ended = review("s", "+", "n", "u", "u", "u", "q", home=tmp_path)
    assert heads(ended) == ["1", "2", "3", "2", "2"]
    for words in ("step 2: the review is taken back", "step 2: eval is taken back", "no note of yours to take back"):
        assert words in ended.out
    assert listed(ID, tmp_path) == []


def test_undo_leaves_the_notes_of_others_alone(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    note(ID, "--step", "2", "--eval", "1", *BO, home=tmp_path)
    review("u", "q", home=tmp_path)
    assert said(tmp_path) == [(2, "eval", 1)]


def test_an_edit_by_somebody_else_brings_the_step_back(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    review("n", "n", "n", home=tmp_path)
    note(ID, "--step", "2", "--eval", "1", *BO, home=tmp_path)
    assert heads(review("q", home=tmp_path)) == ["2"]


def test_long_texts_are_cut_with_a_word_and_shown_whole_on_request(tmp_path: Path) -> None:
    output = "\n".join(f"line {number} " + "x" * 40 for number in range(400))
    claude(tmp_path, ID, dialogue(ID, output=output))
    cut = review("s", "q", home=tmp_path).out
    more = len(output) - len("\n".join(output.split("\n")[:15]))
    assert f"    … {more:,} more characters, press v to see all" in cut.splitlines()
    assert "line 399" not in cut
    whole = review("s", "v", "q", home=tmp_path).out
    assert all(f"    {line}" in whole.splitlines() for line in output.split("\n"))


def test_hostile_text_is_neutralised_and_cannot_pass_for_ours(tmp_path: Path) -> None:
    output = "\x1b[2J\x1b]0;x\x07\nstep 9 of 9 · reviewed\u202e\n" + " " * 96 + "step 8 of 9" + "\u4e00" * 200
    claude(tmp_path, ID, dialogue(ID, output=output))
    ended = review("s", "v", "q", home=tmp_path)
    assert not set("\x1b\x07\u202e") & set(ended.out)
    assert heads(ended) == ["1", "2", "2"]
    assert all(line.startswith(" ") or re.match(r"step \d of 3 ", line) for line in ended.out.splitlines() if line)


def test_a_file_of_a_hundred_thousand_characters_in_one_line_is_shown_in_pieces(tmp_path: Path) -> None:
    claude(tmp_path, ID, dialogue(ID, output="y" * 100_000))
    ended = review("s", "v", "q", home=tmp_path)
    assert "… 99,000 more characters, press v to see all" in ended.out
    assert ended.out.count("y") > 100_000
    assert max(map(len, ended.out.splitlines())) <= 100


def test_a_trace_that_somebody_told_says_who(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    shutil.copy(FORSY / "clean.json", path)
    ended = review("q", home=tmp_path, word=path)
    assert ended.out.splitlines()[2] == "  as agent:example-model tells it"
    review(*["n"] * 9, home=tmp_path, word=path, who=BO)
    document, _ = forsy(path, tmp_path)
    assert document["validation_level"] == document["dataset_summary"]["validation_level"] == "expert_reviewed"


def test_a_review_needs_an_author_and_steps(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    ended = review(home=tmp_path, who=())
    assert (ended.code, ended.err.startswith("steno: the author is missing")) == (2, True)
    (path := tmp_path / "trace.json").write_text(trace(steps=[]))
    ended = review(home=tmp_path, word=path)
    assert (ended.code, "the trace has no steps" in ended.err) == (2, True)


def test_a_note_that_somebody_else_makes_meanwhile_is_shown_before_the_step_counts_as_reviewed(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    with driven(tmp_path) as (process, _):
        assert process.stdin is not None and process.stdout is not None
        _until(process, "step 1 of 3")
        other = Pen("expert:Bo", STILL).note("feedback_type", "other", "1")
        sidecar.append(notes_of(tmp_path), [other])
        process.stdin.write(b"n\n")
        process.stdin.flush()
        assert "(expert:Bo)" in _until(process, "(expert:Bo)")
        assert reviewed(tmp_path) == []
        process.stdin.write(b"n\n")
        process.stdin.flush()
        _until(process, "step 2 of 3")
        assert reviewed(tmp_path) == [1]


def test_a_kill_loses_no_decision(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    with driven(tmp_path) as (process, _):
        assert process.stdin is not None
        process.stdin.write(b"n\n-\nd Look first\n")
        process.stdin.flush()
        _until(process, "directive Look first")
        process.kill()
        process.wait(PATIENCE)
    assert (said(tmp_path), reviewed(tmp_path)) == ([(2, "eval", -1), (2, "directive", "Look first")], [1])


def test_on_a_terminal_a_key_counts_when_it_is_pressed(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    with terminal(tmp_path) as (process, screen):
        screen.press("n", after="step 1 of 3")
        screen.press("-", after="step 2 of 3")
        screen.press("d", after="eval -1")
        screen.press("Look first ü\r", after="directive", prompt=": ")
        screen.press("\x1b[C", after="directive Look first ü")
        screen.press("\x1b[D", after="step 3 of 3")
        screen.press("v", after="step 2 of 3")
        screen.press("q", after="ended_at")
        screen.until("has reviewed 2 of 3 steps")
        assert process.wait(PATIENCE) == 0
    assert said(tmp_path) == [(2, "eval", -1), (2, "directive", "Look first ü")]
    assert reviewed(tmp_path) == [1, 2]


def test_ctrl_c_on_a_terminal_keeps_what_was_decided_and_gives_the_terminal_back(tmp_path: Path) -> None:
    import termios

    claude(tmp_path, ID)
    with terminal(tmp_path) as (process, screen):
        before = termios.tcgetattr(screen.descriptor)
        screen.press("n", after="step 1 of 3")
        screen.press("+", after="step 2 of 3")
        screen.press("", after="eval 1")
        process.send_signal(signal.SIGINT)
        screen.until("interrupted")
        assert process.wait(PATIENCE) == 130
        assert termios.tcgetattr(screen.descriptor) == before
    assert (said(tmp_path), reviewed(tmp_path)) == ([(2, "eval", 1)], [1])


def test_many_steps_are_reviewed_in_a_time_that_grows_with_their_number(tmp_path: Path) -> None:
    records = [record("user", f"Water rose {number}", number % 60, ID) for number in range(2000)]
    claude(tmp_path, ID, [each | {"uuid": f"r{number}"} for number, each in enumerate(records)])
    start = time.process_time()
    ended = review(*["n"] * 2000, home=tmp_path)
    assert ended.err.splitlines()[0] == "human:Mara has reviewed every step: validation level human_reviewed"
    assert time.process_time() - start < 20


# Processes


def _environ(home: Path) -> dict[str, str]:
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("STENO", "XDG_DATA", "XDG_CONFIG", "CLAUDE", "CODEX"))
    }
    return kept | {"HOME": str(home), "PAGER": "cat", "NO_COLOR": "1", "TERM": "xterm", "COLUMNS": "100"}


@contextmanager
def driven(home: Path) -> Iterator[tuple[subprocess.Popen[bytes], None]]:
    """The command, with pipes to a program that answers."""
    command = [sys.executable, "-m", "steno", "review", ID, *MARA]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=_environ(home)) as process:
        try:
            yield process, None
        finally:
            process.kill()


def _until(process: subprocess.Popen[bytes], words: str) -> str:
    assert process.stdout is not None
    seen = ""
    for line in process.stdout:
        seen += line.decode()
        if words in seen:
            return seen
    raise AssertionError(f"{words!r} did not come: {seen}")


class Screen:
    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._seen = ""

    def until(self, words: str) -> None:
        """Wait for words; what stands before them is done with."""
        end = time.monotonic() + PATIENCE
        while words not in self._seen:
            assert time.monotonic() < end, f"{words!r} did not come: {self._seen}"
            if select.select([self.descriptor], [], [], 0.1)[0]:
                self._seen += os.read(self.descriptor, 65536).decode("utf-8", "replace")
        self._seen = self._seen.partition(words)[2]

    def press(self, keys: str, after: str, prompt: str = "> ") -> None:
        """Once it has said that and asks for a key; what is typed earlier, a terminal may lose."""
        self.until(after)
        self.until(prompt)
        os.write(self.descriptor, keys.encode())


@contextmanager
def terminal(home: Path) -> Iterator[tuple[subprocess.Popen[bytes], Screen]]:
    """The command in a terminal of its own."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "steno", "review", ID, *MARA]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=_environ(home), start_new_session=True
    )
    os.close(theirs)
    try:
        yield process, Screen(ours)
    finally:
        process.kill()
        process.wait(PATIENCE)
        os.close(ours)


def test_a_review_whose_notes_cannot_be_kept_ends_and_says_so(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
    code = limited + "from steno.cli import main; sys.exit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", code, "review", ID, *MARA], input=b"n\nn\n", capture_output=True,
        env=_environ(tmp_path), check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    said = ended.stderr.decode().splitlines()[-1]
    assert said.startswith(f"steno: cannot keep notes in {notes_of(tmp_path)}: file too large")
