"""TC399: required-of-all-reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.needed_alone import (
    cut_to_the_first,
    members_call,
    members_clear,
    none_within,
)

#: Whose schemas say for an object in an object what it requires. Ollama's own type of a property had no `required`
#: until lately, and Cohere's v1 says it of each parameter.
_REQUIRING: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "cohere-v2",
    "gemini-generate",
    "openai-chat",
    "openai-responses",
)


def _is_due(reading: Reading) -> bool:
    return members_call(reading) is not None


def _reaches(reading: Reading) -> Iterator[Violation]:
    found = members_call(reading)
    if found is not None and found.lacks and not found.picked:
        message = (
            "The call has a part of what its tool's schema requires, of the call or of an object in "
            "it, and was to have all of that and no more."
        )
        yield Violation(found.call.pointer, message, [*found.lacks])


RULE = Rule(
    id="TC399",
    name="required-of-all-reaches",
    severity=dict.fromkeys(_REQUIRING, Severity.WARNING),
    statement=(
        "All of `required` reaches the model, not its first entry alone, and what objects in a call "
        "require, in a parameter or in a list, as well: asked to call a tool with only the parameters "
        "that it must have, it fills in each, with the members that they must have. A model may do "
        "otherwise; that in a run each such call has a part alone, and always the first, while each "
        "that was to have two members which the words name has those, is the server's doing. Calls "
        "with all that their tool takes are not counted. That nothing of `required` comes is TC398's. Not judged of "
        "Ollama, whose own type of a property had no `required` until lately."
    ),
    why=(
        "A gateway that reads a schema into types of its own keeps `required` of the call, and drops "
        "that of objects in it: list entries come without what the tool needs of each."
    ),
    breaks="tools that take lists of objects: todo lists, edits, patches",
    workaround="Say in the description of a member that it must be there.",
    source=Source(
        "spec",
        "JSON Schema: `required` lists the properties that must be there, in each object of a schema",
        "https://json-schema.org/understanding-json-schema/reference/object#required",
        "2026-12-01",
    ),
    check=_reaches,
    subject=Subject.CONVERSATION,
    needs_request=True,
    variance=Variance(
        "calls that were to have what their tools and objects in them require and no more",
        _is_due,
        shown=members_clear,
        of_runs=True,
    ),
    mutations=(
        *mutations_for("spelt_members", cut_to_the_first, _REQUIRING, fault="the second is lost"),
        *mutations_for(
            "spelt_members", none_within, _REQUIRING, fault="those of an object are lost"
        ),
    ),
)
