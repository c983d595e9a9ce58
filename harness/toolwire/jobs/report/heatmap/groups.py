"""Which question a suite answers: the columns of the matrix, in groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

#: Question -> its suites, in the order in which a reader asks. Every shipped suite is in one.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "Can it call?": (
        "tool_definition",
        "single_call",
        "multi_tool",
        "parallel_calls",
        "sequential_calls",
        "tool_choice",
        "no_tool_needed",
    ),
    "Are the bytes right?": (
        "argument_fidelity",
        "mixed_content",
        "streaming_equals_blocking",
        "schema_forms",
    ),
    "Does history work?": (
        "round_trip",
        "error_result",
        "history_forms",
        "reasoning_state",
    ),
    "Edges": (
        "request_validation",
        "legacy_function_call",
        "prompt_fallback",
        "text_format",
    ),
}
#: The group of suites that nobody put into one: those of the reader's own.
OTHER: Final = "Other"


def grouped_suites(suites: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return (question, its suites) of the suites that there are; groups without any are left out."""
    there = tuple(suites)
    named = {suite for group in GROUPS.values() for suite in group}
    found = [
        *((words, tuple(one for one in group if one in there)) for words, group in GROUPS.items()),
        (OTHER, tuple(one for one in there if one not in named)),
    ]
    return tuple((words, group) for words, group in found if group)
