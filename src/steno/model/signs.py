"""What a reader recognised in a record, in words that no agent owns: why a response ended, where it ran, what failed.

Signs are a view.  The record's own words stay where they are, in the event's body or in its residue, and what is
written back is written from there; so a difference in signs is never a loss of its own.
"""

from __future__ import annotations

import enum

from msgspec import UNSET, Struct, UnsetType


class LifecycleKind(enum.Enum):
    """What a lifecycle event is about.  One of none of these kinds has only the name that its agent gives it."""

    ERROR = "error"
    """The program failed: a refused request to the model, a broken stream."""
    INTERRUPTION = "interruption"
    """Somebody stopped the turn."""
    TURN_END = "turn_end"
    """The agent ended its turn by itself."""
    RUN_END = "run_end"
    """The program's last line, on how the whole run went."""
    PROMPT = "prompt"
    """A prompt that was typed while the agent worked, and handed over in the middle of a turn."""
    QUEUED = "queued"
    """Something waits for the agent: a prompt that was typed while it worked, or a notice of the program's."""
    DELIVERED = "delivered"
    """The longest waiting of these was handed over in the middle of a turn ..."""
    TAKEN = "taken"
    """... or begins a turn, which a record of its own states most times ..."""
    WITHDRAWN = "withdrawn"
    """... or all of them went back to whoever typed them."""
    CHANGES = "changes"
    """What a call did to files, as the program reports it."""
    PULL_REQUEST = "pull_request"
    COMPACTION = "compaction"
    """The context was made shorter."""
    TITLE = "title"


class Injected(enum.Enum):
    """What the program wrote in the place of somebody else's words."""

    ENVIRONMENT = "environment"
    """It tells the model of the machine."""
    EDITOR = "editor"
    REMINDER = "reminder"
    HOOK = "hook"
    COMMAND = "command"
    """A command to the program itself, or what it printed."""
    NOTICE = "notice"
    """It tells what has happened: an interruption, the end of a task."""
    INSTRUCTIONS = "instructions"
    PLAN = "plan"
    """A plan of the agent's, which the human approved: the program hands it over in their name."""


class Reported(enum.Enum):
    """What the program's own report of a call says came of it, beside a flag or an exit code."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    APPLIED = "applied"
    """It states the change that it made to the file."""
    ANSWERED = "answered"
    """A request got a status from 200 to 399 ..."""
    REFUSED = "refused"
    """... or another one."""
    UNFLAGGED = "unflagged"
    """It is not marked as an error, and the program marks every error."""


class Signs(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Each is UNSET or False where the record does not say it."""

    stop: str | UnsetType = UNSET
    """Why the model's response ended, in the provider's words: `end_turn`, `tool_use`, `stop`, ..."""
    cwd: str | UnsetType = UNSET
    """The folder that the agent was in."""
    branch: str | UnsetType = UNSET
    """The branch that was checked out there."""
    exit: int | UnsetType = UNSET
    """The exit code of a command, on its result or on the program's report of the call."""
    reported: Reported | UnsetType = UNSET
    lifecycle: LifecycleKind | UnsetType = UNSET
    injected: Injected | UnsetType = UNSET
    took: float | UnsetType = UNSET
    """How many seconds a call took, as the program measured it."""
    completed: bool = False
    """A script ran to its end.  What it called may have failed all the same."""
    interrupted: bool = False
    """A turn or a call was stopped before it was done."""
    api_error: bool = False
    """The program wrote it in the model's place, because the request to the model failed."""
    replayed: bool = False
    """It is of another session, from which this one goes on: copied or fetched from its log, and counted there."""
    back: int | UnsetType = UNSET
    """How many prompts were taken back here, with all that followed them."""


NONE = Signs()
"""Nothing was recognised."""
