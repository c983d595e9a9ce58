"""Where a probe's question goes in a request's body: its history, its results, its schemas.

The bodies are ours, so what is looked for is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from toolwire.dialects import dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import Conversation, Json, JsonObject, Turn
from toolwire.model.exchange import Endpoint, Request
from toolwire.rules.mutate.edit import at
from toolwire.rules.views.dialect_paths import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    RESPONSES,
)

#: An in-place change of a request's body that asks a question.
Ask: TypeAlias = "Callable[[JsonObject], None]"

_NOWHERE: Final = Endpoint("https://api.example.invalid", "reference-model")
#: Dialect -> the member of a body that is its history.
_HISTORY: Final[Mapping[str, str]] = {
    ANTHROPIC: "messages",
    BEDROCK: "messages",
    CHAT: "messages",
    COHERE_V2: "messages",
    GEMINI: "contents",
    OLLAMA: "messages",
    RESPONSES: "input",
}


def later(name: str, turns: Callable[[Conversation], tuple[Turn, ...]]) -> Ask:
    """Make a change that lets turns follow the history, in the dialect's own words.

    Args:
        name: the dialect.
        turns: what was asked so far -> the turns that follow.
    """

    def ask(body: JsonObject) -> None:
        spoken = dialect(name)
        asked = spoken.read_request(Request("POST", _NOWHERE.base_url, (), dump(body)))
        assert asked is not None
        more = spoken.encode(Conversation(turns(asked), asked.tools), _NOWHERE)
        history = _HISTORY[name]
        items_of(body[history]).extend(items_of(object_of(parse(more.body))[history]))

    return ask


def misnamed(name: str) -> Ask:
    """Make a change that gives the first tool a name that no vendor takes, wherever it stands."""

    def ask(body: JsonObject) -> None:
        asked = dialect(name).read_request(Request("POST", _NOWHERE.base_url, (), dump(body)))
        assert asked is not None
        right = asked.tools[0].name
        wrong = right.replace("_", " ") + "!"
        body.update(object_of(parse(dump(body).replace(right.encode(), wrong.encode()))))

    return ask


#: Dialects whose results are blocks of a user's message, which its words follow.
_BLOCKS: Final[Mapping[str, Callable[[str], JsonObject]]] = {
    ANTHROPIC: lambda text: {"type": "text", "text": text},
    BEDROCK: lambda text: {"text": text},
}


def words_after(name: str, text: str) -> Ask:
    """Make a change that lets the user speak after the results, with no reply in between."""

    def ask(body: JsonObject) -> None:
        history = items_of(body[_HISTORY[name]])
        if name in _BLOCKS:
            items_of(object_of(history[-1])["content"]).append(_BLOCKS[name](text))
        elif name == GEMINI:
            history.append({"role": "user", "parts": [{"text": text}]})
        else:
            history.append({"role": "user", "content": text})

    return ask


def _typed(kind: str) -> Callable[[JsonObject], JsonObject]:
    return lambda item: item if item.get("type") == kind else {}


def _under(member: str) -> Callable[[JsonObject], JsonObject]:
    return lambda item: object_of(item.get(member))


def _of_role(item: JsonObject) -> JsonObject:
    return item if item.get("role") == "tool" else {}


#: Dialect -> an item of a history, or a part of it, to the result it is; {} for others.
_RESULT: Final[Mapping[str, Callable[[JsonObject], JsonObject]]] = {
    ANTHROPIC: _typed("tool_result"),
    BEDROCK: _under("toolResult"),
    CHAT: _of_role,
    COHERE_V2: _of_role,
    GEMINI: _under("functionResponse"),
    OLLAMA: _of_role,
    RESPONSES: _typed("function_call_output"),
}
#: Dialects whose messages hold results as parts, and under which member.
_PARTS: Final[Mapping[str, str]] = {ANTHROPIC: "content", BEDROCK: "content", GEMINI: "parts"}


def _last_results(name: str, body: JsonObject) -> tuple[list[Json], list[int]]:
    """Return the list that holds the last round's results, and their places in it."""
    is_result = _RESULT[name]
    history = items_of(body[_HISTORY[name]])
    if name in _PARTS:
        lists = [items_of(object_of(message).get(_PARTS[name])) for message in history]
        history = [x for x in lists if any(is_result(object_of(part)) for part in x)][-1]
    places = [n for n, item in enumerate(history) if is_result(object_of(item))]
    first = len(places) - 1
    while first > 0 and places[first - 1] == places[first] - 1:
        first -= 1
    return history, places[first:]


def reversed_results(name: str) -> Ask:
    """Make a change that puts the results of the last round in the reverse order."""

    def ask(body: JsonObject) -> None:
        held, places = _last_results(name, body)
        turned = [held[place] for place in reversed(places)]
        for place, result in zip(places, turned, strict=True):
            held[place] = result

    return ask


#: Dialect -> where a result has what the tool said.
_CONTENT: Final[Mapping[str, tuple[str, ...]]] = {
    ANTHROPIC: ("content",),
    CHAT: ("content",),
    GEMINI: ("response", "output"),
    OLLAMA: ("content",),
    RESPONSES: ("output",),
}


def content_of(name: str, change: Callable[[Json], Json]) -> Ask:
    """Make a change of what the tools of the last round said."""

    def ask(body: JsonObject) -> None:
        held, places = _last_results(name, body)
        *path, last = _CONTENT[name]
        for place in places:
            holder = object_of(at(_RESULT[name](object_of(held[place])), tuple(path)))
            holder[last] = change(holder[last])

    return ask


def emptied(name: str) -> Ask:
    """Make a change that leaves nothing of what the tools of the last round said."""
    return content_of(name, lambda _: "")


def as_parts(name: str) -> Ask:
    """Make a change that says the same of the last round as a list of text parts."""
    return content_of(name, lambda said: [{"type": "text", "text": said}])


def _declared(name: str, body: JsonObject) -> list[JsonObject]:
    """Return the objects that declare the tools, each with its name."""
    if name == BEDROCK:
        listed = items_of(object_of(body.get("toolConfig")).get("tools"))
        return [object_of(object_of(tool).get("toolSpec")) for tool in listed]
    tools = [object_of(tool) for tool in items_of(body.get("tools"))]
    if name == GEMINI:
        return [object_of(d) for t in tools for d in items_of(t.get("functionDeclarations"))]
    if name in (CHAT, COHERE_V2, OLLAMA):
        return [object_of(tool.get("function")) for tool in tools]
    return tools


def tool_names(name: str, body: JsonObject) -> list[str]:
    """Return the names of the tools a body offers, in its order."""
    return [str(tool.get("name")) for tool in _declared(name, body)]


_SCHEMA: Final[Mapping[str, tuple[str, ...]]] = {
    ANTHROPIC: ("input_schema",),
    BEDROCK: ("inputSchema", "json"),
    GEMINI: ("parametersJsonSchema",),
}


def first_schema(name: str, change: Callable[[JsonObject], None]) -> Ask:
    """Make a change of the first tool's schema.

    Gemini's goes under `parametersJsonSchema`: its `parameters` is no JSON Schema.
    """

    def ask(body: JsonObject) -> None:
        tool = _declared(name, body)[0]
        if "parameters" in tool and name == GEMINI:
            tool["parametersJsonSchema"] = tool.pop("parameters")
        change(object_of(at(tool, _SCHEMA.get(name, ("parameters",)))))

    return ask
