"""What Steno reads back and believes is this user's own, and outputs do not go where another user leads them."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

import steno
from steno.base import trusted
from steno.base.files import Elsewhere, resolved, written
from steno.contracts import UsageError
from steno.detect import Level, cache, compiled, finders
from steno.detect.rule import fake
from steno.diagnostics import Diagnostic
from steno.formats.forsy.folder import appearing
from steno.notes import sidecar
from steno.record import target
from steno.record.error import RecordError
from steno.record.hooks import change
from steno.vcs import memory, remembered, states, steps
from steno.vcs.packed import pack

STRANGER = 1234
TOKEN = "ghp_" + fake(36)
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files to another user")


class Kept(NamedTuple):
    """A file that Steno reads back: how it is made, and whether what it holds is believed."""

    path: Path
    believed: Callable[[], bool]


def _finder(top: Path) -> Kept:
    cache.save("kept", b"data", [])
    (path,) = (top / "cache/steno/finders").glob("kept.*")
    return Kept(path, lambda: cache.load("kept") is not None)


def _memory(top: Path) -> Kept:
    path = top / "steno/links/x.bin"
    memory.store(memory.Memory(newest="x"), path)
    return Kept(path, lambda: memory.load(path).newest == "x")


def _remembered(top: Path) -> Kept:
    path = top / "steno/links/x.bin"
    memory.store(memory.Memory(newest="x"), path)
    return Kept(path, lambda: remembered.load(path) is not None)


def _steps(top: Path) -> Kept:
    path = top / "steno/links/x.steps"
    trusted.write(path, pack(steps._File(steps._VERSION, {"s": steps.Kept(1, 1, {})})))
    return Kept(path, lambda: bool(steps.Steps(path, {}, lambda _: {})._known))


def _receipt(top: Path) -> Kept:
    receipts, target = top / "steno/receipts", top / "settings.json"
    path = change._receipt_path(change._real(target), receipts)
    trusted.write(path, msgspec.json.encode(change.Receipt(str(target), True, "", "", ())), folders=1)
    return Kept(path, lambda: change.receipt_of(target, receipts) is not None)


def _hook_log(top: Path) -> Kept:
    path = top / "hooks/claude-code/id.jsonl"
    trusted.write(path, b"{}\n")
    trace = steno.Trace(header=steno.Header(agent="claude-code", ids={"session": ("id",)}), events=())
    return Kept(path, lambda: bool(list(states._logs(trace, top / "hooks"))))


def _notes(top: Path) -> Kept:
    trace = top / "trace.json"
    trace.write_bytes(b"{}")
    trace.chmod(0o644)
    path = trace.with_name(trace.name + sidecar.SUFFIX)
    entry = sidecar.Entry(version=1, id="n", author="human:Mara", time="2026-01-01T00:00:00Z", key="k", value=1)
    sidecar.append(path, [entry])
    found: list[Diagnostic] = []
    return Kept(path, lambda: bool(sidecar.read(path, found.append)))


PLACES = (_finder, _memory, _remembered, _steps, _receipt, _hook_log, _notes)
IN_OWN_FOLDERS = (_finder, _memory, _remembered, _steps, _receipt)


@pytest.fixture(autouse=True)
def _cached_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def _believed(kept: Kept) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", trusted.NotBelieved)
        return kept.believed()


@pytest.mark.parametrize("place", PLACES)
def test_what_we_kept_ourselves_is_believed(tmp_path: Path, place: Callable[[Path], Kept]) -> None:
    assert place(tmp_path).believed()


@as_root
@pytest.mark.parametrize("place", PLACES)
def test_a_file_of_another_user_is_not_believed(tmp_path: Path, place: Callable[[Path], Kept]) -> None:
    kept = place(tmp_path)
    os.chown(kept.path, STRANGER, STRANGER)
    assert not _believed(kept)


@pytest.mark.parametrize("place", PLACES)
def test_a_file_that_others_may_write_is_not_believed(tmp_path: Path, place: Callable[[Path], Kept]) -> None:
    kept = place(tmp_path)
    kept.path.chmod(0o666)
    assert not _believed(kept)


@pytest.mark.parametrize("place", PLACES)
def test_a_link_is_not_followed_to_what_is_believed(tmp_path: Path, place: Callable[[Path], Kept]) -> None:
    kept = place(tmp_path)
    kept.path.rename(tmp_path / "elsewhere")
    kept.path.symlink_to(tmp_path / "elsewhere")
    assert not _believed(kept)


@pytest.mark.parametrize("place", IN_OWN_FOLDERS)
def test_a_folder_that_is_a_link_is_not_followed(tmp_path: Path, place: Callable[[Path], Kept]) -> None:
    kept = place(tmp_path)
    folder = kept.path.parent
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert not _believed(kept)


@as_root
@pytest.mark.parametrize("place", IN_OWN_FOLDERS)
def test_a_folder_of_another_user_is_not_believed(tmp_path: Path, place: Callable[[Path], Kept]) -> None:
    kept = place(tmp_path)
    for folder in (kept.path.parent, kept.path.parent.parent):
        os.chown(folder, STRANGER, STRANGER)
        assert not _believed(kept)
        os.chown(folder, 0, 0)
    assert kept.believed()


@pytest.mark.parametrize("place", IN_OWN_FOLDERS)
def test_a_folder_that_others_may_write_is_not_believed(tmp_path: Path, place: Callable[[Path], Kept]) -> None:
    kept = place(tmp_path)
    kept.path.parent.chmod(0o777)
    assert not _believed(kept)


def test_a_refusal_says_what_is_wrong_and_what_to_do(tmp_path: Path) -> None:
    kept = _memory(tmp_path)
    kept.path.chmod(0o666)
    with pytest.warns(trusted.NotBelieved) as said:
        kept.believed()
    why = "it is writable by other users (mode 0666); remove it"
    assert [str(each.message) for each in said] == [f"{kept.path} is not used: {why}"]


def test_a_folder_is_named_once_however_much_lies_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "steno/links"
    for name in ("a", "b"):
        trusted.write(folder / name, b"data")
    folder.chmod(0o777)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("default")
        assert [trusted.read(folder / name) for name in ("a", "b")] == [None, None]
    why = "it is writable by other users (mode 0777); set XDG_CACHE_HOME and XDG_DATA_HOME to use other folders"
    assert [str(each.message) for each in said] == [f"Steno does not use what it keeps in {folder}: {why}"]


def test_folders_of_ours_that_a_umask_left_open_are_closed_before_anything_is_kept_there(tmp_path: Path) -> None:
    folder = tmp_path / "steno/links"
    folder.mkdir(parents=True)
    folder.chmod(0o775)
    folder.parent.chmod(0o777)
    trusted.write(folder / "x", b"data")
    assert trusted.content(folder / "x") == b"data"
    assert [each.stat().st_mode & 0o022 for each in (folder, folder.parent)] == [0, 0]


@as_root
def test_nothing_is_kept_in_a_folder_of_another_user(tmp_path: Path) -> None:
    folder = tmp_path / "steno/links"
    folder.mkdir(parents=True)
    os.chown(folder.parent, STRANGER, STRANGER)
    with pytest.raises(trusted.NotOurs, match=f"uid {STRANGER}"):
        trusted.write(folder / "x", b"data")
    assert not list(folder.iterdir())


@as_root
def test_notes_of_the_owner_of_the_trace_are_read_and_those_of_a_third_are_named(tmp_path: Path) -> None:
    kept = _notes(tmp_path)
    os.chown(tmp_path / "trace.json", STRANGER, STRANGER)
    os.chown(kept.path, STRANGER, STRANGER)
    assert kept.believed()
    os.chown(kept.path, STRANGER + 1, STRANGER + 1)
    found: list[Diagnostic] = []
    assert sidecar.read(kept.path, found.append) == []
    assert [str(each) for each in found] == [
        f"{kept.path}: SRC208 the file of notes was not read: it belongs to another user (uid {STRANGER + 1})"
    ]


@as_root
def test_a_planted_finder_does_not_switch_redaction_off(tmp_path: Path) -> None:
    """With the very name, a fitting digest, and no detector that is tried."""
    finders.finder.__wrapped__(Level.SECRETS)
    (path,) = (tmp_path / "cache/steno/finders").glob("shaped-secrets.*")
    data = cache.load("shaped-secrets")
    assert data is not None
    known = msgspec.msgpack.decode(data.table, type=compiled.Compiled)
    words = len(compiled._row(known.tried))
    known.several, known.tried, known.blocks = [[]], compiled._packed([len(known.rules)] * words), {}
    cache.save("shaped-secrets", msgspec.msgpack.encode(known), data.databases)
    path.chmod(0o666)
    os.chown(path, STRANGER, STRANGER)
    (tmp_path / "text").write_text(f"token: {TOKEN}\n")
    command = [sys.executable, "-c", "from steno.cli import main; import sys; sys.exit(main())", "scan", "text"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.count("is not used: ") == 1
    assert f"steno: {path} is not used: it belongs to another user (uid {STRANGER}); remove it\n" in ended.stderr


READS = {
    "read_bytes": {
        "prices/__init__.py": "Steno's own table",
        "api/skill.py": "the skills of this package",
        "web/files.py": "the page of this package",
        "record/hooks/change.py": "an agent's settings, which are shown and changed, not believed",
        "store/objects.py": "pieces that are named by their hash, which is checked",
        "vcs/states.py": "contents that are named by their hash, which is checked",
    },
    "read_text": {
        "listing/elsewhere.py": "Steno's own table",
        "web/bundled.py": "the page of this package",
        "web/single.py": "the page of this package",
        "api/token.py": "a token that the user names, whose mode is looked at",
        "detect/vectorscan.py": "what the system says of its processor",
        "vcs/git.py": "a list of git's own",
    },
    "open": {
        "base/files.py": "inputs, by descriptor",
        "base/trusted.py": "the one that asks whose it is",
        "mcp/worker.py": "its own pipes, by descriptor",
        "cli/exits.py": "standard streams",
        "api/output.py": "outputs",
        "api/settings.py": "settings of git, as text",
        "render/pager.py": "a pipe to the pager, by descriptor",
        "formats/forsy/bundle.py": "an artifact to be copied",
        "session.py": "an agent's output, to be hashed",
        "dataset/arrow.py": "a file that was just written",
        "dataset/comparing.py": "rows of a dataset that the user names",
        "dataset/output.py": "a file that was just written, to be looked at and hashed",
        "dataset/part.py": "rows whose hash is checked",
        "dataset/remote.py": "what a URL holds, to be read as a session",
        "store/archived.py": "a file that was just restored",
        "store/resuming.py": "an agent's log, to see whether it is compressed",
        "store/archive_files.py": "an agent's log, to see whose it is",
        "store/archive_reading.py": "an agent's file, to be copied",
        "store/reading.py": "an agent's log, to be hashed as it lies there",
        "store/versions.py": "the journal of the archive, each line of which carries its hash",
        "testing/agent.py": "samples that the author of an agent names",
    },
}
"""Every place that reads a file other than by `files.opened` and `trusted`, and why it may."""


def test_every_file_that_is_read_is_an_input_or_is_asked_whose_it_is() -> None:
    top = Path(steno.__file__).parent
    found: dict[str, set[str]] = {name: set() for name in READS}
    for path in top.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                reads = called in READS and (called != "open" or _opens_a_file(node))
                if reads:
                    found[called].add(path.relative_to(top).as_posix())
    assert found == {name: set(places) for name, places in READS.items()}


def _opens_a_file(call: ast.Call) -> bool:
    """Not a step or a run that is opened: those take no mode."""
    if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "os":
        return False
    return any(
        isinstance(each, ast.Constant) and each.value in ("rb", "wb", "r", "w") for each in call.args
    ) or isinstance(call.func, ast.Name)


@as_root
@pytest.mark.parametrize("part", ["file", "folder"])
def test_an_output_does_not_follow_a_link_of_another_user(tmp_path: Path, part: str) -> None:
    target = tmp_path / "precious"
    target.mkdir()
    (target / "out").write_text("mine")
    link = tmp_path / "link"
    link.symlink_to(target if part == "folder" else target / "out")
    os.lchown(link, STRANGER, STRANGER)
    path = link / "out" if part == "folder" else link
    with pytest.raises(Elsewhere, match=f"another user's symbolic link .uid {STRANGER}.; name the file"):
        resolved(path)
    if part == "folder":
        with pytest.raises(Elsewhere), written(path) as stream:
            stream.write(b"theirs")
    assert (target / "out").read_text() == "mine"


@as_root
def test_an_output_does_not_go_to_another_users_folder_where_everybody_may_write(tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    os.chown(folder, STRANGER, STRANGER)
    folder.chmod(0o777)
    with pytest.raises(Elsewhere, match="choose another"), written(folder / "out") as stream:
        stream.write(b"x")
    assert not list(folder.iterdir())


def test_a_link_of_ones_own_is_followed_wherever_it_leads(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "one").symlink_to("a/../two")
    (tmp_path / "two").symlink_to(tmp_path / "a/out")
    assert resolved(tmp_path / "one") == (tmp_path / "a/out").resolve()
    (tmp_path / "round").symlink_to("round")
    with pytest.raises(OSError, match="symbolic links"):
        resolved(tmp_path / "round")


def _run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from steno.cli import main; import sys; sys.exit(main())", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@as_root
@pytest.mark.parametrize("option", ["-o", "--losses"])
def test_no_command_writes_through_another_users_link(tmp_path: Path, option: str) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "link").symlink_to("precious")
    os.lchown(tmp_path / "link", STRANGER, STRANGER)
    event = {"type": "user", "sessionId": "s", "uuid": "u", "message": {"role": "user", "content": "Hello"}}
    (tmp_path / "session.jsonl").write_bytes(msgspec.json.encode(event) + b"\n")
    rest = ["-o", "out.json"] if option != "-o" else []
    ended = _run(tmp_path, "export", "session.jsonl", *rest, option, "link")
    assert (ended.returncode, (tmp_path / "precious").read_text()) == (2, "mine")
    why = f"the path goes through another user's symbolic link (uid {STRANGER}); name the file itself"
    assert f"steno: cannot write link: {why}\n" in ended.stderr


@as_root
def test_neither_a_bundle_nor_a_record_goes_through_another_users_link(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "link").symlink_to("precious")
    os.lchown(tmp_path / "link", STRANGER, STRANGER)
    with pytest.raises(UsageError, match="another user's symbolic link"), appearing(tmp_path / "link" / "bundle"):
        pass
    with pytest.raises(RecordError, match="another user's symbolic link"):
        target.opened(tmp_path / "link" / "run.jsonl", shared=False, durable=False)
    with pytest.raises(Elsewhere):
        steno.convert([], "awf", tmp_path / "link" / "out.jsonl")
    assert not list((tmp_path / "precious").iterdir())
