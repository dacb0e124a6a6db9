"""What only starts another command: `sudo`, `timeout 30`, `npx`, `bash -lc`, `ssh host`.  Finds that other command."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Plain(Struct, frozen=True):
    """A program with its arguments, and what starts it."""

    words: list[str]
    wrappers: list[str]


class Script(Struct, frozen=True):
    """A command line that another shell is given."""

    text: str


class _Wrapper(Struct, frozen=True):
    valued: frozenset[str]
    """Options whose value is the next word."""
    operands: int = 0
    """How many words of its own stand before the command."""
    assigns: bool = False
    """Variables may be set before the command."""


def _wrapper(valued: str = "", operands: int = 0, *, assigns: bool = False) -> _Wrapper:
    return _Wrapper(frozenset(valued.split()), operands, assigns)


_RUN: Final = _wrapper("--with --python -p --project --directory --extra --group --env-file --from --package --filter")
_CONTAINER: Final = _wrapper(
    "-e --env -u --user -w --workdir --env-file -v --volume -p --publish --name --network --net --entrypoint -m "
    "--memory --mount --platform --add-host --cpus --label -l --hostname --pull --cap-add --security-opt"
    " --ulimit --index", 1
)  # fmt: skip
_WRAPPERS: Final = {
    "sudo": _wrapper("-u -g -h -p -C -r -t -U --user --group", assigns=True),
    "doas": _wrapper("-u -C"),
    "env": _wrapper("-u -C --unset --chdir", assigns=True),
    "time": _wrapper("-f -o"),
    "timeout": _wrapper("-s -k --signal --kill-after", 1),
    "gtimeout": _wrapper("-s -k --signal --kill-after", 1),
    "nice": _wrapper("-n --adjustment"),
    "ionice": _wrapper("-c -n"),
    "nohup": _wrapper(),
    "setsid": _wrapper(),
    "caffeinate": _wrapper("-t -w"),
    "stdbuf": _wrapper("-i -o -e"),
    "exec": _wrapper("-a"),
    "command": _wrapper(),
    "builtin": _wrapper(),
    "xargs": _wrapper("-I -n -P -L -d -s -a -E --max-args --max-procs --max-lines --delimiter --arg-file"),
    "npx": _wrapper("-p --package"),
    "bunx": _wrapper("-p --package"),
    "uvx": _RUN,
    "pipx run": _RUN,
    "uv run": _RUN,
    "poetry run": _RUN,
    "pdm run": _RUN,
    "hatch run": _RUN,
    "rye run": _RUN,
    "pipenv run": _RUN,
    "conda run": _wrapper("-n --name -p --prefix"),
    "bundle exec": _RUN,
    "npm exec": _RUN,
    "pnpm exec": _RUN,
    "pnpm dlx": _RUN,
    "yarn exec": _RUN,
    "yarn dlx": _RUN,
    "bun x": _RUN,
    "mise exec": _RUN,
    "mise x": _RUN,
    "asdf exec": _RUN,
    "direnv exec": _wrapper("", 1),
    "nix-shell": _wrapper("-p --packages"),
    "docker exec": _CONTAINER,
    "docker run": _CONTAINER,
    "podman exec": _CONTAINER,
    "podman run": _CONTAINER,
    "docker compose exec": _CONTAINER,
    "docker compose run": _CONTAINER,
    "docker-compose exec": _CONTAINER,
    "docker-compose run": _CONTAINER,
    "kubectl exec": _wrapper("-n --namespace -c --container --context", 1),
}
_SHELLS: Final = frozenset({"bash", "sh", "zsh", "dash", "ksh", "fish", "pwsh", "powershell", "cmd"})
_SCRIPT: Final = frozenset({"-command", "/c", "/k"})
"""Options, in lower case, whose next word is a script; so is that of `-c`, `-lc`, `-euo pipefail -c`."""
_SSH: Final = _wrapper("-p -i -o -l -F -J -L -R -D -b -c -E -m -S -W -w -B -e -I -Q", 1)
_PYTHONS: Final = ("python", "python3", "python2", "py", "pypy", "pypy3")
_ENDINGS: Final = (".exe", ".cmd", ".bat")
_MOST: Final = 12
"""So many wrappers around one command are looked through."""


def basename(word: str) -> str:
    """A program's name without folders, and without the ending that Windows gives it."""
    name = word.replace("\\", "/").rstrip("/").rpartition("/")[2] or word
    lower = name.lower()
    return lower[: -len(lower.rpartition(".")[2]) - 1] if lower.endswith(_ENDINGS) else name


def is_python(program: str) -> bool:
    return program in _PYTHONS or (program.startswith("python3.") and program[8:].isdigit())


def unwrapped(words: list[str]) -> Plain | Script:
    """The command that these words start in the end."""
    wrappers: list[str] = []
    for _ in range(_MOST):
        if not words:
            break
        program = basename(words[0])
        script = _script(program, words)
        if script is not None:
            return Script(script)
        rest, name = _inner(program, words)
        if not rest:
            break
        words = rest
        wrappers.append(name)
    return Plain(words, wrappers)


def _script(program: str, words: list[str]) -> str | None:
    if program in _SHELLS:
        for index, word in enumerate(words[1:], 1):
            if not word.startswith(("-", "+", "/")) and words[index - 1] not in (
                "-o",
                "-euo",
                "-eo",
                "-ExecutionPolicy",
            ):
                return None
            short = (
                word.startswith("-")
                and not word.startswith("--")
                and word.endswith("c")
                and len(word) <= len("-euxlic")
            )
            if (short or word.lower() in _SCRIPT) and index + 1 < len(words):
                return words[index + 1] if short else " ".join(words[index + 1 :])
        return None
    if program == "eval" and len(words) > 1:
        return " ".join(words[1:])
    if program == "ssh":
        return " ".join(words[_after(words, 1, _SSH) :]) or None
    return None


def reads_script(words: list[str]) -> bool:
    """Whether this is a shell that takes its script from its input."""
    program = basename(words[0]) if words else ""
    return program in _SHELLS and all(word.startswith("-") for word in words[1:])


def _inner(program: str, words: list[str]) -> tuple[list[str], str]:
    """The words of the command that a wrapper starts, and the wrapper; no words where it is none."""
    if is_python(program):
        at = 1
        while at < len(words) and words[at].startswith("-") and words[at] not in ("-m", "-c", "-"):
            at += 2 if words[at] in ("-W", "-X") else 1
        return (words[at + 1 :], "python -m") if words[at : at + 1] == ["-m"] else ([], "")
    for size in (3, 2, 1):
        name = " ".join((program, *words[1:size]))
        if (found := _WRAPPERS.get(name)) is not None and len(words) >= size:
            return words[_after(words, size, found) :], name
    return [], ""


def _after(words: list[str], at: int, wrapper: _Wrapper) -> int:
    """Where the command begins, behind the wrapper's options and own words."""
    operands = wrapper.operands
    while at < len(words):
        word = words[at]
        if word == "--" and not operands:
            return at + 1
        if word.startswith("-") and word != "-":
            at += 2 if word in wrapper.valued else 1
        elif wrapper.assigns and "=" in word and not word.startswith(("/", ".", "=")):
            at += 1
        elif operands:
            operands -= 1
            at += 1
        else:
            return at
    return at
