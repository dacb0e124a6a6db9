"""What one of several sessions teaches is masked in what is made of all of them, whichever verb makes it."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

import steno
from steno.api.bundle import bundle_dataset
from steno.api.frame import Inputs
from steno.api.lessons import Known, Lesson, Sharing
from steno.api.view_as import NAMES, Viewing, view_as
from steno.diagnostics import Diagnostic
from steno.errors import Leak, StenoError
from steno.redaction import Redaction
from tests.given import datasets
from tests.given.datasets import OTHER, SECRET

MARK = re.compile(r"\[REDACTED:password:\w+\]|\[CREDENTIAL\]")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The third of its sessions says what is a password; others say it without a word that would tell."""
    return datasets.taught(tmp_path, "sft") / "sessions"


def world(folder: Path, said: bytes = b"") -> steno.World:
    return replace(datasets.world(folder), stdin=partial(io.BytesIO, said))


def viewed(folder: Path, view: str, redaction: str = "secrets") -> str:
    out = io.BytesIO()
    how = Viewing(view=view, redaction=Redaction(level=redaction))
    view_as(world(folder), [str(folder)], how, out)
    return out.getvalue().decode()


def bundled(folder: Path, jobs: int = 1) -> str:
    out = folder.parent / "bundled"
    bundle_dataset(world(folder), [str(folder)], out, jobs=jobs)
    return "".join(path.read_text() for path in sorted(out.iterdir()))


MADE: dict[str, Callable[[Path], str]] = {
    **{view: lambda folder, view=view: viewed(folder, view) for view in NAMES if view != "preference"},  # type: ignore[misc]
    "bundle --dataset": bundled,
    "bundle --dataset --jobs 2": lambda folder: bundled(folder, jobs=2),
}


@pytest.mark.parametrize("way", MADE)
def test_what_a_session_teaches_leaves_with_no_other(folder: Path, way: str) -> None:
    made = MADE[way](folder)
    assert SECRET not in made
    assert OTHER not in made
    marks = set(MARK.findall(made))
    assert any(f"What is {mark}?" in made for mark in marks)
    assert len(marks) == (
        1 if "bundle" in way else 2
    )  # one for each value, in all sessions; Forsy's say the type alone


def test_what_nobody_masks_is_taught_to_nobody(folder: Path) -> None:
    assert f"What is {OTHER}?" in viewed(folder, "sft", "none")


def test_a_session_alone_is_made_once(folder: Path) -> None:
    out = io.BytesIO()
    done = view_as(world(folder), [str(folder / "s4.jsonl")], Viewing(view="sft"), out)
    assert (done.inputs, OTHER in out.getvalue().decode()) == (1, True)


def test_what_is_made_twice_is_spoken_of_once(folder: Path) -> None:
    def said(*names: str) -> Counter[str]:
        heard: list[Diagnostic] = []
        words = [str(folder / f"{name}.jsonl") for name in names]
        bundle_dataset(world(folder), words, folder.parent / "-".join(names), report=heard.append)
        return Counter(each.code for each in heard)

    alone = said("s3") + said("s4")
    assert said("s3", "s4") == alone  # the latter is made twice
    assert alone


def test_what_can_be_read_only_once_fails_where_it_holds_what_another_taught(folder: Path) -> None:
    failures: list[StenoError] = []
    out, words = io.BytesIO(), ["-", str(folder / "s3.jsonl")]
    said = (folder / "s4.jsonl").read_bytes()
    done = view_as(world(folder, said), words, Viewing(view="sft", format="claude-code"), out, failed=failures.append)
    assert (done.failed, done.inputs) == (1, 1)
    assert "cannot be read again" in str(failures[0])
    assert OTHER not in out.getvalue().decode()


def as_it_is(made: bytes) -> bytes:
    return made


def test_masking_that_uncovers_more_and_more_ends_with_nothing_written() -> None:
    said = iter(range(9))

    def work(name: str, report: steno.Report, progress: object) -> Lesson[bytes]:
        taught = [("password", f"anvil-meadow-{number}") for number in range(9)] if name == "a" else []
        return Lesson(name, b"" if taught else b'"anvil-meadow-%d"\n' % next(said), frozenset(taught), [])

    def inputs(known: Known) -> Inputs[Lesson[bytes]]:
        return Inputs(work, [*known] or ["a", "b"])

    with pytest.raises(Leak, match="more and more"):
        Sharing(as_it_is, "sft").each(inputs, "making")
