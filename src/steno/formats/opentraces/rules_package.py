"""What the published schema package itself says of a record, where it is installed."""

from __future__ import annotations

from collections.abc import Iterator

from steno.contracts import Finding, Rule
from steno.formats.opentraces import package
from steno.formats.opentraces.document import Document
from steno.formats.opentraces.examples import record
from steno.formats.opentraces.rules_each import judges


@judges("OTR901", good=record(), bad=record(lifecycle="done"), clause="1.2")
def package_accepts_the_record(doc: Document) -> Iterator[Finding]:
    """The package `opentraces-schema` accepts the record.

    This is checked only where the package is installed beside Steno (`pip install opentraces-schema`).  It says in the
    package's own words what OTR001 to OTR008 say in Steno's, so there is nearly always a finding of these at the same
    place: it is there as a second witness, and for what a later version of the package may ask for.
    """
    known = package.version()
    for path, message in package.rejections(doc.data, doc.value):
        yield doc.says(f"opentraces-schema {known} rejects the record: {message}", *path)


RULES: tuple[Rule, ...] = (package_accepts_the_record,)
