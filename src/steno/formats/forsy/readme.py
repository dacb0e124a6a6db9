"""The page that says what a bundle is: how far it can be trusted, who judged it, what may be done with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from steno.base.counts import number_of
from steno.base.exact import JSON
from steno.formats.forsy.words import SKILL, VERSION
from steno.model import Derivation, Note

Object = dict[str, JSON]

_MODES: Final = {
    "live": "recorded while the work happened",
    "retraced": "reconstructed afterwards from logs, files or memory",
    "hybrid": "partly recorded, partly reconstructed afterwards",
}
_LEVELS: Final = {
    "self_traced": "reviewed by nobody but the agent or its operator",
    "retraced_from_logs": "reconstructed from logs; nobody has reviewed it",
    "model_reviewed": "reviewed by another model",
    "human_reviewed": "reviewed by a person",
    "expert_reviewed": "reviewed by an expert in the field",
    "client_validated": "validated by the client",
}
_WATCHED: Final = ("observation", "reasoning", "state_change", "success", "eval_reason")
"""Fields of an agent's step whose absence a reader should know of."""
_REDACTION: Final = "redaction"
"""The key of the note that says how far a trace was redacted."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+!|<>~])")


def page(document: Object, notes: Iterable[Note], licence: str | None) -> str:
    """The page as Markdown.  What the trace says is shown as text, never as markup."""
    return "\n".join([*_head(document), *_limits(document), *_authors(notes), *_licence(licence)]) + "\n"


def plain(value: JSON) -> str:
    """A text of the trace in one line, with nothing in it that a renderer would act on."""
    text = value if type(value) is str else "not stated"
    return _MARKUP.sub(r"\\\1", _CONTROL.sub(" ", text)).strip() or "not stated"


def _head(document: Object) -> Iterator[str]:
    about = document.get("dataset_summary")
    title = about.get("title") if type(about) is dict else None
    mode, level = document.get("trace_mode"), document.get("validation_level")
    version = document.get("schema_version")
    yield f"# {plain(title if title else document.get('trace_id'))}"
    yield ""
    yield f"Task: {plain(document.get('task'))}"
    yield ""
    yield f"- Skill: {SKILL}, format {plain(version if version else VERSION)}"
    yield f"- Trace mode: {_explained(mode, _MODES)}"
    yield f"- Validation level: {_explained(level, _LEVELS)}"
    yield f"- Steps: {_size(document)}"
    yield ""
    yield "`trace.json` is the trace, `manifest.json` says what is in it and in this folder, and `artifacts/`, where it"
    yield "is there, holds contents of artifacts in files named after their SHA-256."
    yield ""


def _explained(word: JSON, known: dict[str, str]) -> str:
    return f"{plain(word)} ({known[word]})" if type(word) is str and word in known else plain(word)


def _size(document: Object) -> str:
    steps = document.get("steps")
    return str(len(steps)) if type(steps) is list else "none"


def _limits(document: Object) -> Iterator[str]:
    """What the trace itself shows to be missing; it cannot show what it never knew of."""
    yield "## Known limitations"
    yield ""
    summary: JSON = document.get("summary")
    summary = summary if type(summary) is dict else {}
    confidence, goal = summary.get("agent_confidence"), summary.get("goal_achieved")
    if type(confidence) is int:
        yield f"- Confidence in the trace, not in the work: {confidence} of 100."
    else:
        yield "- The trace does not say how complete it is."
    if type(goal) is not bool:
        yield "- Whether the goal was reached is not stated."
    listed = document.get("steps")
    steps = [each for each in listed if type(each) is dict] if type(listed) is list else []
    acting = [each for each in steps if each.get("action") != "user_message"]
    for key in _WATCHED:
        if unknown := sum(each.get(key) in (None, "") for each in acting):
            yield f"- `{key}` is not known for {unknown} of the agent's {number_of(len(acting), 'step')}."
    if type(summary.get("goal_notes")) is str and summary["goal_notes"]:
        yield f"- About the outcome it says: {plain(summary['goal_notes'])}"
    yield "- `eval` is a weak label unless a review is named below."
    yield ""


def _authors(notes: Iterable[Note]) -> Iterator[str]:
    yield "## Who annotated it"
    yield ""
    rules, named = 0, Counter[str]()
    masked: list[JSON] = []
    for note in notes:
        if note.key == _REDACTION and type(note.value) is dict:
            masked.append(note.value.get("mode"))
        elif isinstance(note.author, Derivation):
            rules += 1
        else:
            named[note.author] += 1
    if rules:
        yield f"- Deterministic rules derived {_statements(rules)} from the log."
    for author, count in sorted(named.items()):
        yield f"- {plain(author)}: {_statements(count)}."
    if not rules and not named:
        yield "- Nobody."
    for mode in masked:
        yield f"- Redacted by a program ({plain(mode)}): text such as [CREDENTIAL] replaces what was taken out."
    yield ""


def _statements(count: int) -> str:
    return f"{count} statement{'' if count == 1 else 's'}"


def _licence(licence: str | None) -> Iterator[str]:
    yield "## Licence and use"
    yield ""
    if licence:
        yield plain(licence)
    else:
        yield "No licence is stated for the trace, nor for the artifacts in it: ask before you use them."
