"""TC387: tool-described-value-comes."""

from __future__ import annotations

from toolwire.dialects.told_values import ToldBy
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance
from toolwire.rules.views.filled import due_of, made_up_of, told_of

RULE = Rule(
    id="TC387",
    name="tool-described-value-comes",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "The description of a tool reaches the model: a call that has what the prompt writes out, "
        "and was to take the value that the tool's description names, has that value and no other. "
        "A model may make one up; a run in which every such call does is the server's doing."
    ),
    why=(
        "The description says when a tool is to be called and how. A gateway that drops it, or cuts "
        "it, has the model choose by the name alone."
    ),
    breaks="every tool whose name does not say all",
    workaround="Say it in the prompt as well.",
    source=Source(
        "docs",
        "OpenAI, function calling: description, details on when and how to use the function",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-29",
    ),
    check=told_of(
        ToldBy.TOOL,
        "The call has not the value that its tool's description names, which it was to take.",
    ),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance(
        "calls that were to take what the tool's description names", due_of(ToldBy.TOOL)
    ),
    mutations=mutations_for("spelt_in_part", made_up_of(ToldBy.TOOL)),
)
