"""Words that are quoted in Markdown stay words: nothing becomes markup, ends what it stands in, or calls anybody."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from steno.viewer.quoted import fenced, literal, quoted
from tests.given.vectors import VECTORS

HARMLESS = {
    "blockquote", "p", "ul", "ol", "li", "em", "strong", "code", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "br",
    "s", "del", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip


class _Tags(HTMLParser):
    """What a browser would make of it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def rendered(text: str) -> _Tags:
    made = _Tags()
    made.feed(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text))
    made.close()
    return made


def behind(text: str) -> str:
    """What stands behind it, when all is rendered."""
    return rendered(f"{text}\n\nTHE END").text.strip().splitlines()[-1]


@pytest.mark.parametrize("text", VECTORS.values(), ids=VECTORS)
def test_nothing_in_quoted_words_becomes_markup(text: str) -> None:
    for made in (quoted(text), fenced(text, "sh"), literal(text)):
        found = rendered(made)
        assert found.tags <= HARMLESS, made
        assert found.attributes <= {"class", "start"}, made
        assert behind(made) == "THE END"


PIECES = st.lists(
    st.sampled_from([
        "`", "``", "```", "````", "~~~", "<b>", "<!--", "-->", "</details>", "\n", "\n\n", "> ", "- ", "    ", "[a](x)",
        "![a](x)", "[a]: x", "\\", "&lt;", "<", ">", "word", " ", "| a | b |", "|---|", "# ", "1. ", "<script>", "py",
        "\t", "*", "_", "[", "](", "<x y=\"", "'",
    ])
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(PIECES)
def test_no_order_of_signs_breaks_out(pieces: list[str]) -> None:
    text = "".join(pieces)
    found = rendered(quoted(text))
    assert found.tags <= HARMLESS, quoted(text)
    assert "href" not in found.attributes and "src" not in found.attributes
    assert behind(quoted(text)) == "THE END"
    assert rendered(fenced(text)).tags == {"pre", "code"}
    assert rendered(literal(text)).tags <= {"p", "ul", "ol", "li", "h1", "hr", "blockquote"}


def test_markdown_of_words_stays_markdown() -> None:
    found = rendered(quoted("# Head\n\n- **one** `x = 1`\n\n```py\nif a < b:\n```\n\n`a < b & c`"))
    assert {"h1", "ul", "strong", "code", "pre"} <= found.tags
    assert "if a < b:" in found.text
    assert "a < b & c" in found.text


def test_words_call_for_nobody() -> None:
    made = quoted("ask @ada about #12, ada@host.example stays")
    assert made == "> ask @<!-- -->ada about #<!-- -->12, ada@host.example stays"


def test_a_fence_is_longer_than_any_in_its_text() -> None:
    assert fenced("a\n`````\nb").splitlines()[0] == "``````"


def test_colours_go_and_other_controls_are_seen() -> None:
    made = fenced("\x1b[31mred\x1b[0m \x07 \u202e")
    assert re.search(r"red ␇ <U\+202E>", made)
