"""The expressions of workflows, as GitHub documents them."""

from __future__ import annotations

import pytest

from tests.workflows.expressions import evaluate, filled

_CONTEXTS = {
    "inputs": {"name": "acme", "empty": ""},
    "secrets": {"KEY": 'a"b'},
    "needs": {"plan": {"result": "success", "outputs": {"jobs": '["a"]'}}},
    "()": {"cancelled": lambda: False},
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("inputs.empty || 'x'", "x"),
        ("${{ inputs.name || 'x' }}", "acme"),
        ("!cancelled() && needs.plan.result == 'success'", True),
        ("needs.plan.result != 'success'", False),
        ("fromJSON(needs.plan.outputs.jobs)", ["a"]),
        ("toJSON(secrets.NONE)", "null"),
        ("secrets[inputs.empty]", None),
        ("""format('{{"{0}":{1}}}', inputs.name, toJSON(secrets.KEY))""", '{"acme":"a\\"b"}'),
        ("'it''s'", "it's"),
    ],
)
def test_an_expression_has_the_value_github_gives_it(text: str, value: object) -> None:
    """Operators give operands, what is not there is null, quotes are doubled."""
    assert evaluate(text, _CONTEXTS) == value


def test_text_around_expressions_stays() -> None:
    """One expression alone keeps its type; among text it becomes text."""
    found = filled(
        {"a": "x-${{ inputs.name }}-${{ inputs.none }}", "b": "${{ needs.plan }}"}, _CONTEXTS
    )
    assert found == {"a": "x-acme-", "b": _CONTEXTS["needs"]["plan"]}  # type: ignore[index]


@pytest.mark.parametrize("text", ["nothing.here", "inputs.name ==", "inputs.name 'x'", "a ? b"])
def test_what_is_not_understood_is_refused(text: str) -> None:
    """A workflow with something new in it fails its test instead of meaning something else."""
    with pytest.raises((AssertionError, KeyError)):
        evaluate(text, _CONTEXTS)
