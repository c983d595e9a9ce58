"""Whose words a citation quotes: what a right server says, and what leads nowhere."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.scenarios import clean

V1, V2 = load_dialect("cohere-v1"), load_dialect("cohere-v2")
ROUND = clean(V2, "round_trip", Mode.BLOCKING)
#: The id of the call that the request answers.
CALL = next(
    str(object_of(message)["tool_call_id"])
    for message in items_of(object_of(V2.decode(ROUND).request)["messages"])
    if object_of(message).get("role") == "tool"
)


def cited(scenario: str = "round_trip", **members: Json) -> set[str]:
    """Return the rules that speak of a v2 reply with one citation."""

    def change(body: JsonObject) -> None:
        message = object_of(body["message"])
        text = str(object_of(items_of(message["content"])[-1])["text"])
        message["citations"] = [{"start": 0, "end": 2, "text": text[:2], **members}]

    exchange = edit.body(change)(clean(V2, scenario, Mode.BLOCKING))
    return {finding.rule for finding in judge(V2.decode(exchange))}


def listed(ids: Json, documents: Json) -> set[str]:
    """Return the rules that speak of a v1 reply with one citation of documents."""

    def change(body: JsonObject) -> None:
        quoted: JsonObject = {"start": 0, "end": 2, "text": str(body["text"])[:2]}
        body["citations"] = [{**quoted, "document_ids": ids}]
        body["documents"] = documents

    exchange = edit.body(change)(clean(V1, "round_trip", Mode.BLOCKING))
    return {finding.rule for finding in judge(V1.decode(exchange))}


@pytest.mark.parametrize(
    "source",
    [
        {"type": "tool", "id": f"{CALL}:0", "tool_output": {"content": "18 C"}},
        {"type": "tool", "id": f"{CALL}:1"},
        {"type": "tool", "id": CALL},
        {"type": "tool", "tool_output": {"content": "18 C"}},
        {"type": "document", "id": "doc:0", "document": {"text": "18 C"}},
    ],
)
def test_sources_of_a_right_server(source: JsonObject) -> None:
    """A call with the number of a part behind it or without, no id at all, and a document."""
    assert cited(sources=[source]) == set()


@pytest.mark.parametrize("sources", [None, [], [{"type": "tool", "id": "nobody:0"}]])
def test_a_citation_without_a_known_source(sources: Json) -> None:
    """None, an empty list, and an id that stands nowhere in the request."""
    assert cited(sources=sources) == {"TC138"}


def test_what_nothing_can_be_held_against() -> None:
    """A request without results may have had documents that only the server knows."""
    assert cited("plain_text", sources=None) == set()


def test_ids_of_the_older_api_are_no_sources() -> None:
    """They are an unknown member, and no source is named."""
    assert cited(document_ids=["x:0"]) == {"TC138", "TC190"}


def test_documents_of_the_older_api() -> None:
    """Its ids are those of the documents beside them, where there are any."""
    seen: Json = [{"id": "get_weather:0:0", "output": "18 C"}]
    assert listed(["get_weather:0:0"], seen) == set()
    assert listed(["get_weather:0:0"], None) == set()
    assert listed([], seen) == {"TC138"}
    assert listed(["get_weather:0:0", "nobody"], seen) == {"TC138"}
