"""How gptme words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="gptme",
    lifecycle={},
    openings={},
    fields=words(
        "cache_creation_tokens cache_read_tokens call_id content cost file_hashes files hide input_tokens metadata "
        "output_tokens pinned quiet role timestamp usage"
    ),
)
