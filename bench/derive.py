"""Scores the derived steps against sessions that were labelled by reading them, and writes the table of the docs.

    python -m bench.derive [--misses] [--rounds N] [--only NAME]

The labels (tests/labels) hold positions, no text; the sessions are not part of the repository.  What the labels mean
stands beside them.  CPU time is that of the pass, as a share of the time that reading takes.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import os
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench.measured import put
from bench.opentraces import table
from bench.run import ROOT
from steno import pipeline, registry
from steno.diagnostics import Diagnostic, Place
from steno.model.event import Derivation, Origin
from steno.model.steps import ARTIFACTS, STEP, Step, steps, whole
from steno.model.trace import Trace
from steno.passes.derive.judgement import NO_RETRY

LABELS = ROOT / "tests/labels"
PAGE = ROOT / "docs/derivation.md"
CORPUS = Path(os.environ.get("STENO_CORPUS") or ROOT.parent / "shared/corpus")
Label = dict[str, Any]

FIELDS = {
    "user_message": "`user_message` is a human's",
    "words": "`input` of it is the human's words and nothing else",
    "message_role": "`message_role`",
    "feedback_type": "`feedback_type`",
    "refers_to": "`caused_by` of feedback is the step it speaks of",
    "output": "`output` is the text that ends a turn",
    "operation": "`operation` of a tool",
    "shell": "`operation` of a shell command",
    "caused_by": "`caused_by`",
    "retry_of": "`retry_of`",
    "success": "`success`",
    "negative": "`eval` -1",
    "positive": "`eval` +1",
    "directive": "`directive` where the log shows what to do instead",
    "observation": "`observation` quotes the error just seen",
    "state_change": "`state_change` names the file or the repository",
    "reasoning": "`reasoning`",
    "static_output": "`static_output` lists the changed files",
}
"""The rows of the table."""

_KEYS = {
    "user_message": "step user_message",
    "words": "input",
    "refers_to": "caused_by",
    "output": "step output",
    "shell": "operation",
    "negative": "eval",
    "positive": "eval",
}
"""The key of the notes that a row is about, where it is not the row's own."""
_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_MARKUP = re.compile(r"</?[a-z_]+>")
_ACTS = re.compile(r"\b(creat|chang|modif|writ|delet|remov|renam|mov|commit|push|rebas|merg|add|updat|applied)", re.I)
_DENIES = re.compile(r"\b(not|nothing|no)\b|exit code", re.I)
_REPOSITORY = re.compile(r"commit|branch|push|rebas|merg|repositor|\bindex\b|\bHEAD\b|staged|\b[0-9a-f]{7,40}\b", re.I)
_NAME = re.compile(r"[\w@+-]*\.[\w.@+-]+")
_FAILED = re.compile(r"\bfail|\berror|exit code", re.I)
_QUOTED = 60
"""How many characters of an error's line have to be there: a rule may cut a long one."""


class Miss(NamedTuple):
    session: str
    at: str
    field: str
    expected: object
    found: object


class Count:
    """Right ones among those derived, and among those that had to be."""

    def __init__(self) -> None:
        self.derived = self.sound = self.wanted = self.found = 0

    def add(self, right: bool, *, derived: bool, wanted: bool) -> None:
        self.derived += derived
        self.sound += derived and right
        self.wanted += wanted
        self.found += wanted and derived and right

    def cells(self) -> list[str]:
        return [_fraction(self.sound, self.derived), _fraction(self.found, self.wanted)]


class Scores:
    def __init__(self) -> None:
        self.counts: dict[str, Count] = defaultdict(Count)
        self.rules: dict[tuple[bool, str], set[str]] = defaultdict(set)
        self.misses: list[Miss] = []

    def add(self, where: tuple[str, str], field: str, allowed: list[object], value: object) -> None:
        """One value beside those that are right; None is the empty field."""
        right, wanted = value in allowed, None not in allowed
        self.counts[field].add(right, derived=value is not None, wanted=wanted)
        if not right:
            self.misses.append(Miss(*where, field, allowed[0] if len(allowed) == 1 else allowed, value))


class Session:
    """The steps of one labelled file, by their positions."""

    def __init__(self, labels: Label) -> None:
        path = CORPUS / labels["session"]
        self.records = path.read_bytes().split(b"\n")
        self.traces = [_derived(trace) for trace in _read(path)]
        self.steps = [step for trace in self.traces for step in steps(trace)]
        self.by_uid = {step.anchor.uid: step for step in self.steps}
        self.by_line: dict[int, list[Step]] = defaultdict(list)
        for step in self.steps:
            self.by_line[_line(step)].append(step)

    def at(self, label: Label) -> Step | None:
        """The step at a label's position."""
        line, _, block = label["at"].partition("/")
        if label["action"] == "user_message":
            return self.message(int(line), self.words(label))
        here = [step for step in self.by_line.get(int(line), ()) if step.action != "user_message"]
        exact = [step for step in here if block and _block(step) == int(block)]
        return next(iter(exact or here), None)

    def message(self, line: int, words: str | None = None) -> Step | None:
        """The message of a human on a line; the step may stand at another record that states it again."""
        spoken = [step for step in self.steps if step.action == "user_message"]
        for step in spoken:
            if _line(step) == line:
                return step
        for step in spoken:
            same = words is not None and str(step.get("input") or "").strip() == words
            if same or (abs(_line(step) - line) == 1 and self._second(line) == self._second(_line(step)) is not None):
                return step
        return None

    def _second(self, line: int) -> str | None:
        stamp = json.loads(self.records[line - 1]).get("timestamp")
        return stamp[:19] if isinstance(stamp, str) else None

    def words(self, label: Label) -> str | None:
        """What the human said, cut from the record."""
        if "words" not in label:
            return None
        line, _, block = label["at"].partition("/")
        text = _texts(json.loads(self.records[int(line) - 1]))[int(block or 0)]
        return "\n".join(text[start:end] for start, end in label["words"]).strip()


def _texts(record: Any) -> list[str]:
    """The text blocks of a record, at the index of their block."""
    held = record.get("message", record.get("payload", record))
    content: Any = held.get("content", held.get("message", held.get("text", "")))
    if isinstance(content, str):
        return [content]
    return [str(block.get("text", "")) if isinstance(block, dict) else str(block) for block in content]


def _line(step: Step) -> int:
    origin = step.anchor.origin
    return origin.line if isinstance(origin, Origin) else 0


def _block(step: Step) -> int:
    origin = step.anchor.origin
    last = origin.pointer.rpartition("/")[2] if isinstance(origin, Origin) else ""
    return int(last) if last.isdigit() else 0


# --- one step


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else [value]


def score(session: Session, name: str, labels: Label, scores: Scores) -> None:
    score_humans(session, name, labels, scores)
    at = {id(step): label["at"] for label in reversed(labels["steps"]) if (step := session.at(label)) is not None}
    for label in labels["steps"]:
        step = session.at(label)
        where = (name, label["at"])
        if label["action"] == "user_message":
            _message(session, where, label, step, at, scores)
        else:
            _act(session, where, label, step, at, labels, scores)
    if labels["files"]:
        scores.add((name, ""), "static_output", [labels["files"]], _files(session, labels["lines"], scores) or None)
    _name_rules(session, scores)


def _files(session: Session, stretch: list[int], scores: Scores) -> int:
    """How many artifacts have a step of the stretch."""
    found = 0
    for note in (whole(trace).get(ARTIFACTS) for trace in session.traces):
        if note is None or not isinstance(note.author, Derivation):
            continue
        scores.rules[False, "static_output"].add(note.author.rule.removeprefix("derive/"))
        for artifact in _list(note.value):
            uids = artifact.get("related_steps") if isinstance(artifact, dict) else None
            made = [session.by_uid[uid] for uid in _list(uids) if isinstance(uid, str) and uid in session.by_uid]
            found += any(stretch[0] <= _line(step) <= stretch[1] for step in made)
    return found


def score_humans(session: Session, name: str, labels: Label, scores: Scores) -> None:
    """Over the whole file: every message of a human, and nothing else."""
    known = {id(step) for label in labels["steps"] if (step := session.at(label)) is not None}
    for line in labels["human_lines"]:
        said = [each for each in labels["steps"] if each["at"].partition("/")[0] == str(line)]
        step = session.message(line, session.words(said[0]) if said else None)
        known.add(id(step))
        scores.add((name, str(line)), "user_message", [True], True if step else None)
    for step in session.steps:
        if step.action == "user_message" and id(step) not in known:
            scores.add((name, str(_line(step))), "user_message", [None], True)


def _message(
    session: Session, where: tuple[str, str], label: Label, step: Step | None, at: dict[int, str], scores: Scores
) -> None:
    if step is not None and (words := session.words(label)) is not None:
        said = str(step.get("input") or "").strip()
        scores.add(where, "words", ["the words"], "the words" if said == words else f"{len(said)} characters")
    for field in ("message_role", "feedback_type"):
        if field in label:
            scores.add(where, field, _list(label[field]), step and step.get(field))
    if "refers_to" in label:
        causes = _causes(session, step, at)
        scores.add(where, "refers_to", [label["refers_to"]], causes[-1] if causes else None)


def _act(
    session: Session,
    where: tuple[str, str],
    label: Label,
    step: Step | None,
    at: dict[int, str],
    labels: Label,
    scores: Scores,
) -> None:
    if label["action"] != "error":
        ends = True if label["action"] == "output" else None
        scores.add(where, "output", [ends], True if step and step.action == "output" else None)
    if "operation" in label and label["action"] == "agent_step":
        shell = step is not None and step.get("surface") == "cli"
        field = "shell" if shell else "operation"
        scores.add(where, field, _list(label["operation"]), step and step.get("operation"))
    if "success" in label and label["action"] == "agent_step":
        scores.add(where, "success", _list(label["success"]), step and step.get("success"))
    if "caused_by" in label:
        # What is done again is a cause, too.
        causes = set(_causes(session, step, at)) - (set(_list(label.get("retry_of"))) - set(label["caused_by"]))
        scores.add(where, "caused_by", [sorted(label["caused_by"])], sorted(causes) or None)
    if "retry_of" in label:
        origin = step and session.by_uid.get(str(step.get("retry_of")))
        scores.add(where, "retry_of", _list(label["retry_of"]), at.get(id(origin), "?") if origin else None)
    _judged(where, label, step, scores)
    if "saw_failure" in label:
        scores.add(where, "observation", ["the error"], _observed(session, label["saw_failure"], step, labels))
    if "changed" in label:
        wanted = "a change" if label["changed"] else None
        scores.add(where, "state_change", [wanted], _changed(step, label["changed"]))
    if "reasoning" in label:
        given = step is not None and step.get("reasoning") is not None
        scores.add(where, "reasoning", [label["reasoning"] or None], given or None)


def _judged(where: tuple[str, str], label: Label, step: Step | None, scores: Scores) -> None:
    if "eval" not in label:
        return
    allowed, value = _list(label["eval"]), step and step.get("eval")
    for field, sign in (("negative", -1), ("positive", 1)):
        may: list[object] = [sign] if sign in allowed else [None]
        if sign in allowed and len(allowed) > 1:
            may.append(None)
        scores.add(where, field, may, sign if value == sign else None)
    told = step.get("directive") if step else None
    given = True if isinstance(told, str) and not told.endswith(NO_RETRY) else None
    if label.get("directive"):
        scores.add(where, "directive", [True], given)
    elif -1 not in allowed:
        scores.add(where, "directive", [None], given)


def _causes(session: Session, step: Step | None, at: dict[int, str]) -> list[str]:
    """The positions of a step's causes; text on the way, which is not labelled, stands for its own causes."""
    found: list[str] = []
    for uid in _list(step.get("caused_by") or []) if step else []:
        cause = session.by_uid.get(str(uid))
        if cause is None:
            found.append("?")
        elif id(cause) in at:
            found.append(at[id(cause)])
        elif cause.action == "agent_step" and cause.get("tool") is None:
            found.extend(_causes(session, cause, at))
        else:
            found.append(f"{_line(cause)}?")
    return list(dict.fromkeys(found))


def _observed(session: Session, saw: Label, step: Step | None, labels: Label) -> str | None:
    """Whether an observation quotes the line of the failed step's result that names the error."""
    text = step and step.get("observation")
    if not isinstance(text, str):
        return None
    failed = session.at(next(each for each in labels["steps"] if each["at"] == saw["of"]))
    lines = [_plain(line) for line in str((failed and failed.get("output")) or "").split("\n")]
    for number in _list(saw["line"]):
        if isinstance(number, int) and number < len(lines) and lines[number][:_QUOTED] in _plain(text):
            return "the error"
    return text[:100] if _FAILED.search(text) else None


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", _ANSI.sub("", text)).split())


def _changed(step: Step | None, expected: object) -> str | None:
    """Whether a state change names what was changed.  An exit code alone is none."""
    text = step and step.get("state_change")
    if step is None or not isinstance(text, str):
        return None
    if expected == 0:
        return text[:100] if _ACTS.search(text) and not _DENIES.search(text) else None
    if expected == "repo":
        return "a change" if _REPOSITORY.search(text) else None
    names = _NAME.findall(str(step.get("input")))
    return "a change" if any(name in text for name in names) else None


def _name_rules(session: Session, scores: Scores) -> None:
    for step in session.steps:
        for key, note in step.notes.items():
            if isinstance(note.author, Derivation):
                field = f"{STEP} {step.action}" if key == STEP else key
                human = step.action == "user_message"
                scores.rules[human, field].add(note.author.rule.removeprefix("derive/"))


# --- reading and time


def _silent(_: Diagnostic) -> None:
    pass


def _read(path: Path) -> Iterator[Trace]:
    with path.open("rb") as stream:
        yield from pipeline.read(stream, Place(str(path)), _silent)


def _paired(trace: Trace) -> Trace:
    return pipeline.apply([registry.passes[name] for name in registry.formats["forsy"].needs], trace, _silent)


def _derived(trace: Trace) -> Trace:
    made = [registry.passes[name] for name in registry.formats["forsy"].derives]
    return pipeline.apply(made, _paired(trace), _silent)


def seconds(paths: list[Path], rounds: int) -> tuple[float, float]:
    """CPU time of reading, and of the pass, the best of some rounds."""
    made = [registry.passes[name] for name in registry.formats["forsy"].derives]
    best = [9e9, 9e9]
    for _ in range(rounds):
        gc.collect()
        start = time.process_time()
        traces = [_paired(trace) for path in paths for trace in _read(path)]
        between = time.process_time()
        kept = [pipeline.apply(made, trace, _silent) for trace in traces]
        best = [min(best[0], between - start), min(best[1], time.process_time() - between)]
        del kept
    return best[0], best[1]


# --- the table


def _fraction(part: int, all_: int) -> str:
    return f"{part}/{all_} ({part / all_:.0%})" if all_ else "–"


def lines(scores: Scores) -> Iterator[list[str]]:
    for field, title in FIELDS.items():
        human = field in ("user_message", "words", "message_role", "feedback_type", "refers_to")
        rules = ", ".join(sorted(scores.rules[human, _KEYS.get(field, field)])) or "–"
        yield [title, *scores.counts[field].cells(), rules]


def _labelled(only: str) -> Iterator[tuple[str, Label]]:
    for path in sorted(LABELS.glob("*.json")):
        labels = json.loads(path.read_bytes())
        session = CORPUS / labels["session"]
        if only not in path.stem:
            continue
        if not session.is_file():
            print(f"{path.stem}: skipped, its session is not there: set STENO_CORPUS to the folder", file=sys.stderr)
        elif hashlib.sha256(session.read_bytes()).hexdigest() != labels["sha256"]:
            print(f"{path.stem}: skipped, its session is another file than the one labelled", file=sys.stderr)
        else:
            yield path.stem, labels


def _times(labelled: list[tuple[str, Label]], rounds: int) -> str:
    by_agent: dict[str, list[Path]] = defaultdict(list)
    for _, labels in labelled:
        by_agent[labels["session"].partition("/")[0]].append(CORPUS / labels["session"])
    shares = []
    for agent, paths in sorted(by_agent.items()):
        reading, deriving = seconds(paths, rounds)
        shares.append(f"{deriving / reading:.0%} of the CPU time that reading takes for {agent}")
    return f"The pass takes {', '.join(shares)}."


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--misses", action="store_true", help="list what was wrong or not found; write no page")
    options.add_argument("--only", default="", metavar="NAME", help="only label files with this in their name")
    options.add_argument("--rounds", type=int, default=5)
    chosen = options.parse_args()
    labelled, scores = list(_labelled(chosen.only)), Scores()
    if not labelled:
        print("nothing to score: no labelled session is there")
        return
    for name, labels in labelled:
        score(Session(labels), name, labels, scores)
    content = f"\n{len(labelled)} sessions, {sum(len(labels['steps']) for _, labels in labelled)} labelled steps.\n\n"
    content += table(["field", "precision", "recall", "rules"], list(lines(scores)))
    if chosen.misses:
        for miss in scores.misses:
            print(f"{miss.session}\t{miss.at}\t{miss.field}\texpected {miss.expected!r}\tfound {miss.found!r}")
    else:
        content += f"\n{_times(labelled, chosen.rounds)}\n"
    if chosen.misses or chosen.only:
        print(content)
    else:
        put(PAGE, "derive", content)


if __name__ == "__main__":
    main()
