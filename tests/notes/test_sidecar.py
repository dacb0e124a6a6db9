from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from steno.base.files import Unreadable
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic
from steno.notes import sidecar
from steno.notes.pen import Pen
from steno.notes.sidecar import Entry
from steno.testing.fake import STILL

WRITER = """
import sys
from pathlib import Path
from steno.contracts import Ambient
from steno.base.ids import system_randomness
from steno.notes import sidecar
from steno.notes.pen import Pen
from steno.testing.fake import STILL
pen = Pen(f"human:{sys.argv[2]}", Ambient(STILL.clock, system_randomness))
sys.stdin.readline()
for number in range(300):
    sidecar.append(Path(sys.argv[1]), [pen.note("directive", "word " * 200 + str(number), str(number))])
"""


def entry(id: str = "a1", **more: object) -> Entry:
    fields: dict[str, object] = {"author": "human:Mara", "time": "2026-01-31T00:00:00Z", "key": "eval", "value": 1}
    return Entry(version=1, id=id, **(fields | more))  # type: ignore[arg-type]


def read(path: Path) -> tuple[list[Entry], list[str]]:
    found: list[Diagnostic] = []
    return sidecar.read(path, found.append), [str(each) for each in found]


def test_a_note_is_one_line_and_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "t.notes.jsonl"
    note = Pen("human:Mara", STILL).note("caused_by", ["1", "2.1"], "3", ["1"])
    sidecar.append(path, [note])
    assert json.loads(path.read_bytes()) == {
        "steno_note": 1,
        "id": "000000000000",
        "author": "human:Mara",
        "time": "2026-01-31T00:00:00Z",
        "target": "3",
        "key": "caused_by",
        "value": ["1", "2.1"],
        "evidence": ["1"],
    }
    assert read(path) == ([note], [])


def test_the_file_and_the_folders_made_for_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "steno" / "notes" / "t.notes.jsonl"
    sidecar.append(path, [entry()])
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent, path.parent.parent)]
    assert modes == [0o600, 0o700, 0o700]


def test_values_are_kept_exactly(tmp_path: Path) -> None:
    path = tmp_path / "t.notes.jsonl"
    for number, value in enumerate([None, False, -1, "", "\x1b[2J\u202e\ud800\n", 10**30, {"b": [1], "a": "ü"}]):
        sidecar.append(path, [entry(str(number), value=value)])
        assert read(path)[0][-1].value == value
    path.write_bytes(path.read_bytes().replace(b'"value":false', b'"value":1.10'))
    found, problems = read(path)
    assert (msgspec.json.encode(found[1].value), problems) == (b"1.10", [])


def test_a_file_that_is_not_there_has_no_notes(tmp_path: Path) -> None:
    assert read(tmp_path / "nothing") == ([], [])


def test_a_bad_line_is_said_and_reading_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "t.notes.jsonl"
    good = json.loads(sidecar.line(entry("a1")))
    bad: list[object] = [
        [1], "text", {}, good | {"author": "Mara"}, good | {"steno_note": 2}, good | {"evidence": "1"},
        good | {"retracts": "a0"}, {key: value for key, value in good.items() if key != "value"},
        {key: value for key, value in good.items() if key != "key"},
    ]  # fmt: skip
    lines = [json.dumps(each).encode() for each in bad]
    path.write_bytes(b"\n".join([sidecar.line(entry("a1")), b"not json", *lines, sidecar.line(entry("a2"))]))
    found, problems = read(path)
    assert [each.id for each in found] == ["a1", "a2"]
    assert problems == [
        f"{path}:3: SRC200 no note: not JSON: expecting value at byte 1",
        f"{path}:4: SRC200 no note: expected `object`, got `array`",
        f"{path}:5: SRC200 no note: expected `object`, got `str`",
        f"{path}:6: SRC200 no note: object missing required field `steno_note`",
        f"{path}:7: SRC200 no note: expected an author such as `human:Mara` - at `$.author`",
        f"{path}:8: SRC200 no note: version 2, this Steno reads 1 - at `$.steno_note`",
        f"{path}:9: SRC200 no note: expected `array`, got `str` - at `$.evidence`",
        f"{path}:10: SRC200 no note: expected either a `key` or an id that it `retracts`",
        f"{path}:11: SRC200 no note: object missing required field `value`",
        f"{path}:12: SRC200 no note: expected either a `key` or an id that it `retracts`",
    ]


def test_a_torn_last_line_swallows_no_later_note(tmp_path: Path) -> None:
    path = tmp_path / "t.notes.jsonl"
    whole = sidecar.line(entry("a1"))
    path.write_bytes(whole + sidecar.line(entry("a2"))[:30])
    found, problems = read(path)
    assert ([each.id for each in found], len(problems)) == (["a1"], 1)
    sidecar.append(path, [entry("a3")])
    found, problems = read(path)
    assert [each.id for each in found] == ["a1", "a3"]
    assert [each.split(" no note")[0] for each in problems] == [f"{path}:2: SRC200"]


def test_two_processes_append_at_once_and_no_line_is_lost_or_mixed(tmp_path: Path) -> None:
    path = tmp_path / "t.notes.jsonl"
    command = [sys.executable, "-c", WRITER, str(path)]
    writers = [subprocess.Popen([*command, name], stdin=subprocess.PIPE) for name in ("Ada", "Bo")]
    for each in writers:
        assert each.stdin is not None
        each.stdin.write(b"go\n")
        each.stdin.close()
    for each in writers:
        each.wait(30)
    assert [each.returncode for each in writers] == [0, 0]
    found, problems = read(path)
    said = {name: [each.target for each in found if each.author == f"human:{name}"] for name in ("Ada", "Bo")}
    assert (said, problems) == ({name: [str(number) for number in range(300)] for name in ("Ada", "Bo")}, [])


def test_what_is_taken_back_no_longer_stands(tmp_path: Path) -> None:
    pen = Pen("human:Bo", STILL)
    entries = [entry("a1"), entry("a2"), pen.retraction(entry("a1"))]
    assert sidecar.live(entries) == [entries[1]]


def test_a_note_to_take_back_is_named_by_the_beginning_of_its_id_or_as_the_authors_last() -> None:
    mine, other = entry("ab1"), entry("ab2", author="human:Bo")
    gone, taken = entry("cd"), Pen("human:Mara", STILL).retraction(entry("cd"))
    entries = [mine, other, gone, taken]
    assert [sidecar.note_to_retract(word, entries, "human:Mara") for word in ("ab1", "ab2", "last")] == [
        mine,
        other,
        mine,
    ]
    for word, message in {
        "ab": "2 notes have ids that begin with 'ab': give more of it",
        "cd": "'cd' was already taken back",
        "x": "no note has an id that begins with 'x'; --list shows them",
        "": "no note has an id that begins with ''; --list shows them",
    }.items():
        with pytest.raises(UsageError, match=f"^{message}$"):
            sidecar.note_to_retract(word, entries, "human:Mara")
    with pytest.raises(UsageError, match="human:Eve has no note here"):
        sidecar.note_to_retract("last", entries, "human:Eve")


def test_notes_are_neither_read_from_nor_written_to_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    for name in ("fifo", "folder"):
        with pytest.raises(Unreadable):
            read(tmp_path / name)
        with pytest.raises(UsageError):
            sidecar.append(tmp_path / name, [entry()])


def test_a_link_is_not_followed_to_write(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "precious")
    with pytest.raises(UsageError, match="copy the trace to a folder of your own"):
        sidecar.append(tmp_path / "link", [entry()])
    assert (tmp_path / "precious").read_text() == "mine"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(UsageError, match="permission denied; copy the trace to a folder of your own"):
        sidecar.append(tmp_path / "t.notes.jsonl", [entry()])


def test_an_author_has_a_role_and_a_name() -> None:
    assert sidecar.author("expert", " Dr. Ode ") == "expert:Dr. Ode"
    for role, name in (("boss", "Mara"), ("human", " "), ("human", "Ma\nra"), ("human", "Ma\x1b[2Jra")):
        with pytest.raises(UsageError):
            sidecar.author(role, name)
