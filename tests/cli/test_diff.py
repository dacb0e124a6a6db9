"""`steno diff`."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from steno.render.terminal import width
from tests.given import garden
from tests.given.machine import lines, steno
from tests.given.twins import TASK, Move, run

HOSTILE = "</pre><script>alert(1)</script>\x1b[31m\u202e<img src=x onerror=y>"


def pair(folder: Path, first: tuple[Move, ...], second: tuple[Move, ...]) -> tuple[str, str]:
    one, two = folder / "a.jsonl", folder / "b.jsonl"
    one.write_bytes(lines(run("aaaa", *first)))
    two.write_bytes(lines(run("bbbb", *second, cwd="/home/mara/garden", day=5, ids="call")))
    return str(one), str(two)


def test_the_same_run_twice_exits_with_0(tmp_path: Path) -> None:
    one, two = pair(tmp_path, TASK, TASK)
    for args in ((one, one), (one, two), (two, one)):
        ended = steno("diff", *args, home=tmp_path)
        assert (ended.code, ended.err) == (0, "")
    assert "Two runs with the same steps" in ended.out


def test_the_first_lines_say_where_runs_part_and_who_made_them(tmp_path: Path) -> None:
    other = (*TASK[:5], ("calls", "Bash", {"command": "cd {cwd} && pytest -q"}, "1 failed in 9.99s", True), *TASK[6:])
    ended = steno("diff", *pair(tmp_path, TASK, other), home=tmp_path)
    assert ended.code == 1
    assert ended.out.splitlines()[2:8] == [
        "",
        "Two runs. They part at event 9: the environment answered differently.",
        "The same call, and another result.",
        "  Bash: cd . && pytest -q",
        "    - 1 passed in 0.28s",
        "    + 1 failed in 9.99s",
    ]
    assert ["failed", "calls", "0", "1", "+1"] in [line.split() for line in ended.out.splitlines()]


def test_json_has_it_all_with_whole_texts(tmp_path: Path) -> None:
    other = (*TASK[:3], ("calls", "Grep", {"pattern": "water"}, "garden.py"), *TASK[4:])
    (found,) = steno("diff", "--json", *pair(tmp_path, TASK, other), home=tmp_path).json()
    assert (found["schema"], found["identical"], found["relation"]) == ("steno.diff/1", False, "two runs")
    assert (found["divergence"]["who"], found["divergence"]["a"]["name"]) == ("model", "Read")
    assert found["divergence"]["texts"][1] == '{"pattern":"water"}'
    assert [each["name"] for each in found["missing"]] == ["Read"]
    assert [each["name"] for each in found["extra"]] == ["Grep"]
    assert found["events"] == {"matched": 9, "only_a": 2, "only_b": 2}
    assert found["delta"] == {"prompts": 0, "calls": 0, "failed": 0, "tokens": 0, "output_tokens": 0, "seconds": 0.0}


def test_an_export_says_what_redaction_took_out(tmp_path: Path) -> None:
    secret = "AKIA" + "QYLPMN5HFIQR7XYA"
    log, trace = tmp_path / "log.jsonl", tmp_path / "trace.json"
    log.write_bytes(lines(garden.session(f" {secret}")))
    assert steno("export", str(log), "-o", str(trace), home=tmp_path).code == 0
    ended = steno("diff", str(log), str(trace), home=tmp_path)
    assert ended.code == 1
    assert "Two records of one session. From A to B: 2 masked" in ended.out
    masked = steno("diff", str(log), str(trace), "--redact", "secrets", home=tmp_path)
    assert secret in ended.out
    assert secret not in masked.out


def test_equal_values_are_masked_alike_in_both(tmp_path: Path) -> None:
    words: tuple[Move, ...] = (("asks", "Use AKIA" + "QYLPMN5HFIQR7XYA"),)
    assert steno("diff", *pair(tmp_path, words, words), "--redact", "secrets", home=tmp_path).code == 0


class Tags(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}


def hostile(folder: Path) -> tuple[str, str]:
    first: tuple[Move, ...] = (
        ("asks", HOSTILE), ("calls", HOSTILE, {"command": HOSTILE}, HOSTILE), ("says", HOSTILE), ("says", "same"),
    )  # fmt: skip
    second = (("asks", "x"), ("calls", HOSTILE, {"command": HOSTILE}, "y"), ("says", HOSTILE * 2), ("asks", HOSTILE))
    return pair(folder, first, second)


def test_a_page_holds_texts_and_no_markup_of_a_trace(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    ended = steno("diff", *hostile(tmp_path), "--html", "-o", str(target), home=tmp_path)
    assert (ended.code, ended.out) == (1, "")
    page = target.read_text("utf-8")
    tags = Tags()
    tags.feed(page)
    assert tags.found.isdisjoint({"script", "img", "iframe", "link", "a"})
    assert tags.attributes <= {"lang", "charset", "name", "content", "class", "http-equiv"}
    assert "&lt;script&gt;" in page
    assert "prefers-color-scheme: dark" in page
    assert not {"\x1b", "\u202e"} & set(page)
    assert "http://" not in page
    assert "https://" not in page


def test_a_terminal_is_told_nothing_that_it_would_obey(tmp_path: Path) -> None:
    ended = steno("diff", *hostile(tmp_path), "--limit", "0", home=tmp_path)
    assert not {"\x1b", "\u202e"} & set(ended.out)
    assert max(map(width, ended.out.splitlines())) <= 80


def test_long_lists_are_folded_and_say_so(tmp_path: Path) -> None:
    many: tuple[Move, ...] = tuple(("calls", "Read", {"file_path": f"/x/{number}"}, "x") for number in range(5))
    out = steno("diff", *pair(tmp_path, (TASK[0], *many), TASK[:1]), "--limit", "2", home=tmp_path).out
    assert "Missing: only in A (5)" in out
    assert "  and 3 more; --limit 0 shows all" in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--json", "--html", "a.jsonl", "b.jsonl"), "contradict"),
        (("-", "-"), "only one of both"),
    ],
)
def test_what_cannot_be_is_said(tmp_path: Path, args: tuple[str, ...], said: str) -> None:
    ended = steno("diff", *args, home=tmp_path)
    assert ended.code == 2
    assert said in ended.err


def test_a_file_that_is_not_there_cannot_be_compared(tmp_path: Path) -> None:
    one, _ = pair(tmp_path, TASK, TASK)
    assert steno("diff", one, str(tmp_path / "none.jsonl"), home=tmp_path).code == 3


def test_one_of_both_may_come_from_standard_input(tmp_path: Path) -> None:
    one, two = pair(tmp_path, TASK, TASK)
    ended = steno("diff", one, "-", "--json", home=tmp_path, stdin=Path(two).read_bytes())
    assert json.loads(ended.out)["identical"] is True
