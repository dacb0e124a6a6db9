"""What Cursor writes into the human's messages."""

from __future__ import annotations

from steno.formats.injected import Marks

MARKS = Marks(
    "additional_data|agent_skills|always_applied_workspace_rules?|attached_files|cursor_commands|cursor_rules_context"
    "|git_status|image_files|manually_attached_skills|open_and_recently_viewed_files|project_layout|rules"
    "|system_reminder|timestamp|user_info|user_query|user_rules",
    asked=("user_query",),
)
