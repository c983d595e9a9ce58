"""The format guide's tables, made again from what was observed.

* its sections: each wire format, who speaks it, its fields;
* the verification table: five checks for every provider;
* the tool choice table: what each choice came to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from toolwire.jobs.report.matrix import Matrix
from toolwire.model.observation import FACETS

#: Row of the verification table -> the suite that observes it.
VERIFICATION: Mapping[str, str] = {
    "Tool Definition": "tool_definition",
    "Assistant Tool Call": "single_call",
    "Tool Response": "round_trip",
    "Mixed Content": "mixed_content",
    "Request Validation": "request_validation",
}

#: Value of the tool choice table -> the case that observes it.
CHOICES: Mapping[str, str] = {
    "auto": "tool_choice.auto",
    "none": "tool_choice.none",
    "required": "tool_choice.required",
    "named function": "tool_choice.named",
}

#: What a section of the guide shows of a format: tool definition, response, result.
_SHOWN = (
    "definition_field",
    "schema_field",
    "call_field",
    "arguments",
    "id_field",
    "stop_field",
    "stop_on_call",
    "result_field",
    "result_id_field",
    "framing",
)


@dataclass(frozen=True, slots=True)
class Format:
    """One wire format: who was seen speaking it, and the usual words of its fields.

    `hollow` marks a format of which only documented exchanges were seen.
    """

    dialect: str
    providers: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]
    hollow: bool


def formats(matrix: Matrix) -> tuple[Format, ...]:
    """Return one section for every dialect observed, most providers first."""
    dialects = dict.fromkeys(row.dialect for row in matrix.rows)
    found = [_format(matrix, dialect) for dialect in dialects]
    return tuple(sorted(found, key=lambda f: (f.hollow, -len(f.providers), f.dialect)))


def _format(matrix: Matrix, dialect: str) -> Format:
    cells = {key: cell for key, cell in matrix.facets.items() if key[0].dialect == dialect}
    real = {key: cell for key, cell in cells.items() if not cell.hollow}
    shown = real or cells
    fields = []
    for facet in _SHOWN:
        words: Counter[str] = Counter()
        for (_, key), cell in shown.items():
            if key == facet:
                words[cell.value] += cell.words[0].count
        if words:
            word = min(words, key=lambda w: (-words[w], w))
            fields.append((FACETS[facet], word))
    providers = dict.fromkeys(row.provider for row, _ in shown)
    return Format(dialect, tuple(sorted(providers)), tuple(fields), hollow=not real)
