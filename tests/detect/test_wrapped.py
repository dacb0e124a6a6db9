"""A named value that was cut into lines is masked whole, and what follows it is not."""

from __future__ import annotations

import random
import string

import pytest

from steno.detect import Level, finders

BASE64 = string.ascii_letters + string.digits + "+/"


def left(text: str) -> str:
    """The text without what is found in it."""
    for span in reversed(finders.finder(Level.SECRETS).find(text)):
        text = f"{text[: span.start]}#{text[span.end :]}"
    return text


def settings(value: str, width: int) -> str:
    lines = "\n".join(value[at : at + width] for at in range(0, len(value), width))
    return f"[default]\naws_secret_access_key = {lines}\nregion = eu-west-1\n"


@pytest.mark.parametrize("width", [20, 24, 36])
def test_every_line_of_a_named_value_is_masked(width: int) -> None:
    draw = random.Random(width)  # noqa: S311  the same values each time
    values = ["".join(draw.choices(BASE64, k=40)) for _ in range(120)]
    shown = {value: kept for value in values if (kept := left(settings(value, width))) != settings("#", width)}
    assert shown == {}


@pytest.mark.parametrize(
    "value",
    [
        "Y0yvJXaXY3m0tuoy78T+/yQi\nugP/pnNqztlOqn+a",  # no digit, and signs, in the second line
        "oOvKSa67FhuJthznaJflJm68\nw2aCmcURRIcFU/rp",  # digits right at the end of the first
        "Rbp1btmZu1b9EgDRy0geYHg7\nwT4qchxGQfOEqI1HJok=",  # the end of base64 is no name without a value
        "mayuolQtVn4PxnUn\nizAPVw6kFZ7WapVq\na/WRj+Lc",  # a third line that only the second tells of
    ],
)
def test_a_line_that_a_value_goes_on_with_may_have_no_digit(value: str) -> None:
    assert left(settings(value, 100)) == settings("#", 100)


@pytest.mark.parametrize(
    "after", ["region = eu-west-1", "S3_BUCKET=", "src/components", "Done.", "README", "# next", "host: db"]
)
def test_what_follows_a_named_value_stays(after: str) -> None:
    value = "Y0yvJXaXY3m0tuoy78T+/yQiugP/pnNqztlOqn+a"
    assert left(f"aws_secret_access_key={value}\n{after}\n") == f"aws_secret_access_key=#\n{after}\n"
