from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.given.anthropic_replies import streamed
from tests.given.lines import told
from tests.given.openai_replies import completion
from tests.given.standin import Reply, Standin, Stream

PAGE = Path(__file__).parents[2] / "docs" / "integrations.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
LIBRARIES = {
    "openai": "openai",
    "anthropic": "anthropic",
    "langchain": "langchain_core",
    "otel": "opentelemetry.sdk",
}


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("extra", "library"), list(LIBRARIES.items()))
def test_a_missing_library_is_said_with_the_extra_that_brings_it(extra: str, library: str) -> None:
    ended = python(f"import sys; sys.modules[{library!r}] = None; import steno.integrations.{extra}")
    assert ended.stderr.splitlines()[-1] == (
        f"ImportError: steno.integrations.{extra} needs the package {library}: "
        f"install it with `pip install 'steno-trace[{extra}]'`"
    )


def test_steno_itself_imports_none_of_the_libraries() -> None:
    ended = python(
        "import sys, steno; steno.run, steno.read, steno.current\n"
        "import steno.integrations, steno.integrations.openai, steno.integrations.anthropic\n"
        "names = {each.partition('.')[0] for each in sys.modules}\n"
        "print(sorted(names & {'openai', 'anthropic', 'langchain_core', 'opentelemetry', 'httpx', 'pydantic'}))"
    )
    assert (ended.stdout, ended.stderr) == ("[]\n", "")


TYPES = [
    ["run.started", "message.user", "message.assistant", "run.completed"],
    ["run.started", "message.user", "message.assistant", "run.completed"],
    [
        "run.started",
        "step.started",
        "step.started",
        "step.completed",
        "message.user",
        "message.assistant",
        "step.completed",
        "run.completed",
    ],
    ["run.started", "tool.call", "tool.result", "run.completed"],
    ["run.started", "message.user", "message.assistant", "run.completed"],
]


@pytest.mark.parametrize(("example", "types"), list(zip(EXAMPLES, TYPES, strict=True)))
def test_the_examples_of_the_page_run(
    example: str, types: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STENO_TRANSCRIPTS", str(tmp_path))
    for name in ("OPENAI", "ANTHROPIC"):
        monkeypatch.setenv(f"{name}_API_KEY", "sk-test")
    with Standin() as standin:
        monkeypatch.setenv("OPENAI_BASE_URL", standin.url)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", standin.url)
        standin.will(Stream(streamed()) if "anthropic" in example else Reply(completion()))
        names: dict[str, Any] = {}
        exec(compile(example, str(PAGE), "exec"), names)  # noqa: S102  the page's own code
        if "client" in names:
            names["client"].close()
        if "provider" in names:
            names["provider"].shutdown()
    (path,) = tmp_path.glob("*.jsonl")
    assert [type for type, _, _ in told(path)] == types
