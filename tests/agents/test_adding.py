"""An agent is one folder and one entry point: what Steno does with any session, it does with those of a new agent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steno import registry
from steno.contracts import UsageError
from steno.usage import policy
from steno.usage.request import Share
from tests.given import acme
from tests.given.machine import claude, steno

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    acme.installed(tmp_path / "site", monkeypatch)
    acme.session(tmp_path, "acme-0001", "Water the roses", f"with the token {SECRET}")
    return tmp_path


def test_it_is_found_by_name_after_those_that_are_built_in(home: Path) -> None:
    assert registry.agents.names()[-1] == "acme"
    assert registry.formats.names()[-1] == "acme"
    assert registry.formats["acme"] is registry.agents["acme"].format


def test_a_name_that_is_nearly_right_is_asked_about(home: Path) -> None:
    with pytest.raises(UsageError, match=r"no agent named 'acne'; did you mean 'acme'\?"):
        registry.agents["acne"]


def test_its_sessions_are_listed_among_the_others(home: Path) -> None:
    claude(home, "aaaaaaaa")
    (row,) = steno("ls", "--agent", "acme", "--json", home=home).json()
    assert (row["agent"], row["id"], row["turns"], row["title"]) == ("acme", "acme-0001", 1, "Water the roses")
    assert {row["agent"] for row in steno("ls", "--json", home=home).json()} == {"acme", "claude-code"}


@pytest.mark.parametrize("word", ["@latest", "acme-00", "acme:acme-0001", "{home}/.acme/acme-0001.jsonl"])
def test_every_word_for_a_session_names_it(home: Path, word: str) -> None:
    shown = steno("show", word.format(home=home), home=home)
    assert (shown.code, "Water the roses" in shown.out) == (0, True)


def test_its_requests_are_counted_and_charged_by_its_own_policy(home: Path) -> None:
    (group, total) = steno("cost", "--by", "agent", "--json", home=home).json()
    assert (group["name"], group["requests"], group["input"], group["output"]) == ("acme", 2, 2000, 200)
    assert total["cost_usd"] > 0


def test_the_runs_in_its_folders_belong_to_the_session(home: Path) -> None:
    child = acme.session(home, "child", "Fetch the can")
    folder = home / ".acme" / "acme-0001"
    folder.mkdir()
    child.rename(folder / "child.jsonl")
    (row,) = steno("ls", "--json", home=home).json()
    assert row["subagents"] == 1
    assert "Fetch the can" in steno("show", "acme-0001", home=home).out


def test_it_is_exported_with_its_secrets_masked(home: Path) -> None:
    ended = steno("export", "acme-0001", home=home)
    assert ended.code == 0
    assert SECRET not in ended.out
    assert "Water the roses" in ended.out
    assert json.loads(ended.out)


def test_what_it_logged_is_shown_masked_and_scanned(home: Path) -> None:
    assert SECRET not in steno("show", "acme-0001", "--redact", "secrets", home=home).out
    assert steno("scan", str(home / ".acme"), home=home).code == 1


def test_its_notes_are_kept_in_stenos_own_folder(home: Path) -> None:
    assert steno("note", "acme-0001", "--goal-notes", "fine", "--author", "ada", "--role", "human", home=home).code == 0
    assert [path.name for path in (home / ".acme").iterdir()] == ["acme-0001.jsonl"]


def test_a_tree_is_drawn_of_its_sessions(home: Path) -> None:
    assert "Water the roses" in steno("tree", "acme-0001", home=home).out


@pytest.mark.parametrize("action", ["install", "remove", "status"])
def test_where_it_has_no_hooks_that_is_said(home: Path, action: str) -> None:
    said = "steno: acme has no hooks that Steno supports; `steno ls --agent acme` lists its sessions\n"
    assert steno("hook", action, "acme", home=home) == (2, "", said)


def test_agents_without_hooks_do_not_disturb_the_status_of_the_others(home: Path) -> None:
    assert {row["agent"] for row in steno("hook", "status", "--json", home=home).json()} >= {"claude-code", "git"}
    assert "acme" not in steno("hook", "status", home=home).out


def test_it_cannot_be_recorded_and_that_is_said(home: Path) -> None:
    ended = steno("record", "--", "acme", home=home)
    assert ended.code == 2
    assert "'acme' is not one of claude, codex" in ended.err


def test_an_agent_whose_logs_nobody_reads_still_says_how_it_counts(home: Path) -> None:
    package = home / "site" / "acme_agent" / "__init__.py"
    package.write_text(
        "from steno.agents.contract import Agent\n"
        "from steno.usage.request import Policy, Share\n"
        "USAGE = Policy(lambda header, events: (), share=Share.INCLUSIVE)\n"
        "AGENT = Agent(name='acme', title='ACME', usage=lambda: USAGE)\n"
    )
    assert policy("acme").share is Share.INCLUSIVE
    assert "acme" in registry.agents.names()
    assert "acme" not in registry.formats.names()
    assert steno("ls", "--agent", "acme", home=home).code == 2


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("AGNET = 1", "AttributeError: module 'acme_agent' has no attribute 'AGENT'"),
        ("AGENT = 7", "gives int, expected agent 'acme'"),
        ("from steno.agents.contract import Agent\nAGENT = Agent(name='bcme', title='B')", "gives Agent, expected"),
    ],
)
def test_one_that_does_not_load_is_named_and_stops_the_run(home: Path, code: str, why: str) -> None:
    (home / "site" / "acme_agent" / "__init__.py").write_text(code)
    ended = steno("ls", home=home)
    assert ended.code == 2
    assert ended.err.startswith(f"steno: acme-agent 1.2: entry point acme = acme_agent:AGENT: {why}")
    assert "hint: repair or uninstall the package" in ended.err


def test_a_plug_in_does_not_replace_what_is_built_in(home: Path) -> None:
    entries = home / "site" / "acme_agent-1.2.dist-info" / "entry_points.txt"
    entries.write_text("[steno.agents]\ncodex = acme_agent:AGENT\n")
    registry.agents._found = None
    assert registry.agents["codex"].title == "Codex"
    assert registry.agents.added() == {}
