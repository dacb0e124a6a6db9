"""Pushing: to a folder, or to a stand-in for the Hub on this machine; private by default, and nothing unreviewed."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from steno.api import dataset
from steno.api.dataset_push import push
from steno.errors import Unwritable, UsageError
from tests.given.datasets import built, digests, given, world
from tests.given.secrets import TOKEN

REQUIRED = 'review = "required"'


class Hub(ThreadingHTTPServer):
    """So much of the Hub as a commit of small files needs."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.repositories: dict[str, bool] = {}
        """Whether each is private."""
        self.files: dict[str, bytes] = {}
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Answers(BaseHTTPRequestHandler):
    server: Hub

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.asked.append(f"POST {self.path}")
        if self.path == "/api/repos/create":
            wanted = json.loads(data)
            name = f"{wanted['organization']}/{wanted['name']}" if wanted.get("organization") else wanted["name"]
            private = bool(wanted.get("private", wanted.get("visibility") == "private"))
            known = name in self.server.repositories
            self.server.repositories.setdefault(name, private)
            self._answer({"url": f"{self.server.address}/datasets/{name}"}, 409 if known else 200)
        elif self.path == "/api/validate-yaml":
            self._answer({"errors": [], "warnings": []})
        elif "/preupload/" in self.path:
            files = json.loads(data)["files"]
            self._answer({"files": [
                {"path": each["path"], "uploadMode": "regular", "shouldIgnore": False, "oid": None} for each in files
            ]})  # fmt: skip
        elif "/commit/" in self.path:
            for line in data.splitlines():
                each = json.loads(line)
                if each["key"] == "file":
                    self.server.files[each["value"]["path"]] = base64.b64decode(each["value"]["content"])
            where = f"{self.server.address}/datasets/garden/roses/commit/{0:040}"
            self._answer({"commitUrl": where, "commitOid": "0" * 40, "success": True})
        else:
            self._answer({"error": "unknown"}, 404)

    def do_GET(self) -> None:
        self.server.asked.append(f"GET {self.path}")
        name = self.path.removeprefix("/api/datasets/").partition("?")[0].removesuffix("/revision/main")
        if name in self.server.repositories:
            self._answer({"id": name, "private": self.server.repositories[name], "sha": "0" * 40, "siblings": []})
        else:
            self._answer({"error": "not found"}, 404)

    def _answer(self, value: Any, code: int = 200) -> None:
        data = json.dumps(value).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture
def hub() -> Iterator[Hub]:
    with Hub() as made:
        thread = threading.Thread(target=made.serve_forever)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def api(hub: Hub) -> Any:
    found = pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed")
    return found.HfApi(endpoint=hub.address, token="hf_" + "x" * 8)


def test_a_folder_gets_exactly_the_files_that_were_built(tmp_path: Path) -> None:
    built(given(tmp_path))
    done = push(world(tmp_path), tmp_path, str(tmp_path / "published"))
    assert done.is_sent
    found = {
        str(each.relative_to(tmp_path / "published")) for each in (tmp_path / "published").rglob("*") if each.is_file()
    }
    assert found == set(digests(tmp_path)) == {each.path for each in done.files}
    for each in done.files:
        assert hashlib.sha256((tmp_path / "published" / each.path).read_bytes()).hexdigest() == each.sha256
    with pytest.raises(UsageError, match="already exists"):
        push(world(tmp_path), tmp_path, str(tmp_path / "published"))


def test_a_dry_run_shows_the_files_and_sends_nothing(tmp_path: Path, hub: Hub) -> None:
    built(given(tmp_path))
    done = push(world(tmp_path), tmp_path, "hf:garden/roses", is_dry=True, api=api(hub))
    assert (done.is_sent, hub.asked) == (False, [])
    assert {each.path: each.sha256 for each in done.files} == digests(tmp_path)


@pytest.mark.filterwarnings("ignore")
def test_the_hub_gets_one_private_commit_with_all_files(tmp_path: Path, hub: Hub) -> None:
    built(given(tmp_path))
    done = push(world(tmp_path), tmp_path, "hf:garden/roses", api=api(hub))
    assert (done.is_sent, hub.repositories) == (True, {"garden/roses": True})
    assert {name: hashlib.sha256(data).hexdigest() for name, data in hub.files.items()} == digests(tmp_path)
    assert sum("/commit/" in each for each in hub.asked) == 1
    assert dataset.check(world(tmp_path), tmp_path).states == {"published": 6}


@pytest.mark.filterwarnings("ignore")
def test_a_public_repository_needs_a_word(tmp_path: Path, hub: Hub) -> None:
    built(given(tmp_path))
    hub.repositories["garden/roses"] = False
    with pytest.raises(UsageError, match="is public: say so with --public"):
        push(world(tmp_path), tmp_path, "hf:garden/roses", api=api(hub))
    assert hub.files == {}
    assert push(world(tmp_path), tmp_path, "hf:garden/roses", api=api(hub), is_public=True).is_sent


def test_what_nobody_has_reviewed_is_not_sent(tmp_path: Path, hub: Hub) -> None:
    given(tmp_path)
    config = tmp_path / "dataset.toml"
    config.write_text(config.read_text().replace('review = "auto"', REQUIRED))
    built(tmp_path)
    done = push(world(tmp_path), tmp_path, "hf:garden/roses", api=api(hub))
    assert (done.is_sent, done.standing.may_leave, hub.asked) == (False, False, [])
    dataset.decide(world(tmp_path), tmp_path, ["*"], dataset.State.PUBLISHABLE, "read", "human:Mara")
    assert push(world(tmp_path), tmp_path, str(tmp_path / "out")).is_sent


def test_a_file_that_changed_or_that_holds_a_secret_is_not_sent(tmp_path: Path) -> None:
    built(given(tmp_path))
    (tmp_path / "build" / "notes.txt").write_text(f"{TOKEN}\n")
    assert not push(world(tmp_path), tmp_path, str(tmp_path / "out")).is_sent
    assert not (tmp_path / "out").exists()


@pytest.mark.filterwarnings("ignore")
def test_a_hub_that_refuses_is_one_sentence(tmp_path: Path, hub: Hub) -> None:
    built(given(tmp_path))
    there = api(hub)
    hub.shutdown()
    hub.server_close()
    with pytest.raises(Unwritable, match="garden/roses"):
        push(world(tmp_path), tmp_path, "hf:garden/roses", api=there)
    assert dataset.check(world(tmp_path), tmp_path).states == {"publishable": 6}


@pytest.mark.parametrize("target", ["hf:garden", "hf:garden/roses/more", "hf:/roses"])
def test_a_word_that_names_no_repository_is_said(tmp_path: Path, target: str) -> None:
    built(given(tmp_path))
    with pytest.raises(UsageError, match="expected hf:owner/name"):
        push(world(tmp_path), tmp_path, target)


def test_what_is_not_built_is_not_sent(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing is built yet"):
        push(world(tmp_path), given(tmp_path), str(tmp_path / "out"))
