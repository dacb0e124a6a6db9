"""The shapes of Codex rollout files: record, item and event types, and the words they use.  Versions 0.39 to 0.154."""

from __future__ import annotations

import re
from typing import NamedTuple

from steno.formats.injected import Marks

NAME = "codex"


class Shape(NamedTuple):
    """How a record that is neither message, thought nor tool use is read."""

    text: str = ""
    """The key of its words, where it has any."""
    child: str = ""
    """The key of the thread that it started."""
    bulk: str = ""
    """The key of bytes that stay in the record."""
    transient: bool = False
    """Bookkeeping, of use only while the agent ran."""


RECORDS: dict[str, Shape] = {
    "compacted": Shape(text="message"),
    "event_msg": Shape(),
    "inter_agent_communication": Shape(text="content"),
    "inter_agent_communication_metadata": Shape(),
    "response_item": Shape(),
    "security_risk_score": Shape(),
    "session_meta": Shape(),
    "turn_context": Shape(),
    "world_state": Shape(transient=True),
}
"""What stands in `type` of a wrapped record."""


TURN = "turn_context"
"""What each turn begins with, most of it as the one before."""


class Statement(NamedTuple):
    """An event that says again what a response item says, or says it alone."""

    text: str
    voice: str


USER, ASSISTANT, THOUGHT, OTHER = "user", "assistant", "thought", "other"
"""Voices: whose words an item or a statement holds."""

STATEMENTS = {
    "agent_message": Statement("message", ASSISTANT),
    "agent_reasoning": Statement("text", THOUGHT),
    "agent_reasoning_raw_content": Statement("text", THOUGHT),
    "user_message": Statement("message", USER),
}
RAW_REASONING = "agent_reasoning_raw_content"

EVENTS: dict[str, Shape] = {
    "agent_message_content_delta": Shape(transient=True),
    "agent_message_delta": Shape(transient=True),
    "agent_reasoning_delta": Shape(transient=True),
    "agent_reasoning_raw_content_delta": Shape(transient=True),
    "agent_reasoning_section_break": Shape(transient=True),
    "apply_patch_approval_request": Shape(),
    "background_event": Shape(text="message", transient=True),
    "collab_agent_interaction_begin": Shape(text="prompt"),
    "collab_agent_interaction_end": Shape(text="prompt"),
    "collab_agent_spawn_begin": Shape(text="prompt"),
    "collab_agent_spawn_end": Shape(text="prompt", child="new_thread_id"),
    "collab_close_begin": Shape(),
    "collab_close_end": Shape(),
    "collab_resume_begin": Shape(),
    "collab_resume_end": Shape(),
    "collab_waiting_begin": Shape(),
    "collab_waiting_end": Shape(),
    "context_compacted": Shape(),
    "deprecation_notice": Shape(),
    "dynamic_tool_call_request": Shape(),
    "dynamic_tool_call_response": Shape(),
    "elicitation_request": Shape(),
    "entered_review_mode": Shape(),
    "error": Shape(text="message"),
    "exec_approval_request": Shape(),
    "exec_command_begin": Shape(),
    "exec_command_end": Shape(),
    "exec_command_output_delta": Shape(transient=True),
    "exited_review_mode": Shape(),
    "guardian_assessment": Shape(),
    "guardian_warning": Shape(text="message"),
    "hook_completed": Shape(),
    "hook_started": Shape(),
    "image_generation_begin": Shape(),
    "image_generation_end": Shape(bulk="result"),
    "item_started": Shape(transient=True),
    "mcp_startup_complete": Shape(transient=True),
    "mcp_startup_update": Shape(transient=True),
    "mcp_tool_call_begin": Shape(),
    "mcp_tool_call_end": Shape(),
    "model_reroute": Shape(),
    "model_verification": Shape(),
    "patch_apply_begin": Shape(),
    "patch_apply_end": Shape(),
    "patch_apply_updated": Shape(transient=True),
    "plan_delta": Shape(transient=True),
    "plan_update": Shape(),
    "raw_response_item": Shape(transient=True),
    "reasoning_content_delta": Shape(transient=True),
    "reasoning_raw_content_delta": Shape(transient=True),
    "request_permissions": Shape(),
    "request_user_input": Shape(),
    "safety_buffering": Shape(transient=True),
    "session_configured": Shape(),
    "shutdown_complete": Shape(transient=True),
    "stream_error": Shape(text="message"),
    "sub_agent_activity": Shape(child="agent_thread_id"),
    "task_complete": Shape(),
    "task_started": Shape(),
    "terminal_interaction": Shape(),
    "thread_goal_updated": Shape(),
    "thread_name_updated": Shape(text="thread_name"),
    "thread_rolled_back": Shape(),
    "thread_settings_applied": Shape(),
    "turn_aborted": Shape(),
    "turn_complete": Shape(),
    "turn_diff": Shape(),
    "turn_moderation_metadata": Shape(),
    "turn_started": Shape(),
    "undo_completed": Shape(text="message"),
    "undo_started": Shape(text="message"),
    "view_image_tool_call": Shape(),
    "warning": Shape(text="message"),
    "web_search_begin": Shape(),
    "web_search_end": Shape(),
}
"""Every `event_msg` but statements, `token_count` and `item_completed`."""

NAMES = {kind: f"event.{kind}" for kind in (*STATEMENTS, *EVENTS)}
"""What such events are called in a trace."""

TITLE = "thread_name_updated"
ROLLED_BACK = "thread_rolled_back"

TURN_ITEMS: dict[str, Shape] = {
    "CollabAgentToolCall": Shape(text="prompt"),
    "CommandExecution": Shape(),
    "ContextCompaction": Shape(),
    "DynamicToolCall": Shape(),
    "EnteredReviewMode": Shape(),
    "ExitedReviewMode": Shape(),
    "Extension": Shape(),
    "FileChange": Shape(),
    "HookPrompt": Shape(),
    "ImageGeneration": Shape(bulk="result"),
    "ImageView": Shape(),
    "McpToolCall": Shape(),
    "Plan": Shape(text="text"),
    "Sleep": Shape(),
    "SubAgentActivity": Shape(child="agent_thread_id"),
    "WebSearch": Shape(),
}
"""Items of `item_completed`, but for those that state words."""

SPOKEN_ITEMS = {"AgentMessage": ASSISTANT, "Reasoning": THOUGHT, "UserMessage": USER}
REASONED = ("summary_text", "raw_content")
"""The lists of strings of a `Reasoning` item: summaries, then the reasoning itself."""

CALL_ITEMS = frozenset({"CollabAgentToolCall", "CommandExecution", "DynamicToolCall", "FileChange", "McpToolCall"})
"""Items whose `id` is the id of the tool call they tell of."""


class Call(NamedTuple):
    """Where a response item that calls a tool says what."""

    arguments: str
    tool: str = ""
    """The tool's name where the item's type is the name, not its `name`."""
    alone: bool = False
    """The provider ran it: no item holds a result, and none is missing."""


CALLS = {
    "custom_tool_call": Call("input"),
    "function_call": Call("arguments"),
    "image_generation_call": Call("revised_prompt", "image_generation", alone=True),
    "local_shell_call": Call("action", "local_shell"),
    "tool_search_call": Call("arguments", "tool_search"),
    "web_search_call": Call("action", "web_search", alone=True),
}

RESULTS = {
    "custom_tool_call_output": "output",
    "function_call_output": "output",
    "local_shell_call_output": "output",
    "tool_search_output": "tools",
}
"""Items that hold a tool's result, and the key of its content."""

FAILED = {"completed": False, "failed": True}
"""What a result's `status` says of its failure."""

ITEMS: dict[str, Shape] = {
    "additional_tools": Shape(),
    "compaction": Shape(),
    "compaction_summary": Shape(),
    "compaction_trigger": Shape(),
    "context_compaction": Shape(),
    "ghost_snapshot": Shape(transient=True),
}
"""Response items that are neither words nor tool use."""

ROLES = frozenset({"assistant", "developer", "system", "user"})
WORDS = frozenset({"agent_message", "message", "reasoning"})
BARE_ITEMS = frozenset({*WORDS, *CALLS, *RESULTS, *ITEMS})
"""What may stand in `type` of a bare record, which is a response item without an envelope."""

TEXTS = frozenset({"Text", "input_text", "output_text", "reasoning_text", "summary_text", "text"})
"""Parts whose `text` is words."""

IMAGES = {"image": "image_url", "input_image": "image_url", "local_image": "path"}
"""Parts that are images, and the key that holds or names them."""

USAGE = {
    "input_tokens": "input",
    "cached_input_tokens": "cache_read",
    "cache_write_input_tokens": "cache_write",
    "output_tokens": "output",
    "reasoning_output_tokens": "reasoning",
    "total_tokens": "total",
}
"""Token counts of `last_token_usage`, by the model's names.  Input includes cached, output includes reasoning."""

RUNTIMES = {"codex-tui": "cli", "codex_cli_rs": "cli", "codex_exec": "cli", "codex_vscode": "ide"}
"""What `originator` says of where the agent ran, where it is certain."""

_REQUEST = "\n## My request for Codex:"
"""What stands before the human's words where an editor or the desktop program adds to them, under headings."""
MARKS = Marks(
    r"apps_instructions|app-context|codex_internal_context|collaboration_mode|environment_context"
    r"|environments_instructions|goal_context|hook_prompt|model_switch|multi_agent_mode|permissions instructions"
    r"|personality_spec|plugins|plugins_instructions|recommended_plugins|skill|skills_instructions"
    r"|subagent_notification|subagents|turn_aborted|user_action|user_instructions|user_shell_command",
    spoken=(("user_shell_command/command",),),
    openings=(
        "# AGENTS.md instructions", "<subagent_notification>", "<turn_aborted>", "<user_action>",
        "Another language model started to solve this problem and produced a summary of its thinking process.",
        "Warning: apply_patch was requested via ",
    ),
    prefaces=(("# AGENTS.md instructions", "</INSTRUCTIONS>"), ("# ", _REQUEST)),
)  # fmt: skip
"""What the program writes into role-user items: instructions, the environment, the context of an editor, notices."""

IMAGE_TAG = re.compile(r"<image(?: [^<>]*)?>|</image>")
"""The text parts that the program puts around an image."""

STATED = {
    "originator", "source", "thread_source", "agent_nickname", "agent_role", "agent_path", "history_mode",
    "history_base", "memory_mode", "multi_agent_version",
}  # fmt: skip
"""Keys of `session_meta` that the header's environment repeats."""

GIT = {"branch": "git_branch", "commit_hash": "git_commit", "repository_url": "git_repository"}
