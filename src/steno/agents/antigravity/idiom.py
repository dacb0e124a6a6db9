"""How Antigravity words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.body import ToolResult
from steno.model.calls import words_of
from steno.model.signs import NONE, Injected, LifecycleKind, Reported, Signs
from steno.model.words import words

_DONE = "The command completed successfully."


def _result(body: ToolResult, shell: bool) -> Signs:
    said = words_of(body.content)
    return Signs(reported=Reported.SUCCEEDED) if said is not None and said.startswith(_DONE) else NONE


IDIOM = Idiom(
    name="antigravity",
    lifecycle={"CHECKPOINT": LifecycleKind.COMPACTION, "ERROR_MESSAGE": LifecycleKind.ERROR},
    openings={
        "<USER_SETTINGS_CHANGE>": Signs(injected=Injected.NOTICE),
        "<ADDITIONAL_METADATA>": Signs(injected=Injected.ENVIRONMENT),
        "<SYSTEM_MESSAGE>": Signs(injected=Injected.NOTICE),
        "<EPHEMERAL_MESSAGE>": Signs(injected=Injected.REMINDER),
    },
    fields=words(
        """
args base64 content created_at data error_details has_subtrajectory idx metadata MODEL name permissions render_info size
source status step_format step_index step_payload step_type SYSTEM task_details thinking tool_calls trajectory_id
truncated_fields type USER_EXPLICIT
"""
    ),
    result=_result,
)
