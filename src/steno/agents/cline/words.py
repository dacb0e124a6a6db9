"""Who wrote the words that Cline sends to the model, and which calls an answer holds as markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno.base.patterns import deferred

_RESULT = r"\[{}\b(?>.*?\] Result:)\s*"
"""What a result begins with: the tool, and what it was asked, which may be a text of several lines."""
_SPOKEN = deferred(
    r"\s*(?:<(task)>|(?:" + _RESULT.format("(?:ask_followup_question|attempt_completion|plan_mode_respond)") + "|"
    r"(?:" + _RESULT.format(r"\w+") + r")?The user [^<]{0,400}|New (?:instructions|message) [^\n]{0,400}\n)?"
    r"<(feedback|answer|user_message)>)",
    re.DOTALL,
)
"""Where a human speaks: the task, or a word on a question or a call, behind what the program says of it."""
_PROGRAM = deferred(
    r"\s*(?:" + _RESULT.format(r"\w+") + r"|\[(?:TASK RESUMPTION|ERROR)\]|# (?:task_progress|TODO LIST|Tool Use)|"
    r"<(?:environment_details|explicit_instructions|file_content|folder_content|url_content|workspace_diagnostics)\b|"
    r"\(?The user (?:has provided feedback|did not provide|denied)|Files attached by the user:|No tools were used|"
    r"Command (?:executed|failed with exit code|is still running)|If you have completed the user's task)",
    re.DOTALL,
)
"""What else the program begins a text with."""


def human(text: str, before: str = "") -> tuple[int, int]:
    """Where the human's own words stand in a text of the user's place; at its end where there are none.

    `before` is the text before it in the same message: behind the head of a result stands what the tool returned.
    """
    found = _SPOKEN().match(text)
    if found is None:
        is_human = not before.endswith("] Result:") and not _PROGRAM().match(text)
        return (0 if is_human else len(text)), len(text)
    end = text.rfind(f"</{found[1] or found[2]}>")
    words = text[found.end() : end if end >= found.end() else len(text)]
    start = found.end() + len(words) - len(words.lstrip())
    return start, start + len(words.strip())


_TOOLS = deferred(
    r"^<(access_mcp_resource|apply_diff|ask_followup_question|attempt_completion|browser_action|codebase_search|"
    r"execute_command|fetch_instructions|insert_content|list_code_definition_names|list_files|load_mcp_documentation|"
    r"new_task|plan_mode_respond|read_file|replace_in_file|search_and_replace|search_files|switch_mode|"
    r"update_todo_list|use_mcp_tool|web_fetch|write_to_file)>",
    re.MULTILINE,
)
_ARGUMENT = deferred(r"<(\w+)>")


def calls(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The calls that an answer holds as markup, each with its arguments.  Looks at no part of the text twice."""
    yield from ((name, dict(_arguments(inner))) for name, inner in _elements(text, _TOOLS()))


def _arguments(text: str) -> Iterator[tuple[str, str]]:
    for name, inner in _elements(text, _ARGUMENT()):
        yield name, inner.strip("\n")


def _elements(text: str, opening: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    unclosed: set[str] = set()
    position = 0
    while found := opening.search(text, position):
        name = found[1]
        close = -1 if name in unclosed else text.find(f"</{name}>", found.end())
        if close < 0:
            unclosed.add(name)
            position = found.end()
        else:
            yield name, text[found.end() : close]
            position = close + len(name) + 3
