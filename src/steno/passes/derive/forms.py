"""Reads the form of a message: a question with its options, a consent, a refusal, a correction, a request.

Knows words and marks of English, and the plainest of Chinese; no trace and no step.  A text that has none of these
forms is nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from steno.base.patterns import deferred

_ENDING = 3_000
"""A question to the human stands at the end of what the agent says."""
_OPENING = 240
"""So far into a message stands what makes it a consent or a correction."""
_SHORT = 160
"""A consent with more to say than this says something else too."""
_LONG = 1_500
"""What is longer is pasted, in large part: its sentences are not the human's."""
_ENOUGH = 3
"""So many words tell one side of an `or` from the other, and a question from a grunt."""


def _any(phrases: str) -> str:
    """An expression for any of some phrases, which stand apart by commas or on lines of their own."""
    found = (phrase.strip() for phrase in phrases.replace("\n", ", ").split(", "))
    return "(?:" + "|".join(phrase.replace("'", "['’]?") for phrase in found if phrase) + ")"


class Question(Struct, frozen=True):
    """What an agent's last words ask of the human."""

    text: str
    """The sentence that asks."""
    offers: bool
    """It offers to do something: the answer is yes or no."""
    options: frozenset[str]
    """The labels of the list that it lets the human choose from, in lower case."""


def question(text: str) -> Question | None:
    """The question with which a text ends, or that introduces the list with which it ends; None where there is none."""
    ending = _CODE().sub(" ", text[-_ENDING:]).rstrip(" \n\t*_`)\"'”")
    items = list(_ITEM().finditer(ending))
    start, end = (items[0].start(), items[-1].end()) if items else (len(ending), len(ending))
    asked = ""
    for first, last in _asking(ending):
        introduces = last <= start < len(ending) and len(ending) - end <= _SHORT
        if _is_last(ending[last:]) or (introduces and ending.count("\n\n", last, start) < 2):
            asked = ending[first:last]
    if not asked:
        return None
    labels = {found[1].lower() for found in (*items, *_OPTION().finditer(ending))}
    sentence = asked.strip(" \n*_#>-")
    # What lets the human choose is no offer: yes is no answer to it.
    offers = _OFFER().search(sentence) is not None and " or " not in sentence
    return Question(sentence, offers, frozenset(labels))


def _asking(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences stand that end with a question mark."""
    start = 0
    for mark in _END().finditer(text):
        if mark[0] == "?" and _LEAST < mark.end() - start <= _MOST:
            yield start, mark.end()
        start = mark.end()


def _is_last(rest: str) -> bool:
    """Whether no more than a closing remark follows."""
    return len(rest) <= 2 * _SHORT and "\n\n" not in rest.strip()


_END = deferred(r"[.!?\n]")
_LEAST, _MOST = 2, 400
_CODE = deferred(r"```.*?(?:```|\Z)", re.DOTALL)
_ITEM = deferred(r"^[ \t>*-]*\(?(\d{1,2}|[A-Ha-h])[.):]\**[ \t]+\S[^\n]*", re.MULTILINE)
_OPTION = deferred(r"\boption (\d{1,2}|[a-h])\b", re.IGNORECASE)
_OFFERS = _any("""
    want me, want to, would you like, do you want, should i, should we, shall i, shall we, may i, can i, ready to
    ok to, okay to, sounds? good, looks? (?:good|right|ok), does (?:this|that|it)
    is (?:this|that) (?:ok|okay|right|correct|fine)
""")
_OFFER = deferred(
    rf"\b{_OFFERS}\b",
    re.IGNORECASE,
)


def selects(text: str, asked: Question) -> bool:
    """Whether a reply begins with a label of the options, or with the words of one side of an `or`."""
    if asked.options and (found := _CHOICE().match(text[:_OPENING])) is not None:
        return {each.lower() for each in _LABEL().findall(found[1])} <= asked.options
    words, offered = (_WORD().findall(each.lower()) for each in (text[:_OPENING], asked.text))
    return "or" in offered and len(words) >= _ENOUGH and f" {' '.join(words[:_ENOUGH])} " in f" {' '.join(offered)} "


_CHOOSING = _any("""
    let's, yeah, yes, ok, okay, i (?:like|prefer|choose|want|think), i(?:'d| would) go with
    go for, go with, do, take, pick, fix, implement, address
""")
_CHOICE = deferred(
    rf"\s*(?:{_CHOOSING}[,\s]+){{0,3}}"
    r"(?:(?:option|number|choice|no\.|#)\s*)?"
    r"((?:\d{1,2}|[a-h](?=\s*(?:[.,;:)!]|\Z|\n|and\b|&)))(?:\s*(?:,|and|&|\+)\s*(?:\d{1,2}\b|[a-h]\b))*)"
    r"(?=\s*\Z|\s*[.,;:)!\n-]|\s+(?:and|but|please|pls|is|seems|sounds|looks|for|with|then|works|\()\b)",
    re.IGNORECASE,
)
_LABEL = deferred(r"\d{1,2}|\b[a-hA-H]\b")
_WORD = deferred(r"[a-z0-9'-]+")


def consents(text: str, asked: Question | None) -> bool:
    """Whether a reply says yes, and nothing against it."""
    words = text.strip()
    if len(words) > _SHORT or _DOUBT().search(words) is not None:
        return False
    if _ONLY_YES().fullmatch(words) is not None:
        return asked is not None or _FIRM().match(words) is not None
    return _YES().match(words) is not None or (asked is not None and asked.offers and _FINE().match(words) is not None)


_YES_WORDS = _any("yes, yeah, yep, yup, 好的?, 可以, 是的")
_FIRM_WORDS = _any("""
    lgtm, looks good, sounds good, perfect, great, approved, exactly, agreed, go ahead, ship it, do it
    implement the plan
""")
_WEAK_WORDS = _any("""
    y, sure, ok, okay, k, do that, do so, go, go for it, proceed, please, pls, please do, good, nice
    implement (?:it|this|that|this plan), correct, right, absolutely, definitely, thanks, thank you, that works
    works for me, continue, makes sense
""")
_ONLY_YES = deferred(rf"(?:(?:{_YES_WORDS}|{_FIRM_WORDS}|{_WEAK_WORDS})\b[\s,.!👍-]*)+|[👍✅]+", re.IGNORECASE)
_FIRM = deferred(rf"(?:{_YES_WORDS}|{_FIRM_WORDS})\b|[👍✅]", re.IGNORECASE)
_YES = deferred(rf"{_YES_WORDS}\b[\s,.!:-]+\S", re.IGNORECASE)
_FINE_WORDS = _any("""
    ok, okay, sure, please, go ahead, do it, sounds good, let's do (?:it|that|this)
""")
_FINE = deferred(
    rf"{_FINE_WORDS}\b",
    re.IGNORECASE,
)
_DOUBTS = _any("""
    but, however, except, instead, although, though, no, not, don't, doesn't, isn't, or, wait, only if, unless
    actually, hmm, first, before
""")
_DOUBT = deferred(
    rf"\?|\b{_DOUBTS}\b",
    re.IGNORECASE,
)


def refuses(text: str) -> bool:
    return _NO().match(text) is not None


_NO_WORDS = _any("""
    no, nope, nah, not yet, not now, don't, do not, skip (?:it|that|this), leave it
""")
_NO = deferred(
    rf"\s*{_NO_WORDS}\b",
    re.IGNORECASE,
)


def corrects(text: str) -> bool:
    """Whether a message begins by saying that what was done is wrong."""
    return _WRONG().match(text[:_OPENING]) is not None


_WRONG_WORDS = _any(r"""
    no (?:that|this|it|you|i), nope, wrong, incorrect, not (?:what|quite|correct|right|like)
    (?:that|this|it) (?:still )?(?:doesn't|does not|didn't|did not|isn't|is not|won't|fails|failed|broke|breaks)
    (?:that|this|it)(?:'s| is| was)(?: \w+)? (?:wrong|incorrect|not (?:right|correct|what|true|how|working)|broken)
    (?:this|that|it) should(?:n't| not)
    you (?:forgot|missed|broke|didn't|did not|shouldn't|should not|were supposed|misunderstood)
    i (?:meant|mean not|said|asked for|wanted|did not ask|didn't ask)
    (?:revert|undo) (?:that|this|it|your|the last)
    still (?:fails|failing|broken|not|getting|the same|seeing|doesn't|wrong)
    (?:the|your) [^.\n?]{0,60} (?:is|are|was) (?:wrong|incorrect|not (?:correct|right|true))
    (?:those|these|that)[^.\n?]{0,60}[,.]? but what i (?:actually )?(?:meant|wanted)
""")
_WRONG = deferred(
    r"\s*(?:(?:hm+|um+|uh|oh|again|sorry|wait|but|and|well|actually|still)[,. ]+){0,2}"
    rf"(?:no[,.!:;]|{_WRONG_WORDS}\b|不[對对]|[錯错]了)",
    re.IGNORECASE,
)


def inquires(text: str) -> bool:
    """Whether a message is itself a question: its first sentence asks."""
    words = text.strip()
    if _FIRM().match(words) is not None:
        return False
    if (first := _SENTENCE().match(words)) is not None and first[0].endswith(("?", "？")):
        return first[0].count(" ") >= _ENOUGH - 1 or _INTERROGATIVE().match(words) is not None
    return _INTERROGATIVE().match(words) is not None


_SENTENCE = deferred(r"[^.!?\n]*(?:\.(?!\s)[^.!?\n]*)*[.!?\n]?")
_ASKING = _any("""
    what, why, how, which, where, when, who, is, are, was, were, does, did, has, have, should, would
    do (?:we|you|i|they|these|those|the)
""")
_INTERROGATIVE = deferred(
    rf"{_ASKING}\b(?! not\b)",
    re.IGNORECASE,
)


def adds(text: str) -> bool:
    """Whether a message goes on with a request that was made before."""
    return _ADDS().match(text) is not None and requests(text)


_ADDS = deferred(r"\s*(?:and|also|oh,? and|plus|additionally|one more thing)\b", re.IGNORECASE)


def requests(text: str) -> bool:
    """Whether a message asks for work: one of its sentences begins so."""
    return len(text) <= _LONG and any(map(_asks, _PHRASE().findall(text)))


def begs(text: str) -> bool:
    """Whether a message begins with a request in so many words: `can you`, `we should`."""
    words = _WORDS().findall(text[:_OPENING].lower())
    return " ".join(words[:2]) in _WISHES or " ".join(words[:3]) in _WISHES


def _asks(phrase: str) -> bool:
    """Whether a sentence begins with an imperative or a wish, behind a few words that lead to it; or ends with one."""
    words = _WORDS().findall(phrase.lower())
    first = 0
    while first < min(len(words), _LEADING) and words[first] in _LEADS:
        first += 1
    rest = words[first:]
    if rest and (rest[0] in _VERBS or " ".join(rest[:2]) in _WISHES or " ".join(rest[:3]) in _WISHES):
        return " ".join(rest[:2]) not in _IDLE
    if phrase.lstrip().startswith(("请", "請", "幫我", "帮我")):
        return True
    return any(one == "now" and two in _VERBS for one, two in pairwise(words[1:]))


_PHRASE = deferred(r"[^.!?\n]{2,400}")
_WORDS = deferred(r"[\w'’]+(?![\w'’:=])")
_LEADING = 6


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LEADS = _words("""
    ok okay great perfect nice cool good thanks thank you alright right and also now then next so please pls just hey hi
    oh wait lastly finally for one more last thing modification
""")
_WISHES = frozenset(
    f"{who} {what}"
    for who, whats in {
        "can": "you we u", "could": "you we u", "would": "you u", "will": "you u", "i": "want need", "let": "us",
        "i would": "like", "we need": "to", "we should": "to", "we want": "to", "we have": "to", "we": "should",
        "you": "should", "figure": "out", "have a": "look",
    }.items()
    for what in whats.split()
)  # fmt: skip
_IDLE = frozenset({"let's say", "let's see", "let's assume", "let’s say", "let’s see", "let’s assume", "lets see"})
_VERBS = _words("""
    add address adjust allow analyse analyze answer apply archive ask bring build bump call change check clean clear
    close collapse combine commit compare configure continue convert copy create cut debug delete deploy describe
    disable do document download drop edit enable ensure eval evaluate explain explore export extract fetch file find
    fix fold format generate get give help hide i'd i’d implement import improve increase init inspect install
    investigate keep kill let's let’s lets list log look make merge migrate move open optimise optimize pick polish
    port prepare print publish pull push put read rebase recheck redo reduce refactor regenerate release remove rename
    replace reply rerun reset resolve respond restart restore retry return revert review rewrite run save search send
    set ship show simplify sort split squash start stop summarise summarize support switch sync take tell test
    translate try turn undo update upgrade upload use validate verify wire work wrap write
""")
