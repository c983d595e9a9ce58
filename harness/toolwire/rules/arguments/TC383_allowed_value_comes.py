"""TC383: allowed-value-comes."""

from __future__ import annotations

from toolwire.dialects.told_values import ToldBy
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance
from toolwire.rules.views.filled import due_of, made_up_of, told_of

RULE = Rule(
    id="TC383",
    name="allowed-value-comes",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "The schema of a tool reaches the model: a call that has what the prompt writes out, and "
        "was to fill in the only value that the schema allows for another parameter, has that value "
        "and no other. A model may make one up; a run in which every such call does is the server's "
        "doing. One that leaves it out is TC309's, but for one that has what the tool's own "
        "description names, and none of several parameters that its schema tells. Where tools are told in words, the schema is in "
        "the prompt, and its value the model's."
    ),
    why=(
        "A gateway that drops a tool's parameters, or the enum of one, leaves the model to guess: "
        "calls come with values that no tool knows."
    ),
    breaks="every tool with an enum",
    workaround="Say in the description which values there are.",
    source=Source(
        "docs",
        "OpenAI, function calling: parameters is a JSON schema defining the function's input arguments; use enums to "
        "make invalid states unrepresentable",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-28",
    ),
    check=told_of(
        ToldBy.SCHEMA,
        "The call has not the value that its tool's schema alone allows, which it was to fill in.",
        "The call has not the value that the schema in its parameter's description alone allows, which it was to fill in.",
    ),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance(
        "calls that were to fill in what the schema alone allows", due_of(ToldBy.SCHEMA)
    ),
    mutations=mutations_for("spelt_in_part", made_up_of(ToldBy.SCHEMA)),
    cases="""
llmgateway (Gemini behind it) | a keyword of the schema is dropped: a value that was the only one becomes any | https://github.com/theopenco/llmgateway/issues/4148 | issue open 2026-09
""",
)
