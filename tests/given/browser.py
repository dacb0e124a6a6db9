"""A real Chromium before a running viewer.  Whatever the page complains of fails the test."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.given.page import Client

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--disable-lcd-text",
]  # fmt: skip


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser; skips the test where it, or what drives it, is missing."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip(
            "chromium is not installed: `make browser` installs it where it may, or your system's own package does"
        )
    with driver.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Looking:
    """One page, logged in; waits by asking again, since the policy of the page forbids strings of code."""

    def __init__(self, page: Page, client: Client) -> None:
        self.page, self.client = page, client
        self.complaints: list[str] = []
        self.outside: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", self._stopped)
        page.on("request", self._asked)

    def _said(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _stopped(self, dialog: Any) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.root, "data:")):
            self.outside.append(request.url)

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.client.server.port}"

    def open(self, path: str) -> Looking:
        self.page.goto(self.root + path)
        self.until("document.documentElement.dataset.ready === '1'")
        return self

    def ask(self, code: str) -> Any:
        return self.page.evaluate(code)

    def until(self, code: str, why: str = "") -> Any:
        """What an expression gives once it is true."""
        end = time.monotonic() + 20
        while not (found := self.page.evaluate(code)):
            if time.monotonic() > end:
                raise AssertionError(
                    why or f"never so: {code}\n{self.page.url}\n{self.complaints}\n{self.text()[-900:]}"
                )
            self.page.wait_for_timeout(25)
        return found

    def text(self) -> str:
        return str(self.page.evaluate("document.body.innerText"))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def chosen(self, n: int) -> None:
        """Waits until event `n` is the chosen one, in the list and in the address."""
        self.until(f"document.querySelector('.ev.on')?.dataset.n === '{n}'")
        self.until(f"new URLSearchParams(location.search).get('e') === '{n}'")


Open = Callable[..., Looking]


class Alone(Looking):
    """A page that is a file, and needs no server; any request but the one for itself is one too many."""

    def __init__(self, page: Page) -> None:
        self.file = ""
        super().__init__(page, None)  # type: ignore[arg-type]

    def _asked(self, request: Any) -> None:
        if request.url.partition("?")[0] != self.file and not request.url.startswith("data:"):
            self.outside.append(request.url)

    def open(self, path: str | Path) -> Alone:
        self.file = Path(path).as_uri()
        self.page.goto(self.file)
        self.until("document.documentElement.dataset.ready === '1'")
        return self


@contextmanager
def alone(browser: Browser, **how: Any) -> Iterator[Alone]:
    """A page of its own, offline; it may say nothing on the console."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **how})
    context.set_offline(True)
    try:
        found = Alone(context.new_page())
        yield found
        assert found.complaints == []
        assert found.outside == []
    finally:
        context.close()


@contextmanager
def looking(browser: Browser, client: Client, *, complains: bool = False, **how: Any) -> Iterator[Looking]:
    """A page of its own; unless `complains`, it may say nothing on the console and ask nobody else."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **how})
    name, _, value = client.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": f"http://127.0.0.1:{client.server.port}"}])
    try:
        found = Looking(context.new_page(), client)
        # Switched on later, it reaches a busy page after the key that is pressed next: the request would go through.
        found.page.route("**/never-asked-for", lambda route: route.abort())
        yield found
        if not complains:
            assert found.complaints == []
        assert found.outside == []
    finally:
        context.close()
