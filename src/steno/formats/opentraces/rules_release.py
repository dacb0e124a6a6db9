"""What must hold before others get a record.  Knows no secrets: `steno scan` looks for them."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from steno.base.exact import JSON
from steno.contracts import Finding
from steno.formats.opentraces.document import Document, objects
from steno.formats.opentraces.examples import rule


@rule("OTR201", bad={"/security": {"redactions_applied": 0}}, clause="SecurityMetadata.scanned")
def record_was_scanned(doc: Document) -> Iterator[Finding]:
    """`security.scanned` is true: somebody looked for secrets and personal data.

    It means that a scan was made, not that it found everything.
    """
    if type(doc.value) is dict and doc.part("security").get("scanned") is not True:
        yield doc.says("security.scanned is not true", "security")


@rule("OTR202", good={"/task/repository_url": "https://example.com/acme/webapp"},
      bad={"/task/repository_url": "https://acme:hunter2@example.com/acme/webapp"},
      clause="repository_url, repo_url")  # fmt: skip
def url_holds_no_credentials(doc: Document) -> Iterator[Finding]:
    """The address of a repository has no user name and password in it, as remotes often do."""
    if _has_password(doc.part("task").get("repository_url")):
        yield doc.says("repository_url contains a password", "task", "repository_url")
    for place, link in objects(doc.top, "git_links"):
        if _has_password(link.get("repo_url")):
            yield doc.says("repo_url contains a password", "git_links", place, "repo_url")


def _has_password(url: JSON) -> bool:
    try:
        return type(url) is str and bool(urlsplit(url).password)
    except ValueError:
        return False
