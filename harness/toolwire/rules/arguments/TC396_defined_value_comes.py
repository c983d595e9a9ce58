"""TC396: defined-value-comes."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.told_values import ToldBy
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance
from toolwire.rules.views.filled import due_of, made_up_of, shown_of, told_of

#: Whose vendors read references. Ollama's own type of a parameter has none; Google's older models refuse them, and
#: Cohere does not say that it reads them.
_REFERRING: Final = ("anthropic-messages", "bedrock-converse", "openai-chat", "openai-responses")

RULE = Rule(
    id="TC396",
    name="defined-value-comes",
    severity=dict.fromkeys(_REFERRING, Severity.WARNING),
    statement=(
        "The definitions of a schema reach the model: a call that has what the prompt writes out "
        "and the only value that the schema allows for another parameter, and was to fill in the "
        "only value of one that is a `$ref` to a definition in `$defs`, or of a member where the "
        "definition is an object, has that value. A model may make one up; a run in which every such "
        "call makes up the same of them is the server's doing. Ollama's type of a parameter has no "
        "`$ref`, and Cohere does not say that it reads one: they are not asked. That such a schema "
        "is refused is TC762's, and one that is lost whole TC383's."
    ),
    why=(
        "Generators of schemas write a definition for each enum, and for each type that is used "
        "twice. A gateway that drops `$defs`, or makes an empty object of each reference, leaves "
        "the model to guess."
    ),
    breaks="tools whose schemas pydantic makes: every enum is a definition there",
    workaround="Write the definitions out where they are used.",
    source=Source(
        "docs",
        "OpenAI, Structured Outputs: definitions are supported, and so are references to them",
        "https://developers.openai.com/api/docs/guides/structured-outputs",
        "2026-11-29",
    ),
    check=told_of(
        ToldBy.DEFINED,
        "The call has not the value that a definition of its tool's schema alone allows, which it was to fill in.",
        second="An object has not the value that a definition of the schema alone allows, which it was to have.",
    ),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance(
        "calls that were to fill in what a definition alone allows",
        due_of(ToldBy.DEFINED),
        parts=shown_of(ToldBy.DEFINED),
    ),
    mutations=mutations_for("spelt_defined", made_up_of(ToldBy.DEFINED)),
)
