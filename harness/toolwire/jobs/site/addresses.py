"""The addresses of a site: one place, so that every page links to the same.

Names of providers, dialects and suites come from results that anybody may have written. A name that
is no plain word gets an address of its plain characters and a digest of the whole, so that no
two names share one and none leaves its folder.
"""

from __future__ import annotations

import hashlib
import re
from datetime import date
from functools import lru_cache

from toolwire.results.cells import Row

#: A dot is not among them: it stands between the names in the address of a row or cell.
_PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}", re.ASCII)
#: Names that Windows keeps for devices; and that of a folder's own page.
_KEPT = re.compile(r"con|prn|aux|nul|com\d|lpt\d|index", re.ASCII)
_RULE = re.compile(r"T[CX]\d{3}", re.ASCII)
_OTHER = re.compile(r"[^a-z0-9_-]+", re.ASCII)
_DIGEST = 10
_SHORT = 40

INDEX = "index.html"
FORMATS = "formats.html"
CHECKLIST = "checklist.html"
METHOD = "method.html"
DIFFERENCES = "differences/index.html"


# A site has few names in tens of thousands of addresses.
@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """Return a name as part of an address: itself where it is a plain word, else one of its own."""
    if _PLAIN.fullmatch(name) and not _KEPT.fullmatch(name):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
    words = _OTHER.sub("-", name.lower()).strip("-")[:_SHORT]
    return f"{words or 'name'}~{digest}"


def row_id(row: Row) -> str:
    """Return `openai.openai-chat`."""
    return f"{slug(row.provider)}.{slug(row.dialect)}"


def cell_id(row: Row, suite: str) -> str:
    """Return the address of a cell in the matrix, without `#`: `openai.openai-chat.single_call`."""
    return f"{row_id(row)}.{slug(suite)}"


def cell_page(row: Row, suite: str) -> str:
    """Return the page of a cell: `cells/openai.openai-chat/single_call.html`."""
    return f"cells/{row_id(row)}/{slug(suite)}.html"


def provider_page(provider: str) -> str:
    """Return `providers/openai.html`."""
    return f"providers/{slug(provider)}.html"


def rule_page(rule: str) -> str:
    """Return `rules/TC304.html`; an id that is none of ours gets an address that no rule can have.

    It differs from theirs in more than the case of letters, which some disks do not tell apart.
    """
    return f"rules/{rule if _RULE.fullmatch(rule) else slug(f'other {rule}')}.html"


def suite_page(suite: str) -> str:
    """Return `suites/single_call.html`."""
    return f"suites/{slug(suite)}.html"


def difference_page(newer: date, older: date) -> str:
    """Return `differences/2026-11-23-since-2026-11-22.html`."""
    return f"differences/{newer.isoformat()}-since-{older.isoformat()}.html"


def root_of(path: str) -> str:
    """Return what leads from a page to the top of the site: "" or `../` for each folder."""
    return "../" * path.count("/")
