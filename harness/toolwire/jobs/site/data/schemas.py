"""JSON Schemas with addresses of their own: of what the site publishes, and of what users write.

An editor checks a suite or provider file against the address: `# yaml-language-server: $schema=...`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files as resources
from pathlib import Path
from typing import Final

from toolwire.io.json_text import object_of, parse
from toolwire.io.opening import content
from toolwire.io.shipped import shipped
from toolwire.jobs.site.model import Site, SiteFile

#: Schema -> the package it stands in: beside what writes, or reads, the documents.
SCHEMAS: Final[Mapping[str, str]] = {
    "badge.schema.json": "toolwire.jobs.site.data",
    "case-line.schema.json": "toolwire",
    "deviations.schema.json": "toolwire.jobs.site.data",
    "drift.schema.json": "toolwire.jobs.report",
    "history.schema.json": "toolwire.jobs.site.data",
    "matrix.schema.json": "toolwire.jobs.site.data",
    "models.schema.json": "toolwire.jobs.site.data",
    "provider.schema.json": "toolwire",
    "quirks.schema.json": "toolwire.jobs.report",
    "results.schema.json": "toolwire",
    "suite.schema.json": "toolwire",
    "tools.schema.json": "toolwire",
}
#: Whose schemas are those of files that users write and keep.
_OF_FILES: Final = "toolwire"
_MOST_BYTES: Final = 1024 * 1024


def schema_page(name: str) -> str:
    """Return where a schema is published below the site's folder."""
    return f"schemas/{name}"


def read(name: str) -> Mapping[str, object]:
    """Return a schema as it stands in the package."""
    package = SCHEMAS[name]
    own = package == _OF_FILES
    found = (shipped("schemas") if own else Path(str(resources(package))) / "schemas") / name
    return object_of(parse(content(found, _MOST_BYTES)))


def files(site: Site) -> Iterator[SiteFile]:
    """Yield every schema; `$id` is where it is published, or its name alone where nobody knows."""
    for name in SCHEMAS:
        address = f"{site.plan.address}{schema_page(name)}" if site.plan.address else name
        document = {**read(name), "$id": address}
        yield SiteFile(schema_page(name), json.dumps(document, indent=2).encode() + b"\n")
