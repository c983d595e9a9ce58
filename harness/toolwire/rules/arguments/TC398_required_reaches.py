"""TC398: required-reaches."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.needed_alone import another_in_its_place, clears, needed_call


def _is_due(reading: Reading) -> bool:
    return needed_call(reading) is not None


def _reaches(reading: Reading) -> Iterator[Violation]:
    found = needed_call(reading)
    if found is not None and found.lacks:
        message = (
            "The call has not what its tool's schema requires, and was to have that and no more."
        )
        yield Violation(found.call.pointer, message, [*sorted(found.due)], [*sorted(found.given)])


RULE = Rule(
    id="TC398",
    name="required-reaches",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "What `required` of a schema says reaches the model: asked to call a tool with only the "
        "parameters that it must have, it fills in those that are required. A model may do otherwise; "
        "that in a run no such call has them, wherever they stand among the parameters, while each that was to have "
        "one that the words name has that one alone, is the server's doing. Calls that have all "
        "that their tool takes are not counted: many models fill in whatever there is."
    ),
    why=(
        "A gateway that reads a schema into types of its own drops `required`. The model takes every "
        "parameter for one that it may leave out, and the tool refuses the call."
    ),
    breaks="agents whose tools have parameters that may be left out, and such that must be there",
    workaround="Say in the description of a parameter that it must be there.",
    source=Source(
        "spec",
        "JSON Schema: `required` lists the properties that must be there; the formats pass it on, Cohere's v1 for each parameter",
        "https://json-schema.org/understanding-json-schema/reference/object#required",
        "2026-12-01",
    ),
    check=_reaches,
    subject=Subject.CONVERSATION,
    needs_request=True,
    variance=Variance(
        "calls that were to have what their tools require and no more, and had not all",
        _is_due,
        shown=clears,
        of_runs=True,
    ),
    mutations=mutations_for("spelt_needed", another_in_its_place),
    cases="""
Ollama, read by kagent | parameters that a tool requires are missing from its calls, as if each might be left out | https://github.com/kagent-dev/kagent/issues/308 | issue closed 2025
""",
)
