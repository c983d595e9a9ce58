"""`formats.html`: how each provider writes tool calls, as its bytes show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.drift import SINCE
from toolwire.jobs.report.labels import link, proof_text
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.report.model import GuideClaim
from toolwire.jobs.report.tables import CHOICES, VERIFICATION, formats
from toolwire.jobs.site.addresses import FORMATS, slug
from toolwire.jobs.site.bounded import cut, name
from toolwire.jobs.site.destinations import Destinations, destinations
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.model.observation import FACETS
from toolwire.results.cells import Cell, FacetCell, Row, age
from toolwire.results.cells.marks import counts_text, known_text, mark

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
_MOST_WORDS = 3
_MOST_OTHERWISE = 6
_WORD = 120
#: State of a claim -> the class that colours it.
_STATES: Final = {"unchanged": "conformant", "changed": "failed", "also others": "non-strict"}


@dataclass(frozen=True, slots=True)
class Named:
    """A provider's row: names, and the addresses of its page and of its format on this page."""

    provider: str
    dialect: str
    page: str
    anchor: str
    hollow: bool


@dataclass(frozen=True, slots=True)
class FacetView:
    """One observed fact: the usual word, rarer ones with counts, older ones, and how it is known.

    `before` has (word, until); `more` says how many rarer words are not shown.
    """

    word: str
    others: tuple[tuple[str, int], ...]
    more: int
    before: tuple[tuple[str, str], ...]
    known: str
    count: int
    age: str
    source: str | None
    hollow: bool


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell of a small table: mark, counts, how it is known, classes, and its page."""

    mark: str
    counts: str
    known: str
    classes: str
    page: str


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a format: heading, usual word, and the providers that write it otherwise.

    `otherwise` has (provider, its page, its usual word).
    """

    heading: str
    word: str
    otherwise: tuple[tuple[str, str, str], ...]
    more: int


@dataclass(frozen=True, slots=True)
class FormatView:
    """One wire format: its name, anchor, who speaks it (name, page), and its fields."""

    dialect: str
    anchor: str
    hollow: bool
    speakers: tuple[tuple[str, str], ...]
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class ClaimView:
    """One claim of the format table against what is observed.

    `classes` colour its outcome; `cited` is the address of the exchange that shows it.
    """

    claim: GuideClaim
    observed: str
    classes: str
    proof: str
    cited: str | None


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the page."""
    matrix, pages = site.content.matrix, destinations(site)
    named = {row: _named(row, matrix, pages) for row in matrix.rows}
    yield page(
        site,
        "formats.html.j2",
        FORMATS,
        columns=COLUMNS,
        checks=CHECKS,
        since=SINCE.isoformat(),
        rows=[(named[row], _facets(site, row)) for row in matrix.rows],
        formats=tuple(_formats(matrix, pages)),
        verification=[
            (named[row], [_cell(site, pages, row, suite) for suite in VERIFICATION.values()])
            for row in matrix.rows
        ],
        choices=tuple(CHOICES),
        tool_choice=tuple(_choices(site, pages, named)),
        claims=[_claim(claim) for claim in site.content.changes],
    )


def anchor(dialect: str) -> str:
    """Return the id of a format's section on the page: `openai-chat`."""
    found = slug(dialect)
    return f"{found}~format" if found in _SECTIONS else found


def _named(row: Row, matrix: Matrix, pages: Destinations) -> Named:
    mine = [cell for (whose, _), cell in matrix.facets.items() if whose == row]
    cells = [cell for (whose, _), cell in matrix.suites.items() if whose == row]
    hollow = all(cell.hollow for cell in mine) and all(cell.hollow for cell in cells)
    return Named(
        name(row.provider),
        name(row.dialect),
        pages.provider(row.provider),
        anchor(row.dialect),
        hollow,
    )


def _facets(site: Site, row: Row) -> list[FacetView | None]:
    facets = site.content.matrix.facets
    found = (facets.get((row, key)) for group in COLUMNS.values() for key in group)
    return [_facet(cell, site) if cell else None for cell in found]


def _facet(cell: FacetCell, site: Site) -> FacetView:
    return FacetView(
        word=cut(cell.value, _WORD),
        others=tuple((cut(word.text, _WORD), word.count) for word in cell.others[:_MOST_WORDS]),
        more=max(0, len(cell.others) - _MOST_WORDS),
        before=tuple(
            (cut(word.text, _WORD), word.newest or "an unknown day") for word in cell.before[:2]
        ),
        known=known_text(cell, site.newest.day),
        count=cell.count,
        age=str(age(cell.newest, site.newest.day)),
        source=link(cell.source),
        hollow=cell.hollow,
    )


def _cell(site: Site, pages: Destinations, row: Row, suite: str) -> CellView | None:
    cell = site.content.matrix.suites.get((row, suite))
    return _view(cell, site, pages.cell(row, suite)) if cell else None


def _view(cell: Cell, site: Site, address: str) -> CellView:
    drawn = "hollow" if cell.hollow else str(cell.verdict)
    return CellView(
        mark=mark(cell),
        counts=counts_text(cell),
        known=known_text(cell, site.newest.day),
        classes=f"{cell.basis} {drawn} {age(cell.newest, site.newest.day)}{' thin' if cell.thin else ''}",
        page=address,
    )


def _choices(
    site: Site, pages: Destinations, named: Mapping[Row, Named]
) -> Iterator[tuple[Named, list[CellView | None]]]:
    """Yield the rows that were seen with any tool choice."""
    cases = site.content.matrix.table.cases
    for row, whose in named.items():
        found = []
        for case in CHOICES.values():
            suite, _, last = case.partition(".")
            cell = cases.get((row, suite, last))
            found.append(_view(cell, site, pages.cell(row, suite)) if cell else None)
        if any(found):
            yield whose, found


def _formats(matrix: Matrix, pages: Destinations) -> Iterator[FormatView]:
    keys = {heading: key for key, heading in FACETS.items()}
    for one in formats(matrix):
        fields = [
            _field(heading, word, _otherwise(matrix, one.dialect, keys[heading], word), pages)
            for heading, word in one.fields
        ]
        yield FormatView(
            name(one.dialect),
            anchor(one.dialect),
            one.hollow,
            tuple((name(provider), pages.provider(provider)) for provider in one.providers),
            tuple(fields),
        )


def _otherwise(matrix: Matrix, dialect: str, facet: str, word: str) -> Iterator[tuple[str, str]]:
    """Yield the providers whose own bytes usually have another word, with it."""
    for row in matrix.rows:
        cell = matrix.facets.get((row, facet))
        if row.dialect == dialect and cell and not cell.hollow and cell.value != word:
            yield row.provider, cell.value


def _field(
    heading: str, word: str, otherwise: Iterable[tuple[str, str]], pages: Destinations
) -> Field:
    every = [(name(who), pages.provider(who), cut(other, _WORD)) for who, other in otherwise]
    shown = tuple(every[:_MOST_OTHERWISE])
    return Field(heading, cut(word, _WORD), shown, len(every) - len(shown))


def _claim(claim: GuideClaim) -> ClaimView:
    known = proof_text(claim.proof) if claim.proof else ""
    return ClaimView(
        claim,
        cut(claim.observed),
        _STATES.get(claim.state, "none"),
        known,
        link(claim.proof.source) if claim.proof else None,
    )
