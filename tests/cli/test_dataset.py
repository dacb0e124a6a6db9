"""`steno dataset`: from a folder of sessions to one that is published, and what each word says on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.given.datasets import given, sessions
from tests.given.machine import Ended
from tests.given.machine import steno as run
from tests.given.secrets import TOKEN


def steno(folder: Path, *args: str) -> Ended:
    return run("dataset", *args, home=folder)


def test_the_whole_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions(tmp_path / "sessions", 4)
    monkeypatch.chdir(tmp_path)
    ended = steno(tmp_path, "init", "--name", "garden", "--projection", "chat", "sessions")
    assert (ended.code, ended.err) == (0, "wrote dataset.toml; `steno dataset build` makes the dataset\n")
    ended = steno(tmp_path, "check")
    assert (ended.code, ended.out) == (0, "the file and its policy are sound; nothing is built yet\n")
    ended = steno(tmp_path, "build", "--jobs", "1")
    assert ended.code == 0
    assert ended.err.startswith("built 4 rows of chat from 4 sessions\n")
    ended = steno(tmp_path, "show")
    assert (ended.code, ended.out.splitlines()[0]) == (0, "garden 1  chat, redacted at pii")
    ended = steno(tmp_path, "check")
    assert (ended.code, ended.out.splitlines()[1:]) == (1, ["needs_review: 4 rows", "it may not be published"])
    assert steno(tmp_path, "push", "out").code == 1
    ended = steno(tmp_path, "check", "--approve", "*", "--reason", "read them")
    assert (ended.code, ended.out) == (0, "publishable: 4 rows\nit may be published\n")
    assert steno(tmp_path, "push", "out", "--dry-run").out.startswith("would send ")
    assert not (tmp_path / "out").exists()
    assert steno(tmp_path, "push", "out").out.startswith("sent ")
    ended = steno(tmp_path, "diff", ".", "out")
    assert (ended.code, ended.out) == (0, "the same 4 rows, made in the same way\n")


def test_a_session_that_cannot_be_read_is_exit_4_and_named_beside(tmp_path: Path) -> None:
    given(tmp_path, count=2)
    (tmp_path / "sessions" / f"{TOKEN}.jsonl").write_bytes(b"\0\0\0")
    ended = steno(tmp_path, "build", str(tmp_path), "--jobs", "1", "--json")
    assert ended.code == 4
    assert ended.json()[0]["quarantined"] == {"sessions": 1, "rows": 0}
    assert "quarantined, with the reasons: " in ended.err
    assert TOKEN not in ended.out + ended.err


def test_two_datasets_that_differ_are_exit_1_and_say_in_what(tmp_path: Path) -> None:
    given(tmp_path / "one", count=3)
    given(tmp_path / "two", "tool-calls", count=2)
    for name in ("one", "two"):
        assert steno(tmp_path, "build", str(tmp_path / name), "--jobs", "1").code == 0
    ended = steno(tmp_path, "diff", str(tmp_path / "one"), str(tmp_path / "two"), "--json")
    (found,) = ended.json()
    assert (ended.code, found["is_same"], len(found["added"]), len(found["removed"])) == (1, False, 2, 3)
    assert found["settings"]["projection"] == ['"chat"', '"tool-calls"']
    assert found["sessions_removed"] == ["s2"]


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["build"], 2, "no key named 'workflow.projektion'; did you mean 'projection'?"),
        (["check", "--dry-run"], 2, "--dry-run and --public go with push alone"),
        (["build", "--approve", "x"], 2, "--approve and --reject go with check alone"),
        (["show", "--cluster", "tcp://x"], 2, "--cluster goes with build alone"),
        (["diff", "x"], 2, "diff needs two datasets"),
        (["show", "nowhere"], 3, "no such file or directory"),
        (["bild"], 2, "'bild' is not one of"),
    ],
)
def test_a_mistake_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], code: int, said: str
) -> None:
    given(tmp_path, count=1)
    config = tmp_path / "dataset.toml"
    config.write_text(config.read_text().replace("projection =", "projektion ="))
    monkeypatch.chdir(tmp_path)
    ended = steno(tmp_path, *args)
    assert (ended.code, said in ended.err) == (code, True)


def test_a_policy_that_breaks_a_rule_is_listed_and_nothing_is_built(tmp_path: Path) -> None:
    given(tmp_path, count=1, security='required_tools = ["regex", "trufflehog"]\ndisallowed_tools = ["regex"]')
    ended = steno(tmp_path, "check", str(tmp_path))
    assert ended.code == 1
    assert [line.split(" ")[1] for line in ended.out.splitlines()] == ["OTR501", "OTR506", "SEC910"]
    ended = steno(tmp_path, "build", str(tmp_path), "--jobs", "1")
    assert (ended.code, (tmp_path / "build").exists()) == (2, False)


@pytest.mark.parametrize("verb", ["build", "check", "show", "diff", "push"])
@pytest.mark.parametrize(
    ("name", "content", "code", "said"),
    [
        ("s.jsonl", b'{"type": "user"}\n', 2, "s.jsonl is no dataset.toml: not TOML: "),
        ("a.parquet", b"PAR1\0\xff", 2, "a.parquet is no dataset.toml: byte 5 is not UTF-8"),
        ("empty.toml", b"", 2, "empty.toml is no dataset.toml: it has no name and no sources; it says nothing"),
        (
            "pyproject.toml", b"[project]\nversion = '1'\n[tool]\n", 2,
            "pyproject.toml is no dataset.toml: it has no name and no sources; it has project, tool",
        ),
        ("dataset.toml", b"name = 'garden'\n", 2, "dataset.toml: no [[sources]]"),
        ("dataset.toml", b"[[sources]]\npaths = ['s']\n", 2, "dataset.toml: no `name`"),
        ("dataset.toml", b"name = garden\n", 2, "dataset.toml: not TOML: "),
        ("folder/notes.md", b"Dear diary", 3, "folder: "),
        ("folder/notes.md", b"Dear diary", 3, " in this folder"),
    ],
)  # fmt: skip
def test_what_is_no_dataset_is_named_as_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str, name: str, content: bytes, code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_bytes(content)
    word = name.partition("/")[0]
    ended = steno(tmp_path, verb, word, *{"diff": [word], "push": ["out"]}.get(verb, []))
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err


def test_show_takes_a_manifest_and_says_where_nothing_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(given(tmp_path, count=1))
    ended = steno(tmp_path, "show")
    assert (ended.code, "nothing is built yet; `steno dataset build` does it" in ended.err) == (2, True)
    assert steno(tmp_path, "build", "--jobs", "1").code == 0
    shown = {steno(tmp_path, "show", word).out for word in (".", "dataset.toml", "build", "build/manifest.json")}
    assert len(shown) == 1
