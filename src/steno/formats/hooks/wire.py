"""The shape of a hook log: one record per event, the event as the agent spelled it.

    {"steno_hook":1,"time":"...","agent":"some-agent","run":"...","files":[...],"event":{...}}

`raw` (base64) stands in place of `event` where it was no JSON, `omitted` where it was too large to keep.
"""

from __future__ import annotations

NAME = "hooks"
MARK = "steno_hook"

AROUND = frozenset(
    {
        "agent_id", "agent_transcript_path", "agent_type", "client", "cwd", "effort", "hook_event_name", "model",
        "permission_mode", "prompt_id", "scratchpad_dir", "session_id", "stop_hook_active", "thread-id",
        "transcript_path", "turn-id", "turn_id", "type",
    }
)  # fmt: skip
"""Keys that say where an event belongs, not what happened."""

PROMPT, CALL, RESULT, FAILURE = "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure"
STOPS = frozenset({"Stop", "SubagentStop"})
NOTIFY = "agent-turn-complete"

LIFECYCLE = {
    "ConfigChange": "",
    "CwdChanged": "",
    "FileChanged": "",
    "InstructionsLoaded": "",
    "Notification": "message",
    "PermissionDenied": "reason",
    "PermissionRequest": "",
    "PostCompact": "compact_summary",
    "PreCompact": "custom_instructions",
    "SessionEnd": "",
    "SessionStart": "",
    "Setup": "",
    "Stop": "",
    "StopFailure": "error",
    "SubagentStart": "",
    "SubagentStop": "",
    "TaskCompleted": "",
    "TaskCreated": "",
    "TeammateIdle": "",
    "UserPromptExpansion": "",
    "WorktreeCreate": "",
    "WorktreeRemove": "",
    NOTIFY: "",
    "post-commit": "",
    "post-rewrite": "",
}
"""Events about the run, each with the key of its words, where it has any."""

RESULTS = {RESULT: "tool_response", FAILURE: "error"}
"""Where the result of a call stands."""

ANSWERS = ("last_assistant_message", "last-assistant-message")
ASKED = "input-messages"
