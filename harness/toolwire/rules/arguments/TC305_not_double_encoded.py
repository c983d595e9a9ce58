"""TC305: not-double-encoded."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import dump
from toolwire.rules.arguments.arguments import ERROR, TEXT, calls, doubled
from toolwire.rules.mutate.faults import arguments, mutations_for
from toolwire.rules.rule import Reading, Rule, Shim, Violation
from toolwire.rules.views.dialect_paths import arguments_at
from toolwire.rules.views.excerpt import excerpt


def _not_doubled(reading: Reading) -> Iterator[Violation]:
    for call in calls(reading):
        if isinstance(call.arguments, str) and doubled(call.arguments) is not None:
            yield Violation(
                arguments_at(reading, call),
                "The arguments are a JSON string that holds the object once more as text.",
                "object",
                excerpt(call.raw),
            )


RULE = Rule(
    id="TC305",
    name="not-double-encoded",
    severity=ERROR,
    statement="The parsed arguments are not a string that holds the object once more.",
    why="Schema validation sees a string where an object belongs and refuses the call.",
    breaks=(
        "LangChain (ValidationError; an invalid call in a stream), pydantic-ai (refuses it), "
        "smolagents, forgecode and Ollama's parsers before they learnt to unwrap it."
    ),
    workaround="Parse once more when the parsed value is a string that holds an object.",
    check=_not_doubled,
    needs_calls=True,
    mutations=mutations_for("single_call", arguments(dump(TEXT).decode())),
    shim=Shim("parse_arguments_again"),
    cases="""
smolagents | arguments as JSON string instead of object | https://github.com/huggingface/smolagents/issues/1003 | PR merged 2025-03
Ollama | model emits arguments/parameters as serialized JSON string | https://github.com/ollama/ollama/issues/12413 | PR merged 2025-09
forgecode | double-encoded arguments in outgoing request | https://github.com/tailcallhq/forgecode/issues/2764 | PR merged
""",
)
