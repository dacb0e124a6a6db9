"""How OpenCode words what happens."""

from __future__ import annotations

from typing import Any

from steno.idioms import FileReport, Idiom
from steno.model.calls import first_text
from steno.model.signs import LifecycleKind
from steno.model.words import words


def _file_reports(detail: dict[str, Any]) -> list[FileReport]:
    """What the details of an edit or a patch say of each file."""
    edited, patched = detail.get("filediff"), detail.get("files")
    every = [edited] if isinstance(edited, dict) else patched if isinstance(patched, list) else []
    return [_file_report(each) for each in every if isinstance(each, dict) and ("patch" in each or "before" in each)]


def _file_report(change: dict[str, Any]) -> FileReport:
    kind, diff = change.get("type"), first_text(change, ("patch", "diff"))
    start = -1 if diff is None else diff.find("@@ ")
    return FileReport(
        path=first_text(change, ("filePath", "file")) or "",
        change=kind if kind in ("add", "delete") else "update",
        before=first_text(change, ("before",)),
        after=first_text(change, ("after",)),
        diff=diff[start:] if diff is not None and start >= 0 else None,
        to=first_text(change, ("movePath",)) or "",
    )


IDIOM = Idiom(
    name="opencode",
    lifecycle={
        "aborted": LifecycleKind.INTERRUPTION,
        "compaction": LifecycleKind.COMPACTION,
        "failed": LifecycleKind.ERROR,
        "retry": LifecycleKind.ERROR,
    },
    openings={},
    file_reports=_file_reports,
    fields=words(
        """
aborted additions agent agents aggregate_id attachments auto cache callID compaction completed content cost created
data deletions delivery diffs directory end entry error exit export failed filename files finish hash ignored info
message messageID messages metadata mime mode model modelID outputPaths overflow parentID parent_id part parts patch
path permission projectID project_id prompt promoted_seq provider providerID read reason reasoning recent retry revert
root seq session sessionID sessionId session_id share_url slug snapshot start state status step-finish step-start
structured subtask summary synthetic tail_start_id task_id time time_archived time_created time_updated title todo
tokens tool total type updated url variant version write
"""
    ),
)
