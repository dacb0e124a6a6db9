"""A step as a reviewer sees it: what it was, what it did, what is said of it and by whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from steno.base.counts import number_of
from steno.base.exact import JSON, encode
from steno.model import Note
from steno.model.event import Derivation
from steno.model.steps import STEP, Step
from steno.render.terminal import Paint, fitted, one_line, visible, width

CHARACTERS, LINES = 1000, 15
"""What is shown at most of a long text."""
_NARROWEST = 60

_HEAD: Final = (STEP, "turn", "actor", "operation")
_PLAIN: Final = ("tool", "surface", "input", "output")
"""What the log says: nobody asks who says so, unless somebody else does."""
_FIELDS: Final = (
    "tool", "surface", "execution_mode", "parallel_group", "caused_by", "causal_type", "causal_note", "retry_of",
    "observation", "reasoning", "alternatives_considered", "input_source", "input", "output", "state_change", "success",
    "eval", "eval_reason", "directive", "message_role", "feedback_type", "feedback_content", "started_at", "ended_at",
)  # fmt: skip
_STYLES: Final = {"input": "tool", "directive": "warning"}

KEYS = """\
  +  0  -    judge the step: good, neutral, bad
  r          say why you judge it so
  d          say what to do instead
  f          of a user's message: say which kind of feedback it is
  n, Return  go to the next; the step counts as reviewed
  s          skip to the next, without reviewing this one
  p          go back to the previous
  g          go to a step by its number
  v          show this step's texts in full
  u          undo the last note
  q          quit; everything is saved already
  ?          this help"""


def step_lines(
    step: Step,
    numbers: Mapping[str, int],
    paint: Paint,
    columns: int = 100,
    *,
    reviewed: bool = False,
    everything: bool = False,
) -> Iterator[str]:
    """The lines to print, safe for a terminal.  Every line of a step's own text is indented, so that no text can pass
    for ours."""
    columns = max(columns, _NARROWEST)
    parts = [f"step {step.number} of {len(numbers)}"]
    parts += [_worded(key, step.get(key)) for key in _HEAD if step.get(key) is not None]
    head = fitted(" · ".join(fitted(one_line(part[:200]), 40) for part in parts), columns - 12)
    yield paint(head, "prompt") + (paint("  reviewed", "good") if reviewed else "")
    maker = step.notes[STEP].author
    if not isinstance(maker, Derivation):
        yield paint(f"  as {fitted(one_line(maker), 40)} tells it", "dim")
    for key in _FIELDS:
        note = step.notes.get(key)
        if note is not None and note.value is not None:
            by = "" if note.author == maker else _by(key, note)
            yield from _field(key, note.value, by, numbers, paint, columns, everything=everything)


def _worded(key: str, value: JSON) -> str:
    return f"turn {value}" if key == "turn" else _text(value)


def _field(
    key: str, value: JSON, by: str, numbers: Mapping[str, int], paint: Paint, columns: int, *, everything: bool
) -> Iterator[str]:
    text = _text(_numbered(key, value, numbers))
    shown = text if everything else _cut(text)
    said = paint(f"  ({fitted(one_line(by), 30)})", "dim") if by else ""
    label = f"  {key:16}  "
    safe = visible(shown)
    if "\n" in safe or width(safe) > columns - 40:
        yield paint(label.rstrip(), "bold") + said
        for line in safe.split("\n"):
            yield from ("    " + paint.styled(piece, _STYLES.get(key, "")) for piece in _pieces(line, columns - 4))
    else:
        yield paint(label, "bold") + paint.styled(safe, _STYLES.get(key, "")) + said
    if len(shown) < len(text):
        yield "    " + paint(f"… {number_of(len(text) - len(shown), 'more character')}, press v to see all", "dim")


def _pieces(line: str, columns: int) -> Iterator[str]:
    """A line in pieces that fit: what a terminal wraps itself begins at its left edge, where our own words stand."""
    if line.isascii():
        yield from (line[start : start + columns] for start in range(0, max(len(line), 1), columns))
        return
    piece: list[str] = []
    left = columns
    for character in line:
        left -= width(character)
        if left < 0:
            yield "".join(piece)
            piece, left = [], columns - width(character)
        piece.append(character)
    yield "".join(piece)


def _cut(text: str) -> str:
    """The beginning of a text: so many characters, and no more than so many lines."""
    beginning = text[:CHARACTERS]
    lines = beginning.split("\n")
    return beginning if len(lines) <= LINES else "\n".join(lines[:LINES])


def _by(key: str, note: Note) -> str:
    if not isinstance(note.author, Derivation):
        return note.author
    return "" if key in _PLAIN else note.author.rule


def _numbered(key: str, value: JSON, numbers: Mapping[str, int]) -> JSON:
    """Steps by their numbers, which is how a reader finds them."""

    def number(uid: JSON) -> str:
        return f"step {numbers[uid]}" if isinstance(uid, str) and uid in numbers else _text(uid)

    match key, value:
        case "caused_by", list() | tuple():
            return ", ".join(map(number, value))
        case "retry_of", str():
            return number(value)
        case "input_source", {"source": uid}:
            return {**value, "source": number(uid)}
        case _:
            return value


def _text(value: JSON) -> str:
    return value if isinstance(value, str) else encode(value).decode()
