"""Nobody but the page itself, opened with the token, gets anything; and every answer has the headers that say so."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.routing import Route

from steno.api.shelf import Shelf
from steno.api.view import Desk
from steno.web import app as web_app
from steno.web.files import files
from steno.web.guard import HEADERS, Guard, Keys
from steno.web.server import Server
from tests.given.machine import claude
from tests.given.page import Client, serving, world

ID = "11111111-1111-4111-8111-111111111111"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    home = tmp_path_factory.mktemp("home")
    desk = Desk(world(home))
    desk.named(str(claude(home, ID)))
    return desk


@pytest.fixture(scope="module")
def client(desk: Desk) -> Iterator[Client]:
    with serving(desk) as client:
        yield client


@pytest.fixture(scope="module")
def key(desk: Desk) -> str:
    return desk.named(str(desk.world.home / ".claude" / "projects" / "-srv-garden" / f"{ID}.jsonl"))


def routes(desk: Desk) -> list[Route]:
    """Those of the application behind the guard."""
    guard = web_app.application(desk, Shelf(desk), Keys(1), ["127.0.0.1:1"])
    assert isinstance(guard, Guard)
    inner = guard._app
    found = inner.routes  # type: ignore[attr-defined]
    assert all(isinstance(each, Route) for each in found)
    return list(found)


def addresses(desk: Desk, key: str) -> list[str]:
    """One address for each route that answers with GET."""
    made = [each.path for each in routes(desk) if "GET" in (each.methods or ()) and "stream" not in each.path]
    filled = [re.sub(r"\{rest:path\}", "nothing", path).replace("{key}", key).replace("{n}", "1") for path in made]
    return [*filled, *files()]


def test_the_application_is_under_guard_by_construction(desk: Desk) -> None:
    assert isinstance(web_app.application(desk, Shelf(desk), Keys(1), []), Guard)
    assert {each.path for each in routes(desk)} >= {
        *web_app.QUESTIONS, *web_app.LISTS, *web_app.WORK, *web_app.DEEDS, "/api/1/login",
    }  # fmt: skip


def test_every_route_without_the_cookie_is_refused(client: Client, desk: Desk, key: str) -> None:
    for path in addresses(desk, key):
        answer = client.ask(path, Cookie=None)
        if path.startswith("/api/"):
            assert (answer.status, answer.json()["error"]["kind"]) == (401, "login"), path
        assert b"roses" not in answer.data


def test_every_route_has_the_headers_whether_it_answers_or_refuses(client: Client, desk: Desk, key: str) -> None:
    for path in addresses(desk, key):
        for answer in (client.ask(path), client.ask(path, Cookie=None), client.ask(path, Host="evil.example")):
            for name, value in HEADERS.items():
                assert answer.headers[name.lower()] == value, (path, name)
            assert "access-control-allow-origin" not in answer.headers
            assert "server" not in answer.headers


def test_every_route_is_refused_to_a_foreign_host_origin_and_site(client: Client, desk: Desk, key: str) -> None:
    port = client.server.port
    for path in addresses(desk, key):
        for headers in (
            {"Host": "evil.example"},
            {"Host": f"evil.example:{port}"},
            {"Host": "127.0.0.1"},
            {"Host": f"127.0.0.1:{port + 1}"},
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"Origin": f"https://127.0.0.1:{port}"},
            {"Sec_Fetch_Site": "cross-site"},
            {"Sec_Fetch_Site": "same-site"},
        ):
            answer = client.ask(path, "GET", None, **headers)
            assert (answer.status, answer.json()["error"]["kind"]) == (403, "foreign"), (path, headers)


def test_two_hosts_are_refused(client: Client) -> None:
    with socket.create_connection(("127.0.0.1", client.server.port), 10) as connection:
        host = f"127.0.0.1:{client.server.port}"
        connection.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n".encode())
        status = connection.recv(100).split()[1]
    assert status in (b"400", b"403")


def test_the_page_itself_may_ask(client: Client, key: str) -> None:
    own = f"http://127.0.0.1:{client.server.port}"
    assert client.ask(f"/api/1/s/{key}", Origin=own, Sec_Fetch_Site="same-origin").status == 200
    assert client.ask(f"/api/1/s/{key}", Host=f"localhost:{client.server.port}", Sec_Fetch_Site="none").status == 200


def test_a_token_works_once_and_no_other_works(desk: Desk) -> None:
    with serving(desk) as first:
        assert first.cookie
        again = Client(first.server)
        used = again.login()
        assert (used.status, used.json()["error"]["kind"], again.cookie) == (401, "token", "")
        assert "set-cookie" not in used.headers


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"token": null}', b'{"token": 1}', b'{"token": "x"}', b"[" * 9999]
)
def test_a_wrong_token_is_refused_and_does_not_use_up_the_right_one(desk: Desk, body: bytes) -> None:
    server = Server(desk, Shelf(desk))
    client = Client(server)
    assert client.server.keys.exchange("x") is None
    assert client.server.keys.exchange(server.keys.token) is not None
    server._socket.close()
    with serving(desk) as other:
        assert other.ask("/api/1/login", "POST", body, Cookie=None).status in (400, 401)


def test_the_cookie_is_for_the_page_alone(desk: Desk) -> None:
    server = Server(desk, Shelf(desk))
    cookie = server.keys.exchange(server.keys.token)
    server._socket.close()
    assert cookie is not None and cookie.startswith(f"steno-{server.port}=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))


@pytest.mark.parametrize("cookie", ["steno-1=x", "steno-{port}=", "steno-{port}=wrong", "=;=", "steno-{port}=\x80"])
def test_a_wrong_cookie_is_refused(client: Client, key: str, cookie: str) -> None:
    assert client.ask(f"/api/1/s/{key}", Cookie=cookie.format(port=client.server.port)).status == 401


def test_a_request_that_changes_something_needs_the_header(client: Client) -> None:
    for headers in ({"X_Steno": None}, {"X_Steno": "0"}, {"X_Steno": ""}):
        answer = client.ask("/api/1/login", "POST", b"{}", **headers)
        assert (answer.status, answer.json()["error"]["kind"]) == (403, "foreign")


def test_every_deed_needs_the_header_the_cookie_and_the_pages_own_address(client: Client, desk: Desk, key: str) -> None:
    deeds = [each.path.replace("{key}", key) for each in routes(desk) if "POST" in (each.methods or ())]
    assert {path.replace(key, "{key}") for path in deeds} == {*web_app.DEEDS, "/api/1/login"}
    for path in deeds:
        for status, kind, headers in (
            (403, "foreign", {"X_Steno": None}),
            (403, "foreign", {"X_Steno": "0"}),
            (403, "foreign", {"Origin": "http://evil.example"}),
            (403, "foreign", {"Origin": "null"}),
            (403, "foreign", {"Sec_Fetch_Site": "cross-site"}),
            (403, "foreign", {"Host": "evil.example"}),
            (401, "token" if path.endswith("/login") else "login", {"Cookie": None}),
        ):
            answer = client.ask(path, "POST", b'{"token": "x"}', **headers)
            assert (answer.status, answer.json()["error"]["kind"]) == (status, kind), (path, headers)


def test_a_deed_with_a_body_that_cannot_be_is_a_sentence(client: Client, key: str) -> None:
    for path in web_app.DEEDS:
        for body in (b"", b"[]", b"{", b"null", b'{"at": 1, "id": [], "author": {}, "to": 7, "ticket": null}'):
            answer = client.ask(path.replace("{key}", key), "POST", body)
            assert (answer.status, answer.json()["error"]["kind"]) == (400, "usage"), (path, body, answer.data)


def test_a_deed_on_no_session_is_not_found(client: Client) -> None:
    body = b'{"at": "secrets", "id": "x", "reason": "y", "author": "A", "role": "human", "step": 1, "ticket": "z"}'
    for path in web_app.DEEDS:
        answer = client.ask(path.replace("{key}", "00000000000000000000"), "POST", body)
        assert answer.status in (400, 404), (path, answer.data)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_another_method_is_refused(client: Client, key: str, method: str) -> None:
    answer = client.ask(f"/api/1/s/{key}/rows", method, b"{}")
    assert (answer.status, answer.json()["error"]["kind"]) == (405, "method")


@pytest.mark.parametrize(
    "path",
    [
        "/../guard.py", "/js/../../guard.py", "/%2e%2e/guard.py", "/..%2fguard.py", "/js/..%5c..%5cguard.py",
        "//etc/passwd", "/etc/passwd.", "/css/%00.css", "/index.html/../../guard.py", "/page/index.html.bak",
        "/js/nothing.js",
    ],
)  # fmt: skip
def test_no_address_leads_to_another_file(client: Client, path: str) -> None:
    answer = client.ask(path)
    assert answer.status in (404, 400) or b"<!doctype html>" in answer.data.lower(), (path, answer.status)
    assert b"root:" not in answer.data and b"Who may ask" not in answer.data


@pytest.mark.parametrize(
    "path",
    [
        "s/00000000000000000000", "s/..", "s/%2fetc%2fpasswd", "s/x/rows", "s/x/raw/1", "nothing", "s",
        "s/{key}/ev/0", "s/{key}/ev/99", "s/{key}/ev/x", "s/{key}/ev/-1", "s/{key}/ev/9999999999999999",
        "s/{key}/text/1?part=7", "s/{key}/own/0x1", "s/{key}/own/77", "s/x/stream",
    ],
)  # fmt: skip
def test_what_does_not_exist_is_not_found(client: Client, key: str, path: str) -> None:
    answer = client.ask(f"/api/1/{path.format(key=key)}")
    assert (answer.status, answer.json()["error"]["kind"]) == (404, "unknown"), answer.data


@pytest.mark.parametrize(
    "path",
    [
        "rows?a=x", "rows?filter=nothing", "rows?depth=0", "rows?depth=6", "index?depth=x", "map?by=colour",
        "?level=none", "?mask=2", "?level=structure", "rows?n=" + "9" * 40,
    ],
)  # fmt: skip
def test_a_request_that_cannot_be_is_a_sentence(client: Client, key: str, path: str) -> None:
    slash = "" if path.startswith("?") else "/"
    answer = client.ask(f"/api/1/s/{key}{slash}{path}")
    assert (answer.status, answer.json()["error"]["kind"]) == (400, "usage"), answer.data


def test_a_body_that_is_too_long_is_refused(client: Client) -> None:
    assert client.ask("/api/1/login", "POST", b" " * (1 << 21)).status == 400


def test_the_server_listens_on_this_machine_alone(client: Client) -> None:
    assert client.server._socket.getsockname()[0] == "127.0.0.1"


def test_pages_are_files_of_the_package(client: Client) -> None:
    folder = Path(web_app.__file__).parent / "page"
    assert all(each.is_relative_to(folder) for each in files().values())
    for path, file in files().items():
        assert client.ask(path, Cookie=None).data == file.read_bytes()
