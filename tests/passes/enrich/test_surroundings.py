"""Where a session ran and on what it worked, as its log recorded it."""

from __future__ import annotations

import platform
from typing import Any

import pytest

from steno import registry
from steno.model import Trace
from steno.model.steps import whole
from steno.passes.enrich.dependencies import installed
from steno.passes.enrich.task import canonical
from tests.given.derivation import Session, asked, called, returned
from tests.given.derivation import codex as derived_codex
from tests.given.usage import claude, codex, rollout


def said(trace: Trace) -> dict[str, Any]:
    """What the log shows, without the steps."""
    return {key: note.value for key, note in whole(registry.passes["enrich"].run(trace, lambda _: None)).items()}


def evidence(trace: Trace, key: str) -> tuple[str, ...]:
    return whole(registry.passes["enrich"].run(trace, lambda _: None))[key].evidence


CONTEXT = "<environment_context>\n  <cwd>/srv/garden</cwd>\n  <shell>zsh</shell>\n</environment_context>"


def test_the_branch_is_the_one_that_the_log_names() -> None:
    trace = Session().user("Hi", gitBranch="").user("Hi", gitBranch="roses").user("Hi", gitBranch="tulips").trace()
    assert said(trace)["environment"] == {"vcs": {"type": "git", "branch": "roses"}}
    assert evidence(trace, "environment") == ("2",)


def test_a_detached_head_is_no_branch() -> None:
    assert said(Session().user("Hi", gitBranch="HEAD").trace())["environment"] == {"vcs": {"type": "git"}}


def test_a_session_that_names_no_branch_says_nothing_of_version_control_or_of_this_machine() -> None:
    known = said(Session().user(f"I use {platform.system()}").trace())
    assert "environment" not in known


def test_what_codex_wrote_down_when_it_began() -> None:
    git = {"commit_hash": "a" * 40, "branch": "main", "repository_url": "git@github.com:garden/roses.git"}
    trace = codex(rollout("t", [{"type": "response_item", "payload": asked(CONTEXT)[1]}], git=git))
    known = said(trace)
    assert known["environment"] == {
        "shell": "zsh",
        "vcs": {"type": "git", "base_commit": "a" * 40, "branch": "main"},
    }
    assert known["repository"] == {
        "repository_url": "https://github.com/garden/roses",
        "repository": "garden/roses",
        "base_commit": "a" * 40,
    }


@pytest.mark.parametrize(
    ("command", "output", "system"),
    [
        ("uname", "Linux\n", "linux"),
        ("uname -a", "Darwin host 23.1.0 arm64", "darwin"),
        ("echo uname", "Linux", None),
        ("uname -s", "garden", None),
    ],
)
def test_the_system_is_what_uname_printed(command: str, output: str, system: str | None) -> None:
    trace = Session().user("Hi").call("c", "Bash", command=command).result("c", output).trace()
    assert said(trace).get("environment", {}).get("os") == system


def test_languages_by_the_files_that_were_read_or_written() -> None:
    trace = (
        Session()
        .user("Hi")
        .call("a", "Read", file_path="/srv/a.rs")
        .call("b", "Write", file_path="/srv/b.py", content="x")
        .call("c", "Edit", file_path="/srv/c.py", old_string="x", new_string="y")
        .call("d", "Grep", pattern="x", path="/srv/d.go")
        .call("e", "Read", file_path="/srv/Makefile")
        .trace()
    )
    assert said(trace)["language_ecosystem"] == ["python", "rust"]
    assert evidence(trace, "language_ecosystem") == ("3", "2")


def test_files_of_a_patch_count() -> None:
    patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n+z\n*** End Patch"
    trace = derived_codex(asked("Hi"), ("response_item", custom("c", patch)), ("response_item", done("c")))
    assert said(trace)["language_ecosystem"] == ["typescript"]


def custom(id: str, text: str) -> dict[str, object]:
    return {"type": "custom_tool_call", "name": "apply_patch", "input": text, "call_id": id, "status": "completed"}


def done(id: str) -> dict[str, object]:
    return {"type": "custom_tool_call_output", "call_id": id, "output": "Success."}


@pytest.mark.parametrize(
    ("command", "packages"),
    [
        ("pip install requests==2.1 'rich>=13' -r more.txt", ["requests", "rich"]),
        ("cd app && npm install --save-dev @types/node@20 vite", ["@types/node", "vite"]),
        ("sudo uv pip install fastapi[all]", ["fastapi"]),
        ("python -m pip install -e . pytest 2>&1 | tail", ["pytest"]),
        ("npm install", []),
        ("npm install ./local git+https://x/y.git $NAME", []),
        ("cargo add serde --features derive", ["serde"]),
        ("go get github.com/garden/roses@v1.2.3", ["github.com/garden/roses"]),
        ("echo 'pip install nothing", []),
        ("apt install tree", []),
    ],
)
def test_packages_that_a_command_installs(command: str, packages: list[str]) -> None:
    assert list(installed(command)) == packages


MANIFESTS = {
    "package.json": ('{"dependencies": {"zod": "^3"}, "devDependencies": {"vite": "5"}}', ["vite", "zod"]),
    "pyproject.toml": ('[project]\ndependencies = ["click>=8", "msgspec"]', ["click", "msgspec"]),
    "Cargo.toml": ('[dependencies]\nserde = "1"\n[dev-dependencies]\nproptest = "1"', ["proptest", "serde"]),
    "requirements-dev.txt": ("pytest>=8  # tests\n-r other.txt\nruff\n", ["pytest", "ruff"]),
    "go.mod": ("module x\nrequire (\n\tgithub.com/a/b v1.0.0\n)", ["github.com/a/b"]),
    "Gemfile": ("source 'x'\ngem 'rails', '~> 7'\n", ["rails"]),
    "mix.exs": ('defp deps do\n  [\n    {:oban, "~> 2.1"},\n    # {:gone, "~> 1.0"}\n  ]\nend', ["oban"]),
}


@pytest.mark.parametrize(("name", "manifest"), MANIFESTS.items(), ids=MANIFESTS)
def test_packages_of_a_manifest_that_was_read_or_written(name: str, manifest: tuple[str, list[str]]) -> None:
    text, packages = manifest
    size = text.count("\n") + 1
    file = {"filePath": f"/srv/{name}", "content": text, "numLines": size, "startLine": 1, "totalLines": size}
    read = Session().user("Hi").call("c", "Read", file_path=f"/srv/{name}").result("c", "1 x", detail={"file": file})
    wrote = Session().user("Hi").call("c", "Write", file_path=f"/srv/{name}", content=text).result("c", "ok")
    shown = derived_codex(
        asked("Hi"), called("c", "exec_command", cmd=f"cat {name}"), returned("c", f"Output:\n{text}")
    )
    for trace in (read.trace(), wrote.trace(), shown):
        assert said(trace)["dependencies"] == packages


def test_a_manifest_read_in_part_or_written_in_vain_names_nothing() -> None:
    file = {
        "filePath": "/srv/package.json",
        "content": '{"dependencies": {"zod": "1"}}',
        "numLines": 1,
        "totalLines": 9,
    }
    part = Session().user("Hi").call("c", "Read", file_path="/srv/package.json").result("c", "x", detail={"file": file})
    vain = Session().user("Hi").call("c", "Bash", command="npm install zod").result("c", "Exit code 1\nno", error=True)
    assert [said(each.trace()).get("dependencies") for each in (part, vain)] == [None, None]


PARTS = {
    "package.json": (
        '  "dependencies": {\n    "zod": "^3",\n    "vite": "5"\n  },\n  "name": "roses"',
        ["vite", "zod"],
    ),
    "pyproject.toml": ('dependencies = [\n    "click>=8",\n    "msgspec",\n]\nversion = "1"', ["click", "msgspec"]),
    "Cargo.toml": ('[dependencies]\nserde = "1"\n[package]\nname = "roses"', ["serde"]),
    "composer.json": ('"require": {\n  "php": "8",\n  "garden/rose": "1"\n}', ["garden/rose"]),
    "requirements.txt": ("ruff\npytest>=8", ["pytest", "ruff"]),
    "go.mod": ("\tgithub.com/a/b v1.0.0", ["github.com/a/b"]),
    "mix.exs": ('    {:oban, "~> 2.1"},', ["oban"]),
}


@pytest.mark.parametrize(("name", "part"), PARTS.items(), ids=PARTS)
def test_packages_of_the_lines_that_an_edit_of_a_manifest_shows(name: str, part: tuple[str, list[str]]) -> None:
    text, packages = part
    path, lines = f"/srv/{name}", text.split("\n")
    shown = [f" {lines[0]}", "-gone 1", *(f"+{line}" for line in lines[1:])]
    hunk = {"oldStart": 4, "oldLines": 1, "newStart": 4, "newLines": 2, "lines": shown}
    detail = {"filePath": path, "oldString": "gone", "newString": text, "originalFile": None, "structuredPatch": [hunk]}
    edited = Session().user("Hi").call("c", "Edit", file_path=path, old_string="gone", new_string=text)
    patch = f"*** Begin Patch\n*** Update File: {name}\n@@\n-gone 1\n"
    patch += "".join(f"+{line}\n" for line in lines) + "*** End Patch"
    patched = derived_codex(asked("Hi"), called("c", "apply_patch", input=patch), returned("c", "Success."))
    for trace in (edited.result("c", "ok", detail=detail).trace(), patched):
        assert said(trace)["dependencies"] == packages


def test_an_edit_of_a_manifest_that_the_log_holds_whole_is_read_as_the_file_became() -> None:
    path, before = "/srv/package.json", '{"dependencies": {\n  "zod": "3",\n  "gone": "1"\n}}'
    given = {"old_string": '"gone": "1"', "new_string": '"vite": "5"'}
    detail = {"filePath": path, "originalFile": before, "structuredPatch": [], "oldString": "", "newString": ""}
    session = Session().user("Hi").call("c", "Edit", file_path=path, **given).result("c", "ok", detail=detail)
    assert said(session.trace())["dependencies"] == ["vite", "zod"]


@pytest.mark.parametrize(
    ("name", "line"),
    [("package.json", '"test": "vitest"'), ("Cargo.toml", 'name = "roses"'), ("pyproject.toml", '"garden"')],
)
def test_a_line_of_a_manifest_without_the_heading_of_its_section_proves_nothing(name: str, line: str) -> None:
    session = Session().user("Hi").call("c", "Edit", file_path=f"/srv/{name}", old_string="x", new_string=line)
    assert "dependencies" not in said(session.result("c", "ok").trace())


@pytest.mark.parametrize(
    ("remote", "url"),
    [
        ("https://user:secret@github.com/garden/roses.git", "https://github.com/garden/roses"),
        ("git@github.com:garden/roses.git", "https://github.com/garden/roses"),
        ("ssh://git@GitLab.com:22/a/b/c.git", "https://gitlab.com/a/b/c"),
        ("/srv/roses.git", None),
        ("redacted://url/1", None),
        ("", None),
    ],
)
def test_a_remote_in_its_canonical_form(remote: str, url: str | None) -> None:
    assert canonical(remote) == url


def test_the_repository_is_what_git_remote_printed() -> None:
    listed = "origin\thttps://x:token@github.com/garden/roses.git (fetch)\norigin\tother (push)\n"
    trace = Session().user("Hi").call("c", "Bash", command="git remote -v").result("c", listed).trace()
    assert said(trace)["repository"] == {
        "repository_url": "https://github.com/garden/roses",
        "repository": "garden/roses",
    }


def test_the_task_is_left_to_whoever_has_said_it_and_else_is_the_first_prompt() -> None:
    session = Session().user("<command-name>/clear</command-name>").user("Water the roses").say("Done.")
    known = said(claude(session.records))
    assert (known["task"], known["task_source"]) == ("Water the roses", "user_prompt")
    trace = session.trace()
    assert said(trace)["task"] == "Water the roses"
    assert [note.key for note in registry.passes["enrich"].run(trace, lambda _: None).notes].count("task") == 1


@pytest.mark.parametrize(
    ("cwd", "system"),
    [(r"C:\work\roses", "windows"), ("d:/roses", "windows"), ("/Users/rose", None), ("/home/rose", None)],
)
def test_a_working_directory_on_a_drive_is_windows_and_other_paths_prove_nothing(cwd: str, system: str | None) -> None:
    for trace in (Session().user("Hi", cwd=cwd).trace(), derived_codex(asked("Hi"), meta={"id": "t", "cwd": cwd})):
        assert said(trace).get("environment", {}).get("os") == system


@pytest.mark.parametrize(
    ("instructions", "system"),
    [
        ("<env>\nWorking directory: /srv\nPlatform: darwin\nOS Version: 24\n</env>", "darwin"),
        ("# Environment\n - Platform: win32\n", "windows"),
        ("Say on which Platform: linux or another you are.", None),
    ],
)
def test_the_platform_that_the_instructions_name_is_the_system(instructions: str, system: str | None) -> None:
    meta: dict[str, object] = {"id": "t", "cwd": "/srv", "base_instructions": {"text": instructions}}
    trace = derived_codex(asked("Hi"), meta=meta)
    assert said(trace).get("environment", {}).get("os") == system
