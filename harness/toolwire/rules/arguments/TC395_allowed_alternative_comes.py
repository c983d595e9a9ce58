"""TC395: allowed-alternative-comes."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.told_values import ToldBy
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance
from toolwire.rules.views.filled import due_of, made_up_of, shown_of, told_of

#: Whose vendors pass `anyOf` on; Google's older models refuse it, and Cohere names it among what it does not support.
_WRITTEN: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "openai-chat",
    "ollama-chat",
    "openai-responses",
)

RULE = Rule(
    id="TC395",
    name="allowed-alternative-comes",
    severity=dict.fromkeys(_WRITTEN, Severity.WARNING),
    statement=(
        "The `anyOf` of a parameter reaches the model: a call that has what the prompt writes out "
        "and the only value that the schema allows for another parameter, and was to fill in the "
        "only value besides null of one, whichever of both stands first, has that value or null. A "
        "model may make one up; a run in which every such call makes up the same of them is the "
        "server's doing. Who has null there tells nothing. Cohere does not support `anyOf`. A schema that is lost whole is TC383's. "
        "Not judged of gpt-oss over Ollama, whose template tells types alone."
    ),
    why=(
        "pydantic and FastMCP write every optional parameter as `anyOf` with null. A gateway that "
        "keeps `type` and `enum` of a parameter, and drops what it does not know, leaves the model "
        "without a type and without a value."
    ),
    breaks="every tool whose parameters are optional in Python's way",
    workaround="Declare such a parameter with its type alone, and leave it out of `required`.",
    source=Source(
        "docs",
        "Ollama, ToolProperty of api/types.go: anyOf; OpenAI, structured outputs: supported properties have anyOf",
        "https://github.com/ollama/ollama/blob/main/api/types.go",
        "2026-11-29",
    ),
    check=told_of(
        ToldBy.EITHER,
        "The call has not the value that an alternative of its parameter alone allows, which it was to fill in.",
        second="The call has not the value that the second alternative of its parameter alone allows, "
        "which it was to fill in.",
    ),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance(
        "calls that were to fill in what an alternative alone allows",
        due_of(ToldBy.EITHER),
        parts=shown_of(ToldBy.EITHER),
    ),
    mutations=mutations_for("spelt_either", made_up_of(ToldBy.EITHER), _WRITTEN),
)
