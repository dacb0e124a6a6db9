"""What is found in a text is found in the JSON that spells it: whole files and events are looked at so."""

from __future__ import annotations

import itertools
import json

import pytest

from steno.detect import Level, finder
from tests.given.effort import share

NAMES = ("password", "DB_PASSWORD", "pwd", "apiKey", "access_token", "client_secret", "api key", "--token")
SIGNS = ("=", ": ", " = ", ":", " ", " is ", '="', ': "', "='", "=>", '": "')
VALUES = (
    "nKestrel-41-Harbor",
    "tR7x9QmZ2pLk",
    "Vexing" + "88!",
    'pa"ss\\w0rd9!',
    "0a1b2c3d-4e5f-6789-abcd-ef0123456789",
)
BEFORE = ("", "x ", "line\n", "export ", "12\t", "+", '"', "- ")
AFTER = ("", " tail", "\nnext", ",", '"', "\r\n", ". Then")


@pytest.mark.parametrize("name", NAMES)
def test_a_named_value_is_found_in_the_spelling_too(name: str) -> None:
    secrets = finder(Level.SECRETS)
    for before, sign, value, after in share([*itertools.product(BEFORE, SIGNS, VALUES, AFTER)], name):
        text = before + name + sign + value + after
        if secrets.find(text):
            spelled = json.dumps({"type": "x", "text": text}, ensure_ascii=False)
            assert secrets.find(spelled), text
