"""`formats.html`: how each provider writes tool calls, as its bytes show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from toolwire.jobs.report.drift import SINCE
from toolwire.jobs.report.labels import proof_text
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.report.tables import CHOICES, VERIFICATION, formats
from toolwire.jobs.site.addresses import FORMATS, slug
from toolwire.jobs.site.destinations import Destinations, destinations
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.model.observation import FACETS
from toolwire.results.cells import Cell, Row, age

#: Group of columns -> facet -> what it says, in plain words.
COLUMNS: Final[Mapping[str, Mapping[str, str]]] = {
    "The call": {
        "call_field": "Where in the answer a tool call stands. `[]` is an item of a list.",
        "arguments": "How the arguments are written: as a string that holds JSON, or as an object.",
        "no_arguments": "What is sent for a tool that takes no arguments.",
        "id_field": "The member that names the call, so that its result can be matched to it.",
        "id_pattern": "What such a name looks like: its beginning, length and characters.",
    },
    "How the answer ends": {
        "stop_field": "The member that says why the answer ended.",
        "stop_on_call": "What that member says when the answer holds a tool call.",
        "text_beside_call": "What stands where text would be, beside a call.",
    },
    "What is sent": {
        "definition_field": "Where the request lists the tools that may be called.",
        "schema_field": "The member of a tool that holds the JSON Schema of its arguments.",
        "result_field": "How the result of a tool goes back to the model.",
        "result_id_field": "The member of a result that says which call it answers.",
    },
    "Stream, errors, older form": {
        "framing": "How a streamed answer is cut into pieces on the wire.",
        "error_field": "Where an error answer says what is wrong.",
        "legacy_api": "The older form of a call (`function_call`), where it is seen.",
    },
}
#: Row of the table of five checks -> what it asks, in plain words.
CHECKS: Final[Mapping[str, str]] = {
    "Tool Definition": "Is a tool accepted as its format defines it?",
    "Assistant Tool Call": "Does one question bring one well-formed call?",
    "Tool Response": "Is the result of a tool taken back, and used?",
    "Mixed Content": "Do text and a call in one answer both arrive whole?",
    "Request Validation": "Is a wrong request refused, and refused as documented?",
}
#: Ids of this page's own sections; a format of such a name gets another.
_SECTIONS: Final = frozenset({"main", "by-provider", "columns", "by-format", "checks", "tool-choice", "changes"})  # fmt: skip
#: State of a claim -> the class that colours it.
_STATES: Final = {
    "unchanged": "conformant",
    "changed": "failed",
    "also others": "non-strict",
    "not observed": "none",
}


#: A cell of a small table and its page; None where nothing was observed.
_Linked: TypeAlias = "tuple[Cell, str] | None"
#: A provider, its page, and its usual word.
_Otherwise: TypeAlias = tuple[str, str, str]


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the page."""
    matrix, pages = site.content.matrix, destinations(site)
    headings = {heading: key for key, heading in FACETS.items()}

    def otherwise(dialect: str, heading: str, word: str) -> list[_Otherwise]:
        found = _otherwise(matrix, dialect, headings[heading], word)
        return [(who, pages.provider(who), other) for who, other in found]

    yield page(
        site,
        "formats.html.j2",
        FORMATS,
        columns=COLUMNS,
        checks=CHECKS,
        since=SINCE.isoformat(),
        rows=matrix.rows,
        provider_of=pages.provider,
        anchor=anchor,
        age=age,
        proof_text=proof_text,
        formats=formats(matrix),
        otherwise=otherwise,
        verification=[
            (row, [_cell(matrix, pages, row, suite) for suite in VERIFICATION.values()])
            for row in matrix.rows
        ],
        choices=tuple(CHOICES),
        tool_choice=tuple(_choices(matrix, pages)),
        claims=site.content.changes,
        states=_STATES,
    )


def anchor(dialect: str) -> str:
    """Return the id of a format's section on the page: `openai-chat`."""
    found = slug(dialect)
    return f"{found}~format" if found in _SECTIONS else found


def _cell(matrix: Matrix, pages: Destinations, row: Row, suite: str) -> _Linked:
    cell = matrix.suites.get((row, suite))
    return (cell, pages.cell(row, suite)) if cell else None


def _choices(matrix: Matrix, pages: Destinations) -> Iterator[tuple[Row, list[_Linked]]]:
    """Yield the rows that were seen with any tool choice."""
    for row in matrix.rows:
        found: list[_Linked] = []
        for case in CHOICES.values():
            suite, _, last = case.partition(".")
            cell = matrix.table.cases.get((row, suite, last))
            found.append((cell, pages.cell(row, suite)) if cell else None)
        if any(found):
            yield row, found


def _otherwise(matrix: Matrix, dialect: str, facet: str, word: str) -> Iterator[tuple[str, str]]:
    """Yield the providers whose own bytes usually have another word, with it."""
    for row in matrix.rows:
        cell = matrix.facets.get((row, facet))
        if row.dialect == dialect and cell and not cell.hollow and cell.value != word:
            yield row.provider, cell.value
