"""Members of a response beside its items: what they may be, and what is told of others."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body
from toolwire.rules.mutate.scenarios import clean

NAME = "openai-responses"
COUNTS: JsonObject = {"input_tokens": 1, "output_tokens": 2, "total_tokens": 3}


def found(change: JsonObject) -> list[tuple[str, Severity]]:
    """Return where TC118 accuses a whole response with these members, and how gravely."""
    spoken = load_dialect(NAME)
    exchange = body(lambda told: told.update(change))(clean(spoken, "plain_text", Mode.BLOCKING))
    findings = judge(spoken.decode(exchange))
    return [(one.pointer, one.severity) for one in findings if one.rule == "TC118"]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"temperature": -0.5}, "/temperature"),
        ({"temperature": 2.5}, "/temperature"),
        ({"top_p": 7.5}, "/top_p"),
        ({"truncation": "sometimes"}, "/truncation"),
        ({"text": {"format": {"type": "text"}, "verbosity": "very"}}, "/text/verbosity"),
        ({"metadata": {"n": 5}}, "/metadata/n"),
        ({"completed_at": 1_795_420_800_000}, "/completed_at"),
        ({"created_at": 0}, "/created_at"),
        (
            {"usage": {**COUNTS, "output_tokens_details": {"reasoning_tokens": None}}},
            "/usage/output_tokens_details/reasoning_tokens",
        ),
    ],
)
def test_what_is_out_of_its_range_is_found(change: JsonObject, where: str) -> None:
    """A number beyond its bounds, a word of no set and a count of nothing are warnings."""
    assert found(change) == [(where, Severity.WARNING)]


@pytest.mark.parametrize(
    "change",
    [
        {"temperature": 0, "top_p": 0},
        {"temperature": 2, "top_p": 1},
        {"temperature": None, "top_p": None, "truncation": None, "metadata": None},
        {"text": {"format": {"type": "text"}, "verbosity": None}, "truncation": "auto"},
        {"metadata": {"n": "5"}, "completed_at": None},
        {"usage": {**COUNTS, "output_tokens_details": None}},
        {"usage": {**COUNTS, "output_tokens_details": {}}},
    ],
)
def test_what_is_documented_is_let_be(change: JsonObject) -> None:
    """Bounds themselves, null for nothing and details that are left out are right."""
    assert found(change) == []


@pytest.mark.parametrize(
    ("thought", "where"),
    [
        ({"summary": [{"type": "text", "text": "So."}]}, "/output/0/summary/0/type"),
        ({"summary": [], "content": [{"type": "x", "text": "So."}]}, "/output/0/content/0/type"),
        ({"summary": [], "status": "done"}, "/output/0/status"),
        ({"summary": [{"type": "summary_text", "text": "So."}], "status": None}, None),
        ({"summary": [], "content": [{"type": "reasoning_text", "text": "So."}]}, None),
    ],
)
def test_thoughts_have_their_kinds_of_parts(thought: JsonObject, where: str | None) -> None:
    """Parts of a summary and of thoughts have a kind each, and an item its states."""
    item: Json = {"type": "reasoning", "id": "rs_1", **thought}
    assert found({"output": [item]}) == ([] if where is None else [(where, Severity.WARNING)])
