"""The words of messages with typed parts: what their ends are about, and the names of their fields."""

from __future__ import annotations

from typing import Final

from steno.model.signs import LifecycleKind
from steno.model.words import words

LIFECYCLE: Final = {
    "finish.canceled": LifecycleKind.INTERRUPTION,
    "finish.error": LifecycleKind.ERROR,
    "finish.permission_denied": LifecycleKind.INTERRUPTION,
}
FIELDS: Final = words(
    """
MIMEType completion_tokens content cost created_at details file finish finished finished_at image_url input is_error
is_summary_message message message_count metadata mime_type model parent_session_id parts path permission_denied
prompt_tokens provider provider_executed read read_at reason reasoning role session session_id shell_command signature
summary_message_id thinking thought_signature todos tool_call tool_call_id tool_id tool_result updated_at version
"""
)
