"""TC738: given-ids-taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.probe_answer import taken, turned_away


def _parts(body: JsonObject, member: str) -> Iterator[JsonObject]:
    """Yield what Gemini's parts hold under a member, the oldest first."""
    for content in map(object_of, items_of(body["contents"])):
        parts = map(object_of, items_of(content.get("parts")))
        yield from (object_of(part[member]) for part in parts if member in part)


def _messages(body: JsonObject, role: str) -> Iterator[JsonObject]:
    messages = map(object_of, items_of(body["messages"]))
    return (message for message in messages if message.get("role") == role)


def _renumber(
    calls: Iterable[JsonObject],
    results: Iterable[JsonObject],
    answering: str = "id",
    own: str = "id",
) -> None:
    """Give each call an id after its place, whatever it had, and its result the same."""
    given: dict[Json, str] = {}
    for number, call in enumerate(calls, 1):
        given[call.get(own, number)] = call[own] = f"call{number:05d}"
    for number, result in enumerate(results, 1):
        result[answering] = given.get(result.get(answering, number), f"call{number:05d}")


def _in_parts(body: JsonObject) -> None:
    _renumber(_parts(body, "functionCall"), _parts(body, "functionResponse"))


def _in_messages(body: JsonObject) -> None:
    # A server may call who speaks as it likes: its own message goes back as it came.
    said = map(object_of, items_of(body["messages"]))
    calls = (call for message in said for call in items_of(message.get("tool_calls")))
    _renumber(map(object_of, calls), _messages(body, "tool"), "tool_call_id")


def _in_blocks(body: JsonObject) -> None:
    blocks = [
        object_of(block)
        for message in map(object_of, items_of(body["messages"]))
        for block in items_of(message.get("content"))
    ]
    calls = (object_of(block["toolUse"]) for block in blocks if "toolUse" in block)
    results = (object_of(block["toolResult"]) for block in blocks if "toolResult" in block)
    _renumber(calls, results, "toolUseId", "toolUseId")


RULE = Rule(
    id="TC738",
    name="given-ids-taken",
    severity=dict.fromkeys(
        ("bedrock-converse", "cohere-v2", "gemini-generate", "ollama-chat"), Severity.WARNING
    ),
    statement=(
        "A history whose calls have ids that another made is taken: those of another server, or "
        "where calls need no id, the client's. Asked with an id for each call and its result, and "
        "judged where the same history as the server gave it is answered."
    ),
    why="Clients that give each call an id of their own send them back, and fail at the first result.",
    breaks="clients that keep one history for several vendors and give ids where a server gave none",
    workaround="Leave ids out that the server did not give.",
    source=Source(
        "spec",
        "google-genai 3.4.0 types: FunctionCall.id and FunctionResponse.id, which the client may "
        "populate; Ollama's docs/openapi.yaml: tool_calls[].id and tool_call_id; botocore 1.44.5 ToolUseId, any text "
        "of its pattern; cohere 7.3.1 ToolCallV2.id, any text",
        "https://ai.google.dev/gemini-api/docs/function-calling",
        "2026-11-24",
    ),
    check=taken("A history whose calls and results have ids is refused."),
    subject=Subject.PROBE,
    always=True,
    probing={
        "bedrock-converse": _in_blocks,
        "cohere-v2": _in_messages,
        "gemini-generate": _in_parts,
        "ollama-chat": _in_messages,
    },
    mutations=mutations_for("round_trip", turned_away()),
)
