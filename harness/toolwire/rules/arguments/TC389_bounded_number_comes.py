"""TC389: bounded-number-comes."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.told_values import ToldBy
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance
from toolwire.rules.views.filled import due_of, made_up_of, told_of

#: Whose vendor tells the model the schema as it is (as of TC397). Others hold strict tools alone to bounds, or write
#: types for a schema.
_AS_IT_IS: Final = ("anthropic-messages",)

RULE = Rule(
    id="TC389",
    name="bounded-number-comes",
    severity=dict.fromkeys(_AS_IT_IS, Severity.WARNING),
    statement=(
        "The `minimum` and the `maximum` of a schema reach the model: a call that has what the prompt "
        "writes out and the only value that an `enum` allows for another parameter, and was to fill in "
        "the only number that the bounds of one leave, has that number. A model may make one up; a run "
        "in which every such call does is the server's doing. That such a schema is refused is TC762's, "
        "that a number comes as a text TC307's, and a schema that is lost whole TC383's. Models whose "
        "own template writes types for a schema are not judged."
    ),
    why=(
        "pydantic's `ge` and `le` and zod's `min` and `max` are bounds in the schema of a tool. A "
        "gateway that keeps types and drops them leaves the model to guess, and the tool refuses the "
        "call."
    ),
    breaks="tools that take a number within bounds: a page, a limit, a percentage",
    workaround="Write the bounds into the description of the parameter.",
    source=Source(
        "docs",
        "Anthropic, tool use: input_schema is a JSON Schema object, and the prompt that is made of it has "
        "the tool definitions in JSON schema",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use",
        "2026-12-01",
    ),
    check=told_of(
        ToldBy.BOUND,
        "The call has not the number that the bounds of its tool's schema leave alone, which it was to fill in.",
    ),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance(
        "calls that were to fill in the only number that bounds leave", due_of(ToldBy.BOUND)
    ),
    mutations=mutations_for("spelt_bound", made_up_of(ToldBy.BOUND)),
)
