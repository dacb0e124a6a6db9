"""The hook program: appends what an agent tells it to a log, with the files that a tool is about to touch or touched.

It is started by path for every event of an agent (`python -I -S program.py AGENT FOLDER [WORD...]`), so it knows
nothing of Steno and imports only what starts in no time.  It never stands in the agent's way: it prints nothing, ends
within seconds and always with 0.  What goes wrong is said in `FOLDER/trouble.log`.
"""
# pathlib and contextlib cost as much as the whole program.
# ruff: noqa: PTH103, PTH108, PTH109, PTH110, PTH114, PTH115, PTH118, SIM105

import os
import sys
import time

LARGEST_EVENT = 32 << 20
LARGEST_FILE = 16 << 20
MOST_FILES = 100
SECONDS = 8

TOUCHING = ("PreToolUse", "PostToolUse", "PostToolUseFailure")
FILE_TOOLS = {"Edit": "file_path", "MultiEdit": "file_path", "Write": "file_path", "NotebookEdit": "notebook_path"}
PATCH_TOOL = "apply_patch"
PATCH_LINES = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
SESSION_KEYS = ("session_id", "thread-id")

_PIECE = 1 << 20
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_CAREFUL = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def main(argv: list[str]) -> None:
    agent, folder = argv[1], argv[2]
    os.umask(0o077)  # only the owner may read anything here
    try:
        _bounded()
        now = time.time_ns()
        payload, size = _given(agent, argv[3:])
        line, session = _line(agent, folder, now, payload, size)
        name = session or time.strftime("%Y-%m-%d", time.gmtime(now // 10**9))
        _append(folder + "/" + agent, name + ".jsonl", line)
    except BaseException as error:  # noqa: BLE001  the process edge: an agent's hook must not fail
        _complain(folder, agent, error)


def _bounded() -> None:
    """Whatever blocks (a pipe nobody closes, a dead network disk) is given up after some seconds, and not before."""
    import _signal  # type: ignore[import-not-found]  # `signal` costs as much as the whole program

    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)  # that key is meant for the agent
    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, _late)
        _signal.setitimer(_signal.ITIMER_REAL, SECONDS, 1)  # and once more for what is left to do then


class _Late(Exception):
    """Time is up."""


def _late(number: int, frame: object) -> None:
    raise _Late


# What happened


def _given(agent: str, words: list[str]) -> tuple[bytes | None, int]:
    """The event's bytes, and how many there were; None where there were too many to keep."""
    if agent == "git":
        return _git(words), 0
    if words:  # Codex's `notify` puts the event last on the command line
        return words[-1].encode("utf-8", "surrogateescape"), 0
    return _stdin()


def _stdin() -> tuple[bytes | None, int]:
    """To the end, even where it is too much: an agent should not find its pipe broken."""
    pieces, size = [], 0
    while piece := os.read(0, _PIECE):
        size += len(piece)
        if size <= LARGEST_EVENT:
            pieces.append(piece)
    return (b"".join(pieces) if size <= LARGEST_EVENT else None), size


def _git(words: list[str]) -> bytes:
    """Git says what happened in words, and git's rewrites on standard input."""
    name, head, *rest = words
    event = {"hook_event_name": name, "cwd": os.getcwd(), "head": head, "args": rest}
    if name == "post-rewrite":
        read, _ = _stdin()
        event["stdin"] = (read or b"").decode("utf-8", "surrogateescape")
    return _spelled(event).encode()


# The record


def _line(agent: str, folder: str, now: int, payload: bytes | None, size: int) -> tuple[bytes, str]:
    """The record, and the name of its session where it has a usable one."""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now // 10**9)) + f".{now % 10**9 // 1000:06}Z"
    head = f'{{"steno_hook":1,"time":"{stamp}","agent":"{agent}"'
    if run := os.environ.get("STENO_HOOK_RUN"):
        head += ',"run":' + _spelled(run)
    if payload is None:
        return f'{head},"omitted":{{"bytes":{size},"limit":{LARGEST_EVENT}}}}}\n'.encode(), ""
    try:
        text = payload.decode()
        event = _parsed(text)
    except (ValueError, RecursionError):
        from binascii import b2a_base64

        return head.encode() + b',"raw":"' + b2a_base64(payload, newline=False) + b'"}\n', ""
    files = _files(event, folder) if isinstance(event, dict) else ""
    # JSON has line breaks only between its values, where a space does as well: a line stays a line.
    text = text.strip(" \t\r\n").replace("\n", " ").replace("\r", " ")
    return f'{head}{files},"event":{text}}}\n'.encode(), _session(event)


def _parsed(text: str) -> object:
    """The value of a JSON text; raises `ValueError` where it is none.  Of a number nobody here asks the value."""
    try:
        from _json import make_scanner  # `json` costs as much as starting Python
    except ImportError:
        import json

        return json.loads(text, parse_int=_number, parse_float=_number, parse_constant=_refuse)
    start = len(text) - len(text.lstrip(" \t\r\n"))
    try:
        value, end = make_scanner(_Plain)(text, start)  # type: ignore[arg-type]
    except (StopIteration, SystemError):  # the latter where it wants to raise an error of `json`, which is not there
        raise ValueError("not JSON") from None
    if text[end:].strip(" \t\r\n"):
        raise ValueError("more than one value")
    return value


def _number(digits: str) -> int:
    return 0


def _refuse(word: str) -> object:
    raise ValueError(word)


class _Plain:
    """What the scanner asks how to read."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_int = parse_float = staticmethod(_number)
    parse_constant = staticmethod(_refuse)


def _spelled(value: object) -> str:
    """Strings, numbers, lists and objects as JSON in ASCII."""
    if isinstance(value, str):
        try:
            from _json import encode_basestring_ascii
        except ImportError:
            from json.encoder import encode_basestring_ascii

        return str(encode_basestring_ascii(value))
    if isinstance(value, dict):
        return "{" + ",".join(f"{_spelled(key)}:{_spelled(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_spelled, value)) + "]"
    return "true" if value is True else str(value)


def _session(event: object) -> str:
    """The session's id, where it can be the name of a file."""
    if isinstance(event, dict):
        for key in SESSION_KEYS:
            name = event.get(key)
            if isinstance(name, str) and 0 < len(name) <= 100 and _NAME.issuperset(name):
                return name
    return ""


# The files that a tool touches


def _files(event: dict[str, object], folder: str) -> str:
    """The member of the record that says how the files are right now; nothing where the tool names none."""
    if event.get("hook_event_name") not in TOUCHING:
        return ""
    found = list(dict.fromkeys(_paths(event.get("tool_name"), event.get("tool_input"))))
    if not found:
        return ""
    cwd = event.get("cwd")
    place = cwd if isinstance(cwd, str) else ""
    said: list[object] = []
    late = False
    for path in found[:MOST_FILES]:
        state: dict[str, object] = {"path": path, "state": "unreadable", "why": "no time was left"}
        try:
            state = state if late else _state(path, os.path.join(place, path), folder)
        except _Late:
            late = True
        said.append(state)
    more = f',"files_omitted":{len(found) - MOST_FILES}' if len(found) > MOST_FILES else ""
    return f',"files":{_spelled(said)}{more}'


def _paths(tool: object, given: object) -> list[str]:
    if isinstance(tool, str) and tool in FILE_TOOLS and isinstance(given, dict):
        path = given.get(FILE_TOOLS[tool])
        return [path] if isinstance(path, str) and path else []
    if tool != PATCH_TOOL:
        return []
    texts = list(given.values()) if isinstance(given, dict) else [given]
    lines = [line for text in texts if isinstance(text, str) for line in text.split("\n")]
    return [line[len(mark) :].strip() for line in lines for mark in PATCH_LINES if line.startswith(mark)]


def _state(path: str, where: str, folder: str) -> dict[str, object]:
    """How a file is: its size and hash, with its content kept under that hash; or why nothing is known."""
    said: dict[str, object] = {"path": path}
    try:
        if os.path.islink(where):
            said["link"] = os.readlink(where)
        descriptor = os.open(where, os.O_RDONLY | _CAREFUL)
    except FileNotFoundError:
        return said | {"state": "missing"}
    except (OSError, ValueError) as error:
        return said | {"state": "unreadable", "why": getattr(error, "strerror", None) or "no such name"}
    try:
        status = os.fstat(descriptor)
        if status.st_mode & 0o170000 != 0o100000:  # a pipe or a device: reading it might never end
            return said | {"state": "not-a-file"}
        said |= {"state": "file", "mode": f"{status.st_mode & 0o7777:04o}"}
        content = _read(descriptor) if status.st_size <= LARGEST_FILE else None
    except OSError as error:
        return said | {"state": "unreadable", "why": error.strerror or "cannot be read"}
    finally:
        os.close(descriptor)
    if content is None:
        return said | {"size": status.st_size, "omitted": f"larger than {LARGEST_FILE} bytes"}
    if content and not status.st_size:  # such as in /proc: made up as it is read, never the same
        return said | {"state": "not-a-file"}
    digest = _sha256(content)
    said |= {"size": len(content), "sha256": digest}
    try:
        _keep(folder + "/blobs", digest, content)
    except OSError as error:
        said["omitted"] = error.strerror or "the content cannot be kept"
    return said


def _read(descriptor: int) -> bytes | None:
    """The whole file, or None where it has grown too large."""
    pieces, size = [], 0
    while piece := os.read(descriptor, _PIECE):
        size += len(piece)
        if size > LARGEST_FILE:
            return None
        pieces.append(piece)
    return b"".join(pieces)


def _sha256(content: bytes) -> str:
    try:  # `hashlib` brings OpenSSL with it
        from _sha2 import sha256  # type: ignore[import-not-found]
    except ImportError:
        try:
            from _sha256 import sha256  # type: ignore[import-not-found]
        except ImportError:
            from hashlib import sha256
    return str(sha256(content).hexdigest())


# Writing


def _keep(folder: str, name: str, content: bytes) -> None:
    """The content under its hash, whole or not at all; what is there already stays."""
    path = folder + "/" + name
    if os.path.exists(path):
        return
    # Hooks run side by side: each has a file of its own until the name is taken.
    own = f"{folder}/.{name}.{os.getpid()}"
    descriptor = _opened(folder, own, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        _write(descriptor, content)
    except BaseException:
        os.unlink(own)
        raise
    finally:
        os.close(descriptor)
    os.replace(own, path)


def _append(folder: str, name: str, line: bytes) -> None:
    """One line at the end of the log, in one write."""
    path = folder + "/" + name
    descriptor = _opened(folder, path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0))
    try:
        end = os.lseek(descriptor, 0, 2)
        if end:
            os.lseek(descriptor, end - 1, 0)
            if os.read(descriptor, 1) != b"\n":  # a disk was full: what was torn must not swallow this one
                line = b"\n" + line
        _write(descriptor, line)
    finally:
        os.close(descriptor)


def _opened(folder: str, path: str, flags: int) -> int:
    flags |= _CAREFUL
    try:
        return os.open(path, flags, 0o600)
    except FileNotFoundError:
        os.makedirs(folder, exist_ok=True)
        return os.open(path, flags, 0o600)


def _write(descriptor: int, content: bytes) -> None:
    while content:
        content = content[os.write(descriptor, content) :]


def _complain(folder: str, agent: str, error: BaseException) -> None:
    """What went wrong, without what the agent said."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else ""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    said = f"{stamp} {agent} {type(error).__name__} {why}".rstrip() + "\n"
    try:
        _append(folder, "trouble.log", said.encode("utf-8", "replace"))
    except OSError:
        pass  # no place is left to say it


if __name__ == "__main__":
    if len(sys.argv) > 2:
        main(sys.argv)
    os._exit(0)  # nothing is left to do, and the interpreter's own ending takes time
