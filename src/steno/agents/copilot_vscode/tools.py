"""The tools of Copilot Chat: by the names that the model uses, and by those of the editor."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_FILE = ("filePath",)
_SHELL = Tool("execute", "cli", ("command",), Effect.SHELL)
_SEARCH = Tool("search", "file", ("query",), lists=True)
_READ = Tool("read", "file", _FILE)
_LIST = Tool("read", "file", ("path",), lists=True)
_REPLACE = Tool("edit", "file", _FILE, Effect.REPLACE)
_CREATE = Tool("write", "file", _FILE, Effect.WRITE)
_PATCH = Tool("edit", "file", effect=Effect.PATCH)
_EDIT = Tool("edit", "file", _FILE)
_PLAN = Tool("plan", "other_tool")

TOOLBOX = Toolbox(
    {
        "apply_patch": _PATCH,
        "copilot_applyPatch": _PATCH,
        "copilot_createFile": _CREATE,
        "copilot_findFiles": _SEARCH,
        "copilot_findTextInFiles": _SEARCH,
        "copilot_insertEdit": _EDIT,
        "copilot_listDirectory": _LIST,
        "copilot_readFile": _READ,
        "copilot_replaceString": _REPLACE,
        "copilot_searchCodebase": _SEARCH,
        "create_file": _CREATE,
        "fetch_webpage": Tool("read", "browser", ("urls",)),
        "file_search": _SEARCH,
        "get_errors": Tool("read", "other_tool"),
        "grep_search": _SEARCH,
        "insert_edit_into_file": _EDIT,
        "list_dir": _LIST,
        "manage_todo_list": _PLAN,
        "multi_replace_string_in_file": _EDIT,
        "read_file": _READ,
        "replace_string_in_file": _REPLACE,
        "run_in_terminal": _SHELL,
        "runSubagent": Tool("other", "other_tool"),
        "semantic_search": _SEARCH,
        "vscode_editFile_internal": _EDIT,
    }
)
