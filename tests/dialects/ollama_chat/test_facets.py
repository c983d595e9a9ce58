"""Facets tell what one exchange shows, and no more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from toolwire.dialects.ollama_chat import DIALECT
from toolwire.io.json_text import dump
from toolwire.model.exchange import (
    Evidence,
    EvidenceLevel,
    Exchange,
    Fidelity,
    Mode,
    Request,
    Response,
)
from toolwire.model.observation import FACETS
from toolwire.rules.mutate.scenarios import clean, every_clean

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")


def facets(exchange: Exchange) -> Any:
    """Return the facets of an exchange."""
    return DIALECT.facets(DIALECT.decode(exchange))


def exchange(asked: Any, answered: Any, status: int = 200) -> Exchange:
    """Return an exchange of two JSON bodies."""
    request = Request("POST", "http://localhost:11434/api/chat", (), dump(asked))
    return Exchange(request, Response(status, (), dump(answered)), EVIDENCE)


def test_a_clean_call_shows_the_whole_row() -> None:
    """Definition, call, id, stop and framing of the reference exchange."""
    expected = {
        "call_field": "message.tool_calls[]",
        "arguments": "object",
        "id_field": "id",
        "id_pattern": "call_[a-z0-9]{8}",
        "stop_field": "done_reason",
        "stop_on_call": "stop",
        "text_beside_call": '""',
        "definition_field": "tools[].function",
        "schema_field": "parameters",
    }
    assert facets(clean(DIALECT, "single_call", Mode.BLOCKING)) == expected
    assert facets(clean(DIALECT, "single_call", Mode.STREAMING)) == {
        **expected,
        "framing": "NDJSON",
    }


def test_every_facet_is_shown_somewhere_and_none_is_made_up() -> None:
    """The clean exchanges show facets of the table only, and each of them that the format has."""
    seen = {key for _, _, each in every_clean(DIALECT) for key in facets(each)}
    # The older functions are OpenAI's alone.
    assert seen == FACETS.keys() - {"legacy_api"}


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        ({"function": {"name": "a", "arguments": {}}}, ("object", "{}", "absent")),
        ({"function": {"name": "a", "arguments": "{}"}}, ("JSON string", None, "absent")),
        ({"id": "x1", "function": {"name": "a"}}, (None, None, "id")),
    ],
)
def test_calls_are_told_as_they_stand(call: Any, shown: tuple[str | None, ...]) -> None:
    """Text arguments are not called an object, and a missing id is told."""
    message = {"role": "assistant", "tool_calls": [call]}
    seen = exchange({}, {"message": message, "done": True, "done_reason": "<b>"})
    found = facets(seen)
    assert (found.get("arguments"), found.get("no_arguments"), found["id_field"]) == shown
    assert (found["stop_on_call"], found["text_beside_call"]) == ("other", "absent")
    dumped = facets(replace(seen, fidelity=Fidelity.DUMPED))
    assert "text_beside_call" not in dumped
    assert dumped.get("id_field") == (None if shown[2] == "absent" else "id")


@pytest.mark.parametrize(
    ("result", "word"),
    [
        ({"tool_name": "a", "tool_call_id": "1"}, "tool_call_id"),
        ({"tool_name": "a"}, "tool_name"),
        ({}, "none, by order"),
    ],
)
def test_how_a_result_finds_its_call(result: Any, word: str) -> None:
    """The surest member is told; a refused request shows nothing of what is taken."""
    asked = {"messages": [{"role": "tool", "content": "", **result}]}
    found = facets(exchange(asked, {"message": {"content": "ok"}, "done": True}))
    assert (found["result_field"], found["result_id_field"]) == ("role: tool", word)
    refused = facets(exchange(asked, {"error": "no"}, 400))
    assert refused == {"error_field": "error: text"}


@pytest.mark.parametrize("streamed", [False, True])
def test_how_errors_are_written(*, streamed: bool) -> None:
    """Text as the server sends it, or an object's members as a proxy does."""
    for error, word in (("no", "error: text"), ({"message": "no", "x": 1}, "error{message}")):
        body = dump({"error": error})
        if streamed:
            body = dump({"message": {"content": "a"}, "done": False}) + b"\n" + body + b"\n"
        found = facets(Exchange(None, Response(200, (), body), EVIDENCE))
        assert found["error_field"] == word
    assert "error_field" not in facets(exchange({}, {}, 500))


def test_framing_is_not_told_of_a_rebuilt_stream() -> None:
    """Where a tool put the lines together again, nothing of framing can be seen."""
    stream = clean(DIALECT, "plain_text", Mode.STREAMING)
    assert "framing" in facets(stream)
    assert "framing" not in facets(replace(stream, fidelity=Fidelity.REBUILT))
