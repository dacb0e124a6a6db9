"""`steno skill`: puts whole files where agents look for skills, and takes away exactly those."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from steno import registry
from steno.api.skill import agents, folder, skills
from tests.given.machine import Ended, steno

PLACES = {
    "claude-code": ".claude/skills",
    "codex": ".agents/skills",
    "gemini-cli": ".gemini/skills",
    "opencode": ".config/opencode/skills",
    "copilot-cli": ".copilot/skills",
}


def skill(home: Path, *words: str, config: str = "") -> Ended:
    return steno("skill", *words, home=home, CLAUDE_CONFIG_DIR=config)


def tree(top: Path) -> dict[str, bytes | None]:
    """Every folder and file below a folder, but for what Steno keeps of its own."""
    own = top / ".local"
    return {
        str(path.relative_to(top)): path.read_bytes() if path.is_file() else None
        for path in sorted(top.rglob("*"))
        if not path.is_relative_to(own)
    }


def test_the_skills_are_those_of_the_repository() -> None:
    top = Path(__file__).parents[2] / "skills"
    assert folder() == top
    assert set(skills()) == {path.name for path in top.iterdir()}


def test_every_agent_with_a_place_for_skills_is_tried_here() -> None:
    assert set(PLACES) == set(agents())


@pytest.mark.parametrize("name", PLACES)
def test_skills_are_put_where_the_agent_looks_and_taken_away_to_the_last_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    before = tree(tmp_path)
    assert skill(tmp_path, "install", name).code == 0
    top = tmp_path / PLACES[name]
    assert {path.name: (path / "SKILL.md").read_bytes() for path in top.iterdir()} == skills()
    assert skill(tmp_path, "status", name).code == 0
    assert skill(tmp_path, "remove", name).code == 0
    assert tree(tmp_path) == before
    assert skill(tmp_path, "status", name).code == 1


def test_a_variable_names_another_folder(tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    assert skill(tmp_path, "install", "claude-code", config=str(other)).code == 0
    assert (other / "skills" / "steno" / "SKILL.md").is_file()
    assert not (tmp_path / ".claude").exists()


def test_a_project_and_a_folder_get_them_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    assert skill(tmp_path, "install", "claude-code", "--project", "--skill", "steno").code == 0
    assert skill(tmp_path, "install", "./mine", "--skill", "steno").code == 0
    assert set(tree(work)) == {
        ".claude", ".claude/skills", ".claude/skills/steno", ".claude/skills/steno/SKILL.md",
        "mine", "mine/steno", "mine/steno/SKILL.md",
    }  # fmt: skip
    listed = skill(tmp_path, "status", "--json").json()
    assert {(each["where"], each["scope"], each["skill"]) for each in listed if each["state"] == "installed"} == {
        ("claude-code", "project", "steno")
    }
    assert skill(tmp_path, "remove", "./mine").code == 0
    assert not (work / "mine").exists()


def test_a_dry_run_shows_everything_and_writes_nothing(tmp_path: Path) -> None:
    ended = skill(tmp_path, "install", "codex", "--skill", "steno", "--dry-run")
    assert ended.code == 0
    assert "+name: steno" in ended.out
    assert "would be installed" in ended.err
    assert tree(tmp_path) == {}


def test_what_is_installed_already_is_left_alone(tmp_path: Path) -> None:
    skill(tmp_path, "install", "codex")
    before = tree(tmp_path)
    ended = skill(tmp_path, "install", "codex")
    assert (ended.code, ended.err) == (0, "codex: already installed, nothing to do\n")
    assert tree(tmp_path) == before


def test_a_file_that_somebody_changed_is_neither_overwritten_nor_removed(tmp_path: Path) -> None:
    skill(tmp_path, "install", "codex")
    path = tmp_path / ".agents" / "skills" / "steno" / "SKILL.md"
    path.write_text("my own words")
    before = tree(tmp_path)
    for action in ("install", "remove"):
        ended = skill(tmp_path, action, "codex")
        assert ended.code == 2
        assert "was changed since Steno wrote it" in ended.err
        assert tree(tmp_path) == before
    states = {each["skill"]: each["state"] for each in skill(tmp_path, "status", "codex", "--json").json()}
    assert states["steno"] == "changed"
    assert skill(tmp_path, "status", "codex").code == 1


def test_a_file_of_somebody_else_is_neither_overwritten_nor_removed(tmp_path: Path) -> None:
    path = tmp_path / ".agents" / "skills" / "steno" / "SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text("another skill of that name")
    before = tree(tmp_path)
    ended = skill(tmp_path, "install", "codex")
    assert ended.code == 2
    assert "is not Steno's" in ended.err
    assert skill(tmp_path, "remove", "codex").code == 0
    assert tree(tmp_path) == before


def test_an_older_version_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr("steno.api.skill.skills", lambda: {"steno": b"as it was"})
        skill(tmp_path, "install", "codex")
    states = {each["skill"]: each["state"] for each in skill(tmp_path, "status", "codex", "--json").json()}
    assert states == {"steno": "outdated"}
    assert skill(tmp_path, "install", "codex").code == 0
    assert {each["state"] for each in skill(tmp_path, "status", "codex", "--json").json()} == {"installed"}
    assert skill(tmp_path, "remove", "codex").code == 0
    assert tree(tmp_path) == {}


def test_what_lies_beside_a_skill_stays(tmp_path: Path) -> None:
    skill(tmp_path, "install", "codex")
    beside = tmp_path / ".agents" / "skills" / "steno" / "mine.md"
    beside.write_text("mine")
    assert skill(tmp_path, "remove", "codex").code == 0
    assert [path for path, data in tree(tmp_path).items() if data is not None] == [".agents/skills/steno/mine.md"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("install",), "name an agent or a folder"),
        (("install", "aider"), "nobody knows where 'aider' looks for skills"),
        (("install", "codx"), "nobody knows where 'codx' looks for skills"),
        (("install", "codex", "--skill", "roses"), "no skill named 'roses'"),
        (("plugin", "codex", "-o", "x"), "no plug-ins of codex"),
        (("plugin", "claude-code"), "name an agent and a folder"),
        (("install", "codex", "-o", "x"), "-o is for plugin"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ended = skill(tmp_path, *words)
    assert ended.code == 2
    assert said in ended.err


@pytest.fixture
def plugin(tmp_path: Path) -> dict[str, bytes | None]:
    made = tmp_path / "plugin"
    assert skill(tmp_path, "plugin", "claude-code", "-o", str(made)).code == 0
    return tree(made)


def test_a_plugin_holds_the_skills_themselves_and_each_once(plugin: dict[str, bytes | None]) -> None:
    manifest = json.loads(plugin[".claude-plugin/plugin.json"] or b"")
    assert re.fullmatch(r"[a-z][a-z0-9-]*", manifest["name"])
    assert manifest["author"]["name"]  # `claude plugin validate --strict` asks for it
    for name, text in skills().items():
        assert plugin[f"skills/{name}/SKILL.md"] == text
    market = json.loads(plugin[".claude-plugin/marketplace.json"] or b"")
    assert [(each["name"], each["source"]) for each in market["plugins"]] == [(manifest["name"], "./")]
    # A skill is a slash command too: a command of the same name would be there twice.
    assert not [path for path in plugin if path.startswith("commands")]


def test_a_plugin_has_the_hooks_that_an_installation_has_and_the_server(
    plugin: dict[str, bytes | None], tmp_path: Path
) -> None:
    steno("hook", "install", "claude-code", home=tmp_path)
    installed = json.loads((tmp_path / ".claude" / "settings.json").read_bytes())
    assert json.loads(plugin["hooks/hooks.json"] or b"") == {"hooks": installed["hooks"]}
    server = json.loads(plugin[".mcp.json"] or b"")["mcpServers"]["steno"]
    assert server["args"] == ["-P", "-m", "steno", "mcp"]


def test_a_plugin_is_made_in_a_new_folder_only(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "mine.txt").write_text("mine")
    ended = skill(tmp_path, "plugin", "claude-code", "-o", str(tmp_path / "there"))
    assert ended.code == 2
    assert tree(tmp_path / "there") == {"mine.txt": b"mine"}


def test_a_twin_has_no_place_for_skills_of_its_own() -> None:
    assert not any(each.skills or each.own or each.plugin for each in registry.agents if each.like)
