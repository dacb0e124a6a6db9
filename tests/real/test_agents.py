"""Real agents, where they are installed: they find the skills, start the server, and say which session is theirs.

No model is asked: a stand-in on this machine wants one command run.  Each test is skipped where its program is not
there; `docs/skills.md` says with which versions they passed.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from steno.api.skill import skills
from tests.given.machine import steno
from tests.given.model import model

ROOT = Path(__file__).parents[2]
PATH = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
SERVER = [sys.executable, "-m", "steno", "mcp"]
PROGRAMS = {
    "claude-code": "claude", "codex": "codex", "gemini-cli": "gemini", "opencode": "opencode", "copilot-cli": "copilot",
}  # fmt: skip


def program(agent: str) -> str:
    found = shutil.which(PROGRAMS[agent])
    if found is None:
        pytest.skip(f"{PROGRAMS[agent]} is not installed")
    return found


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path


def run(home: Path, *command: str, **environ: str) -> str:
    """What a program prints, in a folder and with a home of its own."""
    usual = {
        "PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": PATH,
        "STENO_OVERVIEWS": "", "DISABLE_TELEMETRY": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "GEMINI_CLI_TRUST_WORKSPACE": "true", "OPENCODE_DISABLE_MODELS_FETCH": "1", "COPILOT_OFFLINE": "true",
    }  # fmt: skip
    done = subprocess.run(
        command, cwd=home / "work", env={**usual, **environ}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.stdout


def test_claude_code_takes_the_plugin_without_a_warning_and_has_each_skill_once(home: Path) -> None:
    claude, made = program("claude-code"), home / "plugin"
    assert steno("skill", "plugin", "claude-code", "-o", str(made), home=home).code == 0
    for name in ("plugin.json", "marketplace.json"):
        path = str(made / ".claude-plugin" / name)
        assert "Validation passed\n" in run(home, claude, "plugin", "validate", "--strict", path)
    run(home, claude, "plugin", "marketplace", "add", str(made))
    assert "Successfully installed" in run(home, claude, "plugin", "install", "steno@steno")
    details = run(home, claude, "plugin", "details", "steno")
    assert f"Skills ({len(skills())})  {', '.join(sorted(skills()))}\n" in details
    assert "Connected" in run(home, claude, "mcp", "list")


def _claude(home: Path) -> str:
    run(home, program("claude-code"), "mcp", "add", "steno", "--", *SERVER)
    return run(home, program("claude-code"), "mcp", "list")


def _gemini(home: Path) -> str:
    run(home, program("gemini-cli"), "mcp", "add", "steno", *SERVER[:1], "--", *SERVER[1:])
    return run(home, program("gemini-cli"), "mcp", "list")


def _opencode(home: Path) -> str:
    config = home / ".config" / "opencode" / "opencode.json"
    config.parent.mkdir(parents=True)
    config.write_text(json.dumps({"mcp": {"steno": {"type": "local", "command": SERVER}}}))
    return run(home, program("opencode"), "mcp", "list")


@pytest.mark.parametrize("listed", [_claude, _gemini, _opencode])
def test_an_agent_connects_to_the_server(listed: Callable[[Path], str], home: Path) -> None:
    said = listed(home)
    assert "steno" in said
    assert "connected" in said.lower()
    assert "disconnected" not in said.lower()


LISTS = {"gemini-cli": ("skills", "list"), "opencode": ("debug", "skill"), "copilot-cli": ("skill", "list")}


@pytest.mark.parametrize("scope", ["--user", "--project"])
@pytest.mark.parametrize("place", ["own", "codex"])
@pytest.mark.parametrize("agent", LISTS)
def test_an_agent_finds_the_skills_in_its_own_folder_and_in_the_shared_one(
    agent: str, place: str, scope: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = program(agent)
    monkeypatch.chdir(home / "work")
    assert steno("skill", "install", agent if place == "own" else place, scope, home=home).code == 0
    said = run(home, path, *LISTS[agent])
    assert [name for name in skills() if name not in said] == []
    assert "conflict" not in said


def _run_claude(home: Path, url: str) -> str:
    return run(home, program("claude-code"), "-p", "Water the roses", "--allowedTools", "Bash",
        ANTHROPIC_BASE_URL=url, ANTHROPIC_API_KEY="x")  # fmt: skip


def _run_codex(home: Path, url: str) -> str:
    config = home / ".codex" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(
        'model = "x"\nmodel_provider = "x"\n'
        f'[model_providers.x]\nname = "x"\nbase_url = "{url}/v1"\nwire_api = "responses"\n'
    )
    words = ("exec", "--dangerously-bypass-approvals-and-sandbox", "--skip-git-repo-check", "Water the roses")
    return run(home, program("codex"), *words)


def _run_gemini(home: Path, url: str) -> str:
    config = home / ".gemini" / "settings.json"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(json.dumps({"security": {"auth": {"selectedType": "gemini-api-key"}}}))
    return run(home, program("gemini-cli"), "--yolo", "-m", "gemini-2.5-pro", "-p", "Water the roses",
        GEMINI_API_KEY="x", GOOGLE_GEMINI_BASE_URL=url)  # fmt: skip


def _run_opencode(home: Path, url: str) -> str:
    config = home / ".config" / "opencode" / "opencode.json"
    config.parent.mkdir(parents=True, exist_ok=True)
    options = {"baseURL": f"{url}/v1", "apiKey": "x"}
    own = {"npm": "@ai-sdk/openai-compatible", "name": "x", "options": options, "models": {"x": {"name": "x"}}}
    config.write_text(json.dumps({"model": "x/x", "provider": {"x": own}}))
    return run(home, program("opencode"), "run", "Water the roses")


def _run_copilot(home: Path, url: str) -> str:
    return run(home, program("copilot-cli"), "-p", "Water the roses", COPILOT_PROVIDER_BASE_URL=f"{url}/v1",
        COPILOT_PROVIDER_API_KEY="x", COPILOT_MODEL="x", COPILOT_ALLOW_ALL="true")  # fmt: skip


RUNS = {
    "claude-code": _run_claude, "codex": _run_codex, "gemini-cli": _run_gemini, "opencode": _run_opencode,
    "copilot-cli": _run_copilot,
}  # fmt: skip


@pytest.mark.parametrize("agent", RUNS)
def test_a_tool_of_a_real_agent_knows_its_session_or_is_told_that_nobody_does(agent: str, home: Path) -> None:
    program(agent)
    said, ask = home / "said.json", home / "ask"
    assert steno("skill", "install", agent, home=home).code == 0
    words = shlex.join([sys.executable, "-m", "steno", "info", "@current", "--json"])
    ask.write_text(f"#!/bin/sh\nPYTHONPATH={shlex.quote(PATH)} exec {words} > {shlex.quote(str(said))} 2>&1\n")
    ask.chmod(0o700)
    with model(str(ask)) as asked:
        printed = RUNS[agent](home, asked.url)
    assert said.exists(), printed
    (info,) = map(json.loads, said.read_text().splitlines())
    if agent == "gemini-cli":  # its log names no folder, and no variable of its tools names the session
        assert "gemini-cli does not say which session this is" in info["error"]["message"]
    else:
        assert info["format"] == agent
        assert Path(info["path"]).is_relative_to(home)
    told = "".join(asked.asked)
    assert [name for name in skills() if name not in told] == []
