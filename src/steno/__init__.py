"""Steno keeps the exact record of what an AI agent said and did.

`read` gives traces, `convert` writes them, `check` judges a file by its format's rules; `run` records one that happens
now.  What the command line does with the sessions of a machine are functions that take a `World`: `sessions`, `info`,
`export`, `cost` and others; `here()` is this process's own.  What is not listed in `__all__` may change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steno.api.blame import Blame, Blamed, BlamedLine, blame
    from steno.api.bundle import Bundle, Bundling, bundle, bundle_dataset
    from steno.api.card import Card, Uses
    from steno.api.check import Checked, check, check_sessions
    from steno.api.commit import AddedLines, ChangedFile, Commit, CommitFound, CommitSession, commit
    from steno.api.convert import Conversion, convert, convert_session
    from steno.api.cost import Spent, cost
    from steno.api.export import export
    from steno.api.formats import known_formats
    from steno.api.info import About, info, info_counts
    from steno.api.log import Logged, SessionLines, log
    from steno.api.mask import Mask
    from steno.api.progress import Progress
    from steno.api.read import read, read_session
    from steno.api.redact import RedactedSession, redact, redact_session
    from steno.api.scan import Scanned, scan, scan_paths
    from steno.api.secrets import Look
    from steno.api.selection import Selection
    from steno.api.sessions import Elsewhere, Listed, Listing, Unlisted, Wanted, sessions
    from steno.api.show import Shown, shown
    from steno.api.view_as import Viewed, Viewing, view_as
    from steno.api.world import World, here
    from steno.api.written import Written
    from steno.base.exact import JSON
    from steno.contracts import Ambient, Code, Format
    from steno.detect import Span as SecretSpan
    from steno.detect.policy import Policy
    from steno.detect.seeds import Machine
    from steno.diagnostics import Diagnostic, Place, Report, Severity
    from steno.errors import Leak, Lossy, NotFound, StenoError, UnknownFormat, Unreadable, Unwritable, UsageError
    from steno.model import (
        Actor,
        ActorKind,
        Artifact,
        Attribution,
        Blob,
        Body,
        Derivation,
        Event,
        GitAnchor,
        GitLink,
        Header,
        Injected,
        Kind,
        Lifecycle,
        LifecycleKind,
        Note,
        Origin,
        Original,
        Patch,
        Reported,
        Role,
        Signs,
        Source,
        Span,
        Text,
        Thought,
        ThoughtState,
        ToolCall,
        ToolResult,
        Trace,
        Unknown,
        Usage,
        Visibility,
    )
    from steno.record.context import current
    from steno.record.decorate import step, tool
    from steno.record.error import RecordError
    from steno.record.null import NullRecorder
    from steno.record.recorder import Recorder
    from steno.record.run import Run, run
    from steno.redaction import Redacted, Redaction
    from steno.spending import Spending
    from steno.stats import Budget, By, Group, Period, Standing

__version__ = "0.1.0"

__all__ = [
    "JSON",
    "About",
    "Actor",
    "ActorKind",
    "AddedLines",
    "Ambient",
    "Artifact",
    "Attribution",
    "Blame",
    "Blamed",
    "BlamedLine",
    "Blob",
    "Body",
    "Budget",
    "Bundle",
    "Bundling",
    "By",
    "Card",
    "ChangedFile",
    "Checked",
    "Code",
    "Commit",
    "CommitFound",
    "CommitSession",
    "Conversion",
    "Derivation",
    "Diagnostic",
    "Elsewhere",
    "Event",
    "Format",
    "GitAnchor",
    "GitLink",
    "Group",
    "Header",
    "Injected",
    "Kind",
    "Leak",
    "Lifecycle",
    "LifecycleKind",
    "Listed",
    "Listing",
    "Logged",
    "Look",
    "Lossy",
    "Machine",
    "Mask",
    "NotFound",
    "Note",
    "NullRecorder",
    "Origin",
    "Original",
    "Patch",
    "Period",
    "Place",
    "Policy",
    "Progress",
    "RecordError",
    "Recorder",
    "Redacted",
    "RedactedSession",
    "Redaction",
    "Report",
    "Reported",
    "Role",
    "Run",
    "Scanned",
    "SecretSpan",
    "Selection",
    "SessionLines",
    "Severity",
    "Shown",
    "Signs",
    "Source",
    "Span",
    "Spending",
    "Spent",
    "Standing",
    "StenoError",
    "Text",
    "Thought",
    "ThoughtState",
    "ToolCall",
    "ToolResult",
    "Trace",
    "Unknown",
    "UnknownFormat",
    "Unlisted",
    "Unreadable",
    "Unwritable",
    "Usage",
    "UsageError",
    "Uses",
    "Viewed",
    "Viewing",
    "Visibility",
    "Wanted",
    "World",
    "Written",
    "__version__",
    "blame",
    "bundle",
    "bundle_dataset",
    "check",
    "check_sessions",
    "commit",
    "convert",
    "convert_session",
    "cost",
    "current",
    "export",
    "here",
    "info",
    "info_counts",
    "known_formats",
    "log",
    "read",
    "read_session",
    "redact",
    "redact_session",
    "run",
    "scan",
    "scan_paths",
    "sessions",
    "shown",
    "step",
    "tool",
    "view_as",
]  # fmt: skip

_MODULES = {
    "steno.api.blame": "Blame Blamed BlamedLine blame",
    "steno.api.bundle": "Bundle Bundling bundle bundle_dataset",
    "steno.api.card": "Card Uses",
    "steno.api.check": "Checked check check_sessions",
    "steno.api.commit": "AddedLines ChangedFile Commit CommitFound CommitSession commit",
    "steno.api.convert": "Conversion convert convert_session",
    "steno.api.cost": "Spent cost",
    "steno.api.export": "export",
    "steno.api.formats": "known_formats",
    "steno.api.info": "About info info_counts",
    "steno.api.log": "Logged SessionLines log",
    "steno.api.mask": "Mask",
    "steno.api.progress": "Progress",
    "steno.api.read": "read read_session",
    "steno.api.redact": "RedactedSession redact redact_session",
    "steno.api.scan": "Scanned scan scan_paths",
    "steno.api.secrets": "Look",
    "steno.api.selection": "Selection",
    "steno.api.sessions": "Elsewhere Listed Listing Unlisted Wanted sessions",
    "steno.api.show": "Shown shown",
    "steno.api.view_as": "Viewed Viewing view_as",
    "steno.api.world": "World here",
    "steno.api.written": "Written",
    "steno.base.exact": "JSON",
    "steno.contracts": "Ambient Code Format",
    "steno.detect.policy": "Policy",
    "steno.detect.seeds": "Machine",
    "steno.diagnostics": "Diagnostic Place Report Severity",
    "steno.errors": "Leak Lossy NotFound StenoError UnknownFormat Unreadable Unwritable UsageError",
    "steno.model": (
        "Actor ActorKind Artifact Attribution Blob Body Derivation Event GitAnchor GitLink Header Injected Kind "
        "Lifecycle LifecycleKind Note Origin Original Patch Reported Role Signs Source Span Text Thought ThoughtState "
        "ToolCall ToolResult Trace Unknown Usage Visibility"
    ),
    "steno.record.context": "current",
    "steno.record.decorate": "step tool",
    "steno.record.error": "RecordError",
    "steno.record.null": "NullRecorder",
    "steno.record.recorder": "Recorder",
    "steno.record.run": "Run run",
    "steno.redaction": "Redacted Redaction",
    "steno.spending": "Spending",
    "steno.stats": "Budget By Group Period Standing",
}
_RENAMED = {"SecretSpan": ("steno.detect", "Span")}
"""Names that differ from the name in the defining module."""


if not TYPE_CHECKING:  # a type checker knows the names, and that there are no others

    def __getattr__(name: str) -> object:
        # Nothing is imported before it is used: the command line's start-up pays for every import here.
        from importlib import import_module

        if name in _RENAMED:
            module, own = _RENAMED[name]
            return getattr(import_module(module), own)
        for module, names in _MODULES.items():
            if name in names.split():
                return getattr(import_module(module), name)
        raise AttributeError(f"module 'steno' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
