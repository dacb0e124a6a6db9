from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from steno import pipeline, registry
from steno.base.files import opened
from steno.contracts import Format, Leak, Parts, UsageError
from steno.detect.rule import crc32_base62, fake
from steno.diagnostics import Diagnostic, Place
from steno.testing.fake import STILL
from steno.views import CODES, VIEWS
from steno.views.losses import Skipped
from steno.views.scene import Row, Scene
from steno.views.writer import maker
from tests.given import garden
from tests.given.machine import claude

BODY = fake(30)
SECRET = "ghp_" + BODY + crc32_base62(BODY)


def convert(session: Path, view: Format, *words: str) -> bytes:
    found: list[Diagnostic] = []
    out = io.BytesIO()
    with opened(session) as stream:
        traces = pipeline.read(stream, Place(str(session)), found.append)
        pipeline.convert(traces, view, words, out, found.append, STILL)
    return out.getvalue()


def test_a_row_with_a_secret_stops_everything(tmp_path: Path) -> None:
    def careless(scene: Scene, skipped: Skipped) -> Iterator[Row]:
        yield {"said": SECRET}

    session = claude(tmp_path, garden.SESSION, garden.session())
    view = Format("careless", "", Parts(writer=maker(careless)), needs=("pair",), derives=("derive",))
    with pytest.raises(Leak, match="the output still holds a"):
        convert(session, view)
    assert SECRET.encode() in convert(session, view, "redact=none")


@pytest.mark.parametrize("word", ["redact=structure!", "rows=all", "redact"])
def test_an_option_that_is_none_is_a_usage_error(word: str) -> None:
    make = VIEWS["sft"].writer
    assert make is not None
    with pytest.raises(UsageError):
        make([word], STILL, lambda each: None)


def test_every_reason_to_leave_out_a_row_has_a_page() -> None:
    known = registry.codes()
    assert {each.code: known.get(each.code) for each in CODES} == {each.code: each for each in CODES}
