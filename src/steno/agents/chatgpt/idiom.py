"""How exports of ChatGPT word what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import LifecycleKind
from steno.model.words import words

IDIOM = Idiom(
    name="chatgpt",
    lifecycle={"assistant.system_error": LifecycleKind.ERROR, "tool.system_error": LifecycleKind.ERROR},
    openings={},
    fields=words(
        """
all
asset_pointer author channel children citations code content content_type conversation_id create_time current_node
default_model_slug end_turn execution_output finish_details id is_archived language mapping message metadata model_slug
multimodal_text name parent parts reasoning_recap recipient role safe_urls status system_error tether_quote text
thoughts title update_time url user_editable_context weight
"""
    ),
)
