"""TC397: constant-comes."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.told_values import ToldBy
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance
from toolwire.rules.views.filled import due_of, made_up_of, told_of

#: Whose vendor tells the model the schema as it is. Others write types for it, of which nobody says whether they
#: hold a constant, and Google's and Ollama's own types of a parameter have none.
_AS_IT_IS: Final = ("anthropic-messages",)

RULE = Rule(
    id="TC397",
    name="constant-comes",
    severity=dict.fromkeys(_AS_IT_IS, Severity.WARNING),
    statement=(
        "A `const` of a schema reaches the model: a call that has what the prompt writes out and the "
        "only value that an `enum` allows for another parameter, and was to fill in the value of one "
        "that is a `const`, has that value. A model may make one up; a run in which every such call "
        "does is the server's doing. That such a schema is refused is TC762's, and one that is lost "
        "whole TC383's. Models whose own template writes types for a schema are not judged."
    ),
    why=(
        "Generators of schemas write a `const` for what a type allows one value of, which tells "
        "unions of types apart. A gateway that drops it leaves the model to guess, and the call is "
        "of no type."
    ),
    breaks="tools whose schemas pydantic and zod make: a literal of one value is a `const` there",
    workaround="Write an `enum` of one value.",
    source=Source(
        "docs",
        "Anthropic, tool use: input_schema is a JSON Schema object, and the prompt that is made of it has "
        "the tool definitions in JSON schema",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use",
        "2026-12-01",
    ),
    check=told_of(
        ToldBy.CONSTANT,
        "The call has not the value that a `const` of its tool's schema alone allows, which it was to fill in.",
    ),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance(
        "calls that were to fill in what a `const` alone allows", due_of(ToldBy.CONSTANT)
    ),
    mutations=mutations_for("spelt_constant", made_up_of(ToldBy.CONSTANT)),
    cases="""
LiteLLM | const is dropped from the schemas of tools | https://github.com/BerriAI/litellm/issues/41913 | issue
""",
)
