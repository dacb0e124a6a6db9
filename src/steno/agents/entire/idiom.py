"""How Entire's transcripts word what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="entire",
    lifecycle={},
    openings={},
    fields=words(
        "agent cli_version content filePath input input_tokens numLines output output_tokens result status ts"
    ),
)
