"""The forms of a message: what counts as a choice, a consent, a correction or a request, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.passes.derive import forms

LIST = "There are three ways:\n\n1. **Prune** now\n2. **Wait** until autumn\n3. **Both**\n\nWhich do you prefer?"
OFFER = "The roses are pruned. Want me to water them too?"
EITHER = "Shall I water the beds now or wait for the rain?"


@pytest.mark.parametrize(
    ("text", "offers", "options"),
    [
        (LIST, False, {"1", "2", "3"}),
        (OFFER, True, set()),
        ("Which bed do you mean?\n\n1. North\n2. South", False, {"1", "2"}),
        ("Option A costs less, Option B lasts longer. Which one?", False, {"a", "b"}),
        ("Should I go on? It takes an hour.", True, set()),
    ],
)
def test_a_question_is_found_at_the_end_of_what_the_agent_says(text: str, offers: bool, options: set[str]) -> None:
    asked = forms.question(text)
    assert asked is not None
    assert (asked.offers, set(asked.options)) == (offers, options)


@pytest.mark.parametrize(
    "text",
    [
        "All beds are watered.",
        "Why did they wilt? The tap was shut.\n\nNow it is open.\n\nAll beds are watered, and the tap is closed again.",
        "```python\nif x?\n```",
        "",
    ],
)
def test_what_ends_with_no_question_asks_none(text: str) -> None:
    assert forms.question(text) is None


@pytest.mark.parametrize(
    "reply", ["2", "2.", "Option 2", "let's do 3", "1 and 3", "1, but carefully", "I like option 1"]
)
def test_a_reply_that_begins_with_a_label_selects(reply: str) -> None:
    asked = forms.question(LIST)
    assert asked is not None and forms.selects(reply, asked)


@pytest.mark.parametrize(
    "reply", ["4", "2 more beds need it", "a rose is missing", "the problem with 2 is the frost", "12"]
)
def test_a_number_that_is_no_label_selects_nothing(reply: str) -> None:
    asked = forms.question(LIST)
    assert asked is not None and not forms.selects(reply, asked)


def test_the_words_of_one_side_of_an_or_select_it() -> None:
    asked = forms.question(EITHER)
    assert asked is not None
    assert forms.selects("wait for the rain, it is cheaper", asked)
    assert not forms.selects("wait until Monday please", asked)


@pytest.mark.parametrize(
    "reply", ["yes", "Yes please", "yeah, water all of them", "ok", "go ahead", "sure, do it", "👍"]
)
def test_a_yes_to_an_offer_consents(reply: str) -> None:
    assert forms.consents(reply, forms.question(OFFER))


@pytest.mark.parametrize(
    "reply", ["yes but not the tulips", "yes?", "ok, or wait", "no", "yes. " + "word " * 60, "the tulips too", "okra"]
)
def test_a_yes_with_a_doubt_does_not_consent(reply: str) -> None:
    assert not forms.consents(reply, forms.question(OFFER))


@pytest.mark.parametrize(
    ("reply", "expected"), [("looks good", True), ("yes, exactly", True), ("ok", False), ("thanks", False)]
)
def test_only_firm_words_approve_what_was_no_question(reply: str, expected: bool) -> None:
    assert forms.consents(reply, None) is expected


@pytest.mark.parametrize(
    "text",
    [
        "no, the other bed", "that's not what I meant", "That is wrong", "you forgot the tulips",
        "it still doesn't run", "again, this is not correct", "the second part is wrong",
        "still failing", "undo that", "I meant the north bed", "不對 是北邊",
        "those are nice too, but what I actually meant are the roses",
    ],
)  # fmt: skip
def test_what_begins_by_naming_a_fault_corrects(text: str) -> None:
    assert forms.corrects(text)


@pytest.mark.parametrize(
    "text", ["now the tulips", "nothing else", "note the frost", "it is done", "is this wrong?", "thatch it"]
)
def test_what_names_no_fault_does_not_correct(text: str) -> None:
    assert not forms.corrects(text)


@pytest.mark.parametrize(
    "text",
    [
        "push",
        "and now commit it",
        "can we add a fence?",
        "please look again",
        "let's prune",
        "I'd like a pond",
        "The tap is dry. Fix it",
        "幫我看看",
    ],
)
def test_an_imperative_or_a_wish_requests(text: str) -> None:
    assert forms.requests(text)


@pytest.mark.parametrize(
    "text", ["the tap is broken", "let's see", "additional beds", "git status", "I watered it", "test: red"]
)
def test_a_statement_requests_nothing(text: str) -> None:
    assert not forms.requests(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("which bed?", True), ("what is it", True), ("hm...?", False), ("It is dry. Why?", False), ("do both", False)],
)
def test_a_message_inquires_where_its_first_sentence_does(text: str, expected: bool) -> None:
    assert forms.inquires(text) is expected


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_can_be_asked(said: str, reply: str) -> None:
    asked = forms.question(said)
    assert asked is None or not forms.selects("", asked)
    for form in (forms.refuses, forms.corrects, forms.inquires, forms.requests):
        assert form(reply) in (True, False)
    assert forms.consents(reply, asked) in (True, False)
