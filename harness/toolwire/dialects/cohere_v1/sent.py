"""Where a request states its history.

Cohere's older guides write roles as `User` and `Chatbot`, and it has answered to them
(langchain-ai/langchain-cohere at d102ddee, test_tool_calling_agent[magic function].yaml, 2024-04).
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.sent import HistoryPart, HistoryStep, role_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject


def history(request: JsonObject) -> Iterator[HistoryStep]:
    """Yield the messages of a request, each with its calls and results."""
    for number, entry in enumerate(items_of(request.get("chat_history"))):
        message, pointer = object_of(entry), f"request/chat_history/{number}"
        calls = tuple(_calls(message.get("tool_calls"), f"{pointer}/tool_calls"))
        results = tuple(_outputs(message.get("tool_results"), f"{pointer}/tool_results"))
        yield HistoryStep(pointer, _role(message), message, calls, results, int(not results))
    results = tuple(_outputs(request.get("tool_results"), "request/tool_results"))
    if results:
        yield HistoryStep("request/tool_results", "TOOL", {}, (), results)


def _role(message: JsonObject) -> str:
    """Return the role as Cohere tells it again: it takes `User`, and answers `USER`."""
    role = role_of(message)
    return role.upper() if role.istitle() else role


def _calls(entries: Json, pointer: str) -> Iterator[HistoryPart]:
    for place, entry in enumerate(items_of(entries)):
        call = object_of(entry)
        yield HistoryPart(f"{pointer}/{place}", None, string_of(call.get("name")), call, place)


def _outputs(entries: Json, pointer: str) -> Iterator[HistoryPart]:
    for place, entry in enumerate(items_of(entries)):
        result = object_of(entry)
        name = string_of(object_of(result.get("call")).get("name"))
        yield HistoryPart(f"{pointer}/{place}", None, name, result, place)
