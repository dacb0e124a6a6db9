"""Whether a dataset may leave: its files are those of its manifest, nothing is left in them, and people have decided.

Reads; changes nothing.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from steno.contracts import Code
from steno.dataset import manifest, output
from steno.dataset.build import Found
from steno.dataset.config import Dataset
from steno.dataset.gate import looking
from steno.dataset.output import hashed, look
from steno.dataset.part import Quarantined
from steno.dataset.security import problems
from steno.dataset.sidecar import FINDINGS, QUARANTINE, Sidecar, State
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.errors import Leak
from steno.redaction import Redaction

CHANGED = Code(
    "SEC912",
    "dataset-file-changed",
    "A file of the dataset is not the one that was built: it is missing, or its bytes have another hash than the "
    "manifest says. Build the dataset again.",
)
LEFT = Code(
    "SEC913",
    "dataset-file-holds-a-secret",
    "The last look at a file of the dataset found something that should have been masked. Nothing is published. Build "
    "the dataset again; if the value may stand, allow it under `[[security.allow]]` with a reason.",
)
UNREVIEWED = Code(
    "SEC914",
    "dataset-not-reviewed",
    "Rows wait for somebody to look at them. `steno dataset check --approve ID --reason WHY` approves a row, a "
    "session, or all (`*`); `--reject` leaves them out of the next build.",
)
CODES = (CHANGED, LEFT, UNREVIEWED)


class Standing(Struct, kw_only=True):
    """How far a dataset is on its way to others."""

    problems: int = 0
    states: dict[str, int] = {}
    """Rows by their state; those that are blocked are in no file."""
    findings: list[Found] = []
    """What the last look masked and nobody has decided on."""
    quarantined: list[Quarantined] = []
    files: list[str] = []

    @property
    def may_leave(self) -> bool:
        return not self.problems and not self.states.get(State.NEEDS_REVIEW.value, 0) and bool(self.files)


def policy_problems(dataset: Dataset, name: str) -> list[Diagnostic]:
    """In what a policy breaks its rules; warnings are not among them."""
    return [each for each in problems(dataset.security, Place(name)) if each.severity is Severity.ERROR]


def standing(folder: Path, sidecar: Sidecar, dataset: Dataset, redaction: Redaction, report: Report) -> Standing:
    """Everything that speaks against publishing a built dataset."""
    made = manifest.load(folder)
    wrong: list[Diagnostic] = []
    for each in made.files:
        path = folder / each.path
        if not path.is_file() or hashed(path) != (each.bytes, each.sha256):
            wrong.append(CHANGED.at(Place(str(path)), "is not the file that was built"))
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    stood = frozenset(sidecar_stood(sidecar))
    for name in files:
        format = "parquet" if name.endswith(output.SUFFIX["parquet"]) else "page"
        try:
            look(folder / name, format, looking(redaction, stood))
        except Leak as error:
            wrong.append(LEFT.at(Place(str(folder / name)), str(error)))
    found = Standing(
        problems=0,
        findings=sidecar.read(FINDINGS, Found),
        quarantined=sidecar.read(QUARANTINE, Quarantined),
        files=files,
    )
    found.states = _states(sidecar, dataset, made, found)
    if waiting := found.states.get(State.NEEDS_REVIEW.value):
        report(UNREVIEWED.at(Place(str(folder)), f"{waiting} rows wait for review"))
    for problem in wrong:
        report(problem)
    found.problems = len(wrong)
    return found


def sidecar_stood(sidecar: Sidecar) -> set[str]:
    """Words in ids and sealed bytes that look like tokens and are none, as the parts have them."""
    from steno.dataset.part import read_index

    return {word for path in sidecar.parts.glob("*.index") for word in read_index(path.with_suffix("")).stood}


def _states(sidecar: Sidecar, dataset: Dataset, made: manifest.Manifest, found: Standing) -> dict[str, int]:
    """Rows by their state: what was found in one makes it wait, and so does a policy that wants every row seen."""
    decisions = sidecar.decisions(made.digest)
    rows = sum(each.rows for each in made.splits.values())
    every = decisions.get("*")
    usual = State.NEEDS_REVIEW if dataset.publication.review == "required" else State.PUBLISHABLE
    usual = usual if every is None or every.state is State.REJECTED else every.state
    found.findings = [
        each for each in found.findings if each.row not in decisions and each.session not in decisions and every is None
    ]
    waiting = {each.row for each in found.findings}
    states = {usual.value: rows - len(waiting), State.NEEDS_REVIEW.value: 0}
    states[State.NEEDS_REVIEW.value] += len(waiting) + (rows - len(waiting) if usual is State.NEEDS_REVIEW else 0)
    states[State.BLOCKED.value] = sum(each.row >= 0 for each in found.quarantined)
    states[State.REJECTED.value] = made.dropped.get("rejected", 0)
    return {state: count for state, count in states.items() if count}
