"""JSON Schemas with addresses of their own: of what the site publishes, and of what users write.

An editor checks a suite or provider file against the address: `# yaml-language-server: $schema=...`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from toolwire.io.json_text import object_of, parse
from toolwire.io.opening import content
from toolwire.io.shipped import shipped
from toolwire.jobs.site.model import Site, SiteFile

#: Of documents that the site publishes, and of files that users write and keep.
SCHEMAS: Final = (
    "badge.schema.json",
    "case-line.schema.json",
    "deviations.schema.json",
    "drift.schema.json",
    "history.schema.json",
    "matrix.schema.json",
    "models.schema.json",
    "provider.schema.json",
    "quirks.schema.json",
    "results.schema.json",
    "suite.schema.json",
    "tools.schema.json",
)
_MOST_BYTES: Final = 1024 * 1024


def schema_page(name: str) -> str:
    """Return where a schema is published below the site's folder."""
    return f"schemas/{name}"


def read(name: str) -> Mapping[str, object]:
    """Return a schema as it stands in the package."""
    return object_of(parse(content(shipped("schemas") / name, _MOST_BYTES)))


def files(site: Site) -> Iterator[SiteFile]:
    """Yield every schema; `$id` is where it is published, or its name alone where nobody knows."""
    for name in SCHEMAS:
        address = f"{site.plan.address}{schema_page(name)}" if site.plan.address else name
        document = {**read(name), "$id": address}
        yield SiteFile(schema_page(name), json.dumps(document, indent=2).encode() + b"\n")
