"""Sends the files of a dataset: to a folder, or to a repository of the Hugging Face Hub.  Decides nothing."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from msgspec import Struct

from steno.dataset.output import hashed
from steno.errors import Unwritable, UsageError
from steno.formats.forsy.folder import appearing

_HUB: Final = re.compile(r"hf:(?://)?(?:datasets/)?([A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*)")


class Sent(Struct, frozen=True):
    """A file that is sent, as it is sent."""

    path: str
    bytes: int
    sha256: str


class Api(Protocol):
    """What is needed of `huggingface_hub.HfApi`."""

    def create_repo(self, repo_id: str, *, repo_type: str, private: bool, exist_ok: bool) -> object: ...
    def repo_info(self, repo_id: str, *, repo_type: str) -> Any: ...
    def create_commit(
        self, repo_id: str, operations: Sequence[Any], *, commit_message: str, repo_type: str
    ) -> object: ...


def files(folder: Path, names: Sequence[str]) -> list[Sent]:
    """The files that would be sent, and no others."""
    return [Sent(name, *hashed(folder / name)) for name in names]


def repository(target: str) -> str | None:
    """The repository of the Hub that a word names: `hf:org/name`; None where it names a folder."""
    if not target.startswith("hf:"):
        return None
    if (found := _HUB.fullmatch(target)) is None:
        raise UsageError(f"{target!r} names no repository of the Hub: expected hf:owner/name")
    return found[1]


def to_folder(folder: Path, names: Sequence[str], target: Path) -> None:
    """A copy, which appears whole or not at all."""
    with appearing(target) as made:
        for name in names:
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(folder / name, made / name)


def hub(endpoint: str | None) -> Api:
    """The Hub, as `huggingface_hub` finds it and whoever is signed in there; raises `UsageError`."""
    try:
        from huggingface_hub import HfApi
    except ImportError:
        raise UsageError("the Hub needs huggingface_hub: `pip install 'steno-trace[hub]'`") from None
    found: Api = HfApi(endpoint=endpoint)
    return found


def to_hub(folder: Path, names: Sequence[str], repo: str, api: Api, *, is_public: bool, message: str) -> None:
    """One commit with all files.  A repository that is missing is made, private where nothing else is asked for."""
    from huggingface_hub import CommitOperationAdd

    operations = [CommitOperationAdd(path_in_repo=name, path_or_fileobj=str(folder / name)) for name in names]
    try:
        api.create_repo(repo, repo_type="dataset", private=not is_public, exist_ok=True)
        if not is_public and not api.repo_info(repo, repo_type="dataset").private:
            raise UsageError(f"{repo} is public: say so with --public, or make it private first")
        api.create_commit(repo, operations, commit_message=message, repo_type="dataset")
    except _refusals() as error:
        first = str(error).strip().partition("\n")[0]
        raise Unwritable(f"cannot write {repo}: {first or type(error).__name__}") from None


def _refusals() -> tuple[type[Exception], ...]:
    """How the Hub's library says that something did not work: its own error, and those of its kind."""
    from huggingface_hub.errors import HfHubHTTPError

    kinds = (kind for kind in HfHubHTTPError.__mro__ if issubclass(kind, Exception) and kind is not Exception)
    return (OSError, *kinds)
