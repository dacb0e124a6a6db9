"""How Windsurf words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="windsurf",
    lifecycle={},
    openings={},
    fields=words(
        """
acknowledgement_type code_action command content cwd end_line exit_code find grep_search list_directory list_resources
new_content output path pattern planner_response query response run_command search_directory search_path server_name
start_line status total_results type user_input user_rejected user_response view_file
"""
    ),
)
