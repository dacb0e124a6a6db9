"""Installing adds Steno's part to an agent's configuration and nothing else; removing gives the same bytes back."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.agents.claude_code import hooks as claude_code
from steno.agents.codex import hooks as codex
from steno.base.files import Unreadable
from steno.hookfiles.hooks_json import HooksFile
from steno.hookfiles.target import PROGRAM, Refused, Setting, cut, inserted
from steno.record.hooks import change
from steno.record.hooks.status import State, Status, status
from tests.given.hooked import change_all

COMMAND = f"/usr/bin/python -I -S {PROGRAM} claude-code /data"
OTHER: dict[str, Any] = {"matcher": "Bash", "hooks": [{"type": "command", "command": "audit.sh"}]}


def setting(tmp_path: Path, python: str = "/usr/bin/env") -> Setting:
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    return Setting({}, home, tmp_path, python, tmp_path / "hooks")


SETTINGS = {
    "empty": b"{}",
    "empty lines": b"\n{\n\n}\n",
    "indented": b'{\n  "model": "opus",\n  "env": {"A": "1"}\n}\n',
    "tabs and CRLF": b'{\r\n\t"model": "opus"\r\n}\r\n',
    "compact": b'{"model":"opus"}',
    "no hooks": b'{"hooks": {}, "model": "opus"}',
    "an empty event": b'{"hooks": {"PreToolUse": [ ], "Stop": []}}',
    "others": json.dumps({"hooks": {"PreToolUse": [OTHER], "Stop": [OTHER, OTHER]}, "z": 1}, indent=4).encode(),
    "a key in escapes": b'{"\\u0068ooks": {"\\u0053top": []}}',
    "an event we do not know": b'{"hooks": {"Teleported": [{"hooks": []}]}}',
    "odd values": b'{"a": 1.50, "b": [], "c": {}, "d": "\\"]}\\\\", "hooks": {"Stop": [{"x": ["]"]}]}}',
}


@pytest.mark.parametrize("before", SETTINGS.values(), ids=SETTINGS.keys())
def test_claude_code_has_the_hooks_beside_what_was_there_and_gives_the_bytes_back(
    tmp_path: Path, before: bytes
) -> None:
    where = setting(tmp_path)
    path = where.home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_bytes(before)
    change_all("install", "claude-code", where)
    old, new = json.loads(before), json.loads(path.read_bytes())
    ours = {"hooks": [{"type": "command", "command": where.command("claude-code"), "timeout": 10}]}
    events = old.get("hooks", {})
    expected = events | {event: [*events.get(event, []), ours] for event in claude_code.EVENTS}
    assert new == old | {"hooks": expected}
    assert change_all("install", "claude-code", where) == []
    change_all("remove", "claude-code", where)
    assert path.read_bytes() == before
    assert change_all("remove", "claude-code", where) == []
    assert list((where.folder / "receipts").iterdir()) == []


def test_a_file_that_was_not_there_is_gone_again(tmp_path: Path) -> None:
    where = setting(tmp_path)
    path = where.home / ".claude" / "settings.json"
    change_all("install", "claude-code", where)
    assert oct(path.stat().st_mode & 0o777) == "0o600"
    change_all("remove", "claude-code", where)
    assert not path.exists()


def test_what_others_changed_meanwhile_stays(tmp_path: Path) -> None:
    where = setting(tmp_path)
    path = where.home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text('{"hooks": {"Stop": []}}')
    change_all("install", "claude-code", where)
    value = json.loads(path.read_bytes())
    value["model"] = "opus"
    value["hooks"]["Stop"].append(OTHER)
    path.write_text(json.dumps(value, indent=1))
    change_all("remove", "claude-code", where)
    assert json.loads(path.read_bytes()) == {"hooks": {"Stop": [OTHER]}, "model": "opus"}


def test_without_a_receipt_our_part_is_found_all_the_same(tmp_path: Path) -> None:
    where = setting(tmp_path)
    path = where.home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_bytes(SETTINGS["others"])
    change_all("install", "claude-code", where)
    for receipt in (where.folder / "receipts").iterdir():
        receipt.write_bytes(b"{")
    change_all("remove", "claude-code", where)
    assert path.read_bytes() == SETTINGS["others"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{,}", '{"a":1,"a":2}', '{"hooks":[]}', '{"hooks":null}', '{"hooks":{"Stop":{}}}', "// no\n{}"],
)
def test_settings_that_cannot_be_understood_are_left_alone(tmp_path: Path, text: str) -> None:
    where = setting(tmp_path)
    path = where.home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(Refused, match="nothing was written"):
        change_all("install", "claude-code", where)
    assert path.read_text() == text


def test_a_group_that_others_share_with_us_is_left_to_them(tmp_path: Path) -> None:
    where = setting(tmp_path)
    path = where.home / ".claude" / "settings.json"
    path.parent.mkdir()
    ours = {"type": "command", "command": where.command("claude-code")}
    path.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [ours, OTHER["hooks"][0]]}]}}))
    before = path.read_bytes()
    with pytest.raises(Refused, match="by hand"):
        change_all("remove", "claude-code", where)
    assert path.read_bytes() == before


def test_a_link_stays_a_link_and_the_file_keeps_its_mode(tmp_path: Path) -> None:
    where = setting(tmp_path)
    real, link = tmp_path / "dotfiles.json", where.home / ".claude" / "settings.json"
    link.parent.mkdir()
    real.write_text("{}")
    real.chmod(0o664)
    link.symlink_to(real)
    change_all("install", "claude-code", where)
    assert link.is_symlink()
    assert oct(real.stat().st_mode & 0o777) == "0o664"
    assert "hooks" in json.loads(real.read_bytes())
    change_all("remove", "claude-code", where)
    assert real.read_text() == "{}"


def test_a_pipe_in_the_place_of_settings_is_not_waited_for(tmp_path: Path) -> None:
    where = setting(tmp_path)
    path = where.home / ".claude" / "settings.json"
    path.parent.mkdir()
    os.mkfifo(path)
    with pytest.raises(Unreadable, match="not a regular file"):
        change_all("install", "claude-code", where)


def test_a_file_that_changes_while_we_look_is_not_written(tmp_path: Path) -> None:
    where = setting(tmp_path)
    (target,) = claude_code.targets(where, "user")
    planned = change.install(target, tmp_path / "receipts")
    target.path.parent.mkdir()
    target.path.write_text('{"by": "the agent"}')
    with pytest.raises(Refused, match="try again"):
        change.apply(planned, tmp_path / "receipts")
    assert target.path.read_text() == '{"by": "the agent"}'


def test_an_older_installation_is_replaced_and_still_given_back(tmp_path: Path) -> None:
    path = tmp_path / "home" / ".claude" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(SETTINGS["others"])
    change_all("install", "claude-code", setting(tmp_path, "/usr/bin/python3"))
    change_all("install", "claude-code", setting(tmp_path, "/usr/bin/env"))
    assert path.read_text().count("/usr/bin/env") == len(claude_code.EVENTS)
    assert "/usr/bin/python3" not in path.read_text()
    change_all("remove", "claude-code", setting(tmp_path, "/usr/bin/env"))
    assert path.read_bytes() == SETTINGS["others"]


def test_status_tells_installed_outdated_broken_and_absent(tmp_path: Path) -> None:
    where = setting(tmp_path)
    path = where.home / ".claude" / "settings.json"
    assert status("claude-code", "user", where) == Status("claude-code", "user", State.ABSENT, (path,))
    change_all("install", "claude-code", where)
    commands = (where.command("claude-code"),)
    assert status("claude-code", "user", where) == Status("claude-code", "user", State.INSTALLED, (path,), commands)
    other = setting(tmp_path, "/bin/sh")
    assert status("claude-code", "user", other).state is State.OUTDATED
    path.write_text(path.read_text().replace(str(PROGRAM), "/gone/steno/record/hooks/program.py"))
    assert status("claude-code", "user", where).state is State.BROKEN


def test_an_event_that_is_missing_makes_it_outdated(tmp_path: Path) -> None:
    where = setting(tmp_path)
    change_all("install", "claude-code", where)
    path = where.home / ".claude" / "settings.json"
    value = json.loads(path.read_bytes())
    del value["hooks"]["Stop"]
    path.write_text(json.dumps(value))
    assert status("claude-code", "user", where).state is State.OUTDATED


@pytest.mark.parametrize(("scope", "name"), [("project", "settings.json"), ("local", "settings.local.json")])
def test_a_project_has_its_own_settings(tmp_path: Path, scope: str, name: str) -> None:
    change_all("install", "claude-code", setting(tmp_path), scope)
    assert "hooks" in json.loads((tmp_path / ".claude" / name).read_bytes())


def test_the_agents_own_variable_says_where_its_settings_are(tmp_path: Path) -> None:
    where = setting(tmp_path)._replace(
        environ={"CLAUDE_CONFIG_DIR": str(tmp_path / "cc"), "CODEX_HOME": str(tmp_path / "cx")}
    )
    assert [each.path for each in claude_code.targets(where, "user")] == [tmp_path / "cc" / "settings.json"]
    assert [each.path for each in codex.targets(where, "user")] == [tmp_path / "cx" / "config.toml"]


# Any JSON


_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_groups = st.lists(st.just(OTHER) | st.fixed_dictionaries({"hooks": st.lists(_values, max_size=2)}), max_size=2)
_hooks = st.dictionaries(st.sampled_from(["Stop", "PreToolUse", "SessionEnd", "Mine"]), _groups, max_size=3)


@given(
    st.dictionaries(st.text(max_size=5), _values, max_size=4),
    st.none() | _hooks,
    st.sampled_from([None, 0, 2, "\t"]),
    st.booleans(),
)
def test_any_settings_get_our_part_and_lose_it_again(
    value: dict[str, Any], hooks: dict[str, Any] | None, indent: int | str | None, ascii_only: bool
) -> None:
    value = {key: each for key, each in value.items() if key != "hooks"} | ({} if hooks is None else {"hooks": hooks})
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    target = HooksFile(Path("settings.json"), COMMAND, ("SessionStart", "PreToolUse", "Stop"))
    after = inserted(text, target.inserts(text))
    assert target.found(after) == target.expected()
    target.verify(text, after)
    without = cut(after, target.cuts(after))
    assert target.found(without) == {}
    target.verify(text, without)


# Codex


CONFIGS = {
    "none": None,
    "empty": b"",
    "comments": b'# mine\nmodel = "gpt-5"  # the best\n\n[projects."/srv/garden"]\ntrust_level = "trusted"\n',
    "no last line end": b'model = "gpt-5"\n[tui]\nnotifications = true',
    "CRLF": b'model = "gpt-5"\r\n[tui]\r\nx = 1\r\n',
    "others' hooks": b'[[hooks.PreToolUse]]\nmatcher = "^Bash$"\n\n[[hooks.PreToolUse.hooks]]\ntype = "command"\n'
    b"command = 'check'\n\n[hooks.state.'/c:pre_tool_use:0:0']\ntrusted_hash = \"sha256:0\"\n",
    "others' notify": b'notify = ["notify-send", "Codex"]\n',
}


@pytest.mark.parametrize("before", CONFIGS.values(), ids=CONFIGS.keys())
def test_codex_has_the_hooks_beside_what_was_there_and_gives_the_bytes_back(
    tmp_path: Path, before: bytes | None
) -> None:
    where = setting(tmp_path)
    path = where.home / ".codex" / "config.toml"
    path.parent.mkdir()
    if before is not None:
        path.write_bytes(before)
    change_all("install", "codex", where)
    old, new = tomllib.loads((before or b"").decode()), tomllib.loads(path.read_bytes().decode())
    ours = {"hooks": [{"type": "command", "command": where.command("codex"), "timeout": 10}]}
    events = old.get("hooks", {})
    expected = events | {event: [*events.get(event, []), ours] for event in codex.EVENTS}
    assert new == {"notify": where.words("codex")} | old | {"hooks": expected}
    assert status("codex", "user", where).state is State.INSTALLED
    assert change_all("install", "codex", where) == []
    change_all("remove", "codex", where)
    assert (path.read_bytes() if path.exists() else None) == before


def test_what_codex_wrote_meanwhile_stays(tmp_path: Path) -> None:
    where = setting(tmp_path)
    path = where.home / ".codex" / "config.toml"
    path.parent.mkdir()
    path.write_bytes(CONFIGS["comments"] or b"")
    change_all("install", "codex", where)
    trust = "\n[hooks.state.'/c:stop:0:0']\ntrusted_hash = \"sha256:0\"\n"
    marker = "[[hooks.PostToolUse]]\n"
    path.write_text(path.read_text().replace(marker, f'{trust}[mcp_servers.x]\ncommand = "x"\n{marker}'))
    change_all("remove", "codex", where)
    assert path.read_text().startswith("# mine\nmodel")
    assert tomllib.loads(path.read_text()) == tomllib.loads((CONFIGS["comments"] or b"").decode()) | {
        "hooks": {"state": {"/c:stop:0:0": {"trusted_hash": "sha256:0"}}},
        "mcp_servers": {"x": {"command": "x"}},
    }


def test_codex_with_a_file_of_hooks_gets_them_there(tmp_path: Path) -> None:
    where = setting(tmp_path)
    folder = where.home / ".codex"
    folder.mkdir()
    (folder / "hooks.json").write_text('{"hooks": {}}')
    change_all("install", "codex", where)
    assert set(json.loads((folder / "hooks.json").read_bytes())["hooks"]) == set(codex.EVENTS)
    assert tomllib.loads((folder / "config.toml").read_text()) == {"notify": where.words("codex")}
    assert status("codex", "user", where).state is State.INSTALLED
    change_all("remove", "codex", where)
    assert (folder / "hooks.json").read_text() == '{"hooks": {}}'
    assert not (folder / "config.toml").exists()


def test_a_project_of_codex_gets_no_notify(tmp_path: Path) -> None:
    change_all("install", "codex", setting(tmp_path), "project")
    assert list(tomllib.loads((tmp_path / ".codex" / "config.toml").read_text())) == ["hooks"]


@pytest.mark.parametrize(
    "text", ["= 1", 'hooks = {Stop = []}\nmodel = "x"\n', "hooks.Stop = [{hooks = []}]\n", "[hooks]\nStop = []\n"]
)
def test_a_configuration_that_has_no_room_for_us_is_left_alone(tmp_path: Path, text: str) -> None:
    where = setting(tmp_path)
    path = where.home / ".codex" / "config.toml"
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(Refused, match="not valid TOML"):
        change_all("install", "codex", where)
    assert path.read_text() == text
