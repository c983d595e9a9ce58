"""TC384: described-value-comes."""

from __future__ import annotations

from toolwire.dialects.told_values import ToldBy
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance
from toolwire.rules.views.filled import due_of, made_up_of, told_of

RULE = Rule(
    id="TC384",
    name="described-value-comes",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "The description of a parameter reaches the model: a call that has what the prompt writes "
        "out, and was to take the value that a parameter's description names, has that value and no "
        "other. A model may make one up; a run in which every such call does is the server's doing."
    ),
    why=(
        "Descriptions say in which form a value is wanted. A gateway that drops them, as converters "
        "of schemas do, leaves the model to guess."
    ),
    breaks="every tool whose parameters' names do not say all",
    workaround="Say it in the tool's description as well.",
    source=Source(
        "docs",
        "OpenAI, function calling: write clear function names, parameter descriptions and instructions; describe the "
        "purpose of the function and each parameter (and its format)",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-29",
    ),
    check=told_of(
        ToldBy.DESCRIPTION,
        "The call has not the value that its parameter's description names, which it was to take.",
    ),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance(
        "calls that were to take what a parameter's description names", due_of(ToldBy.DESCRIPTION)
    ),
    mutations=mutations_for("spelt_in_part", made_up_of(ToldBy.DESCRIPTION)),
)
