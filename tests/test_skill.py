"""The skills: their form, every command in them, and what an agent that follows them gets."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from steno.cli import COMMANDS, cli
from tests.given import garden
from tests.given.machine import claude, steno

FOLDER = Path(__file__).parents[1] / "skills"
SKILLS = {path.parent.name: path.read_text() for path in sorted(FOLDER.glob("*/SKILL.md"))}
FINDINGS = {"steno check trace.json --level release", "steno check bundle/trace.json --level release"}
"""What ends with 1 as long as nobody has said all there is to say."""


def commands(skill: str) -> list[str]:
    """Every line of the blocks of shell, in order."""
    blocks: list[str] = re.findall(r"```sh\n(.*?)```", SKILLS[skill], re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def mentioned(skill: str) -> Iterator[list[str]]:
    """Every command that the text names between its signs, in words."""
    return (shlex.split(match[1]) for match in re.finditer(r"`steno ([a-z-][^`]*)`", SKILLS[skill]))


def test_every_folder_holds_a_skill() -> None:
    assert set(SKILLS) == {path.name for path in FOLDER.iterdir()} == {"forsy-trace", "open-token-export", "steno"}


@pytest.mark.parametrize("skill", SKILLS)
def test_the_front_matter_names_the_skill_and_says_when_to_use_it(skill: str) -> None:
    matter = re.match(r"---\nname: ([a-z-]+)\ndescription: >-\n((?:  .+\n)+)---\n", SKILLS[skill])
    assert matter is not None
    assert matter[1] == skill
    assert len(skill) <= 64
    said = " ".join(matter[2].split())
    assert "Use it when" in said
    assert len(said) <= 1024
    assert "`steno`" in said


@pytest.mark.parametrize("skill", SKILLS)
def test_a_skill_is_short_enough_to_be_read_whole(skill: str) -> None:
    assert len(SKILLS[skill].splitlines()) <= 120
    assert len(SKILLS[skill]) <= 6_000


@pytest.mark.parametrize("skill", SKILLS)
def test_the_commands_run_one_after_the_other(skill: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    claude(tmp_path, garden.SESSION, garden.session())
    claude(tmp_path, "ffffffff-0000-4000-8000-000000000000", age=-60)  # newer, and not the one that is asked for
    for line in commands(skill):
        program, *args = shlex.split(line)
        ended = steno(*args, home=tmp_path, stdin=b"q\n", CLAUDE_CODE_SESSION_ID=garden.SESSION)
        assert program == "steno"
        assert ended.code == (1 if line in FINDINGS else 0), (line, ended)


@pytest.mark.parametrize("skill", SKILLS)
def test_every_command_and_option_that_is_named_is_there(skill: str) -> None:
    named = [*mentioned(skill), *(shlex.split(line)[1:] for line in commands(skill))]
    for name, *rest in named:
        assert name in COMMANDS
        found = cli.get_command(click.Context(cli), name)
        assert found is not None
        known = {option for each in found.params for option in (*each.opts, *each.secondary_opts)}
        assert {word for word in rest if re.fullmatch(r"--?[a-z][a-z-]*", word)} <= known | {"-1"}, name


@pytest.mark.parametrize("skill", SKILLS)
def test_no_skill_takes_the_newest_session_for_the_one_that_it_is_in(skill: str) -> None:
    assert not [line for line in commands(skill) if "@latest" in line or "@-" in line]


def test_a_trace_has_the_notes_of_the_agent_in_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    claude(tmp_path, garden.SESSION, garden.session())
    for line in commands("forsy-trace"):
        steno(*shlex.split(line)[1:], home=tmp_path, stdin=b"q\n", CLAUDE_CODE_SESSION_ID=garden.SESSION)
    trace = json.loads((tmp_path / "bundle" / "trace.json").read_bytes())
    assert trace["steps"][1]["directive"] == "Read the file before editing it."
    assert trace["summary"]["goal_achieved"] is True
    notes = steno("note", garden.SESSION, "--list", "--json", home=tmp_path).json()
    assert {each["author"] for each in notes} == {"model:claude-test-1", "human:Mara"}
    assert trace["validation_level"] in ("self_traced", "retraced_from_logs")  # nobody has reviewed it


def test_a_person_finds_every_verb_that_the_way_needs() -> None:
    run = {shlex.split(line)[1] for line in commands("forsy-trace")}
    assert run == {"ls", "explain", "export", "check", "note", "review", "bundle"}


OPTIONS = {
    "mode": ("json", "ndjson"),
    "pretty": ("true", "false"),
    "include": ("visible-only", "include-internal"),
    "internal": ("redacted", "summary", "full"),
    "redact": ("none", "secrets", "pii", "strict"),
}
"""Those of the specification, with their values; `max_bytes` is a number."""


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in OPTIONS.items() for value in values])
def test_the_export_skill_names_every_option_of_the_specification_and_each_works(
    key: str, value: str, tmp_path: Path
) -> None:
    text = SKILLS["open-token-export"]
    assert re.search(rf"^\| `{key}` \|.*`{value}`", text, re.MULTILINE)
    claude(tmp_path, garden.SESSION, garden.session())
    words = [f"{key}={value}", *(["include=include-internal", "--permit-internal"] if key == "internal" else [])]
    if (key, value) == ("pretty", "true"):
        words.append("mode=json")
    ended = steno("export", "@current", *words, home=tmp_path, CLAUDE_CODE_SESSION_ID=garden.SESSION)
    assert ended.code == 0, ended
    assert [json.loads(line) for line in (ended.out.splitlines() if value == "ndjson" else [ended.out])]


def test_the_export_skill_names_the_limit_and_it_holds(tmp_path: Path) -> None:
    assert "| `max_bytes` | a number of bytes |" in SKILLS["open-token-export"]
    claude(tmp_path, garden.SESSION, garden.session(" and mind the thorns" * 2000))
    ended = steno("export", "@current", "max_bytes=20000", home=tmp_path, CLAUDE_CODE_SESSION_ID=garden.SESSION)
    assert ended.code == 0
    assert len(ended.out.encode()) <= 20_000
    assert "truncated" in ended.out


def test_thoughts_word_for_word_need_permission(tmp_path: Path) -> None:
    claude(tmp_path, garden.SESSION, garden.session())
    words = ("include=include-internal", "internal=full")
    ended = steno("export", "@current", *words, home=tmp_path, CLAUDE_CODE_SESSION_ID=garden.SESSION)
    assert (ended.code, ended.out) == (2, "")
    assert "--permit-internal" in ended.err
    assert "`--permit-internal`" in SKILLS["open-token-export"]


def test_the_commands_of_the_skill_that_searches_mask_what_they_show() -> None:
    shows = ("search", "info", "outline", "show", "files", "explain")
    lines = [line for line in commands("steno") if shlex.split(line)[1] in shows]
    assert lines
    assert all("--redact secrets" in line for line in lines)
