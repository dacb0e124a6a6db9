"""Derives the steps of a trace from its log, by named rules.  Adds notes; changes no event and invents nothing."""

from __future__ import annotations

from msgspec import structs

from steno.base.memory import uncollected
from steno.contracts import Code
from steno.diagnostics import Report
from steno.model import Note, Trace
from steno.model.steps import STEP, derived
from steno.passes.derive import (
    actors,
    anchors,
    artifacts,
    changes,
    contents,
    coverage,
    judgement,
    links,
    observations,
    operations,
    outcomes,
    retries,
    scripts,
    turns,
    whole,
)

CODES: tuple[Code, ...] = (
    *anchors.CODES,
    *turns.CODES,
    *actors.CODES,
    *operations.CODES,
    *contents.CODES,
    *links.CODES,
    *retries.CODES,
    *outcomes.CODES,
    *observations.CODES,
    *changes.CODES,
    *scripts.CODES,
    *judgement.CODES,
    *whole.CODES,
    *artifacts.CODES,
)
"""Every rule.  A derivation names its rule by the code's name."""
RULES = {each.name: each for each in CODES}
_COPIES = (*contents.CODES, operations.NAMED, turns.RECORDED, turns.RETURNED, whole.TASK, whole.FINAL)
COPIES = frozenset(each.name for each in _COPIES)
"""The rules that copy what stands in the source, and compute nothing."""


class Derive:
    """Gives a trace its steps.  One that has steps already is left as it is, whoever made them."""

    name = "derive"
    needs = frozenset({"paired"})
    makes = frozenset({"derived"})
    unmakes = frozenset({"sealed"})

    def run(self, trace: Trace, report: Report) -> Trace:
        if any(note.key == STEP for note in trace.notes):
            return trace
        with uncollected():
            return structs.replace(trace, notes=(*trace.notes, *_notes(trace)))


PASS = Derive()


def _notes(trace: Trace) -> list[Note]:
    found = anchors.Anchors(trace.header).find(trace.events)
    acts, table = found.acts, operations.Operations(trace.header.agent)
    actors.label(trace.header, found)
    turns.count(acts)
    outcomes.judge(acts, trace.events)
    linked = links.Links(trace.header, found, table)
    linked.run()
    asked = whole.request(acts, linked.asked)
    observed = observations.Observations(table)
    notes: list[Note] = []
    held: set[str] = set()
    dated = 0
    for act in acts:
        held.update(act.collect())
        notes.append(derived(act.rule, STEP, act.action, act.event, act.evidence))
        notes.extend(actors.notes(act))
        notes.extend(turns.notes(act))
        dated += notes[-1].key == "ended_at" or notes[-1].key == "started_at"
        notes.extend(table.notes(act))
        notes.extend(contents.notes(act))
        notes.extend(links.notes(act))
        notes.extend(outcomes.notes(act))
        notes.extend(observed.notes(act))
        notes.extend(changes.notes(act))
        notes.extend(judgement.notes(act, first=act is asked))
    seen = coverage.count(trace.events, {act.event.uid for act in acts}, held, dated)
    notes.extend(whole.notes(trace, acts, asked, seen))
    notes.extend(artifacts.notes(trace, acts))
    return notes
