"""TC394: allowed-value-within-comes."""

from __future__ import annotations

from toolwire.dialects.told_values import ToldBy
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance
from toolwire.rules.views.filled import due_of, made_up_of, shown_of, told_of

RULE = Rule(
    id="TC394",
    name="allowed-value-within-comes",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "What the schema of a tool says below its first level reaches the model: a call that has "
        "what the prompt writes out and the only value that the schema allows for another "
        "parameter, and was to fill in the only text that a list in an object may have, or a member "
        "of the objects in a list, has that text. A model may make one up; a run in which every such "
        "call makes up the same of them is the server's doing. "
        "An object without any text says nothing, and a schema that is lost whole is TC383's. Not "
        "judged of gpt-oss over Ollama, whose template tells types alone."
    ),
    why=(
        "A gateway that reads a schema into types of its own keeps the first level, and drops "
        "`items` or the `properties` of a property: the model guesses what lists and objects are "
        "made of."
    ),
    breaks="every tool that takes objects or lists",
    workaround="Say in the parameter's description what it is made of.",
    source=Source(
        "docs",
        "Ollama, ToolProperty of api/types.go: items and properties of a property; OpenAI, function calling: parameters "
        "is a JSON schema, so that property types, enums, descriptions and nested objects can be defined",
        "https://github.com/ollama/ollama/pull/10091",
        "2026-11-29",
    ),
    check=told_of(
        ToldBy.WITHIN,
        "A list in an object has not the value that the schema alone allows, which it was to have.",
        second="An object in a list has not the value that the schema alone allows, which it was to have.",
    ),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance(
        "calls that were to fill in what the schema alone allows in an object",
        due_of(ToldBy.WITHIN),
        parts=shown_of(ToldBy.WITHIN),
    ),
    mutations=mutations_for("spelt_within", made_up_of(ToldBy.WITHIN)),
    cases="""
Ollama | `properties` of an object were silently removed before the template: the model infers them, often wrongly | https://github.com/ollama/ollama/issues/13472 | issue open 2025-12
Ollama | `items` of a list likewise | https://github.com/ollama/ollama/issues/9055 | issue closed 2025-04
ollama-python | its type of a property has no `properties` | https://github.com/ollama/ollama-python/issues/724 | issue open 2026-09
""",
)
