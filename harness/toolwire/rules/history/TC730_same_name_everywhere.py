"""TC730: same-name-everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.sent import HistoryPart
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.history.history import Change, cut, renamed
from toolwire.rules.mutate.edit import put
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.dialect_paths import call_paths
from toolwire.rules.views.request_definitions import chosen_names, names
from toolwire.rules.views.request_steps import request_form, steps

_SHOWN: Final = 50


def _same_name(reading: Reading) -> Iterator[Violation]:
    if load_dialect(reading.dialect).in_words:
        yield from _same_in_words(reading)
        return
    offered = names(reading)
    for pointer, name in chosen_names(reading):
        if not isinstance(name, str) or name not in offered:
            message = "The tool choice names a tool that is not offered."
            yield Violation(pointer, message, _some(offered), cut(name))
    history = steps(reading)
    if offered:
        for step in history:
            for call in step.calls:
                if call.name is not None and call.name not in offered and _plain(call):
                    message = "A call of the history names a tool that is not offered now."
                    pointer = call.pointer + call_paths(reading.dialect).name
                    yield Violation(pointer, message, _some(offered), cut(call.name), Severity.INFO)
    if request_form(reading.dialect).results_named:
        yield from _responses_named(reading)


def _same_in_words(reading: Reading) -> Iterator[Violation]:
    conversation = reading.conversation
    offered = (
        frozenset() if conversation is None else frozenset(tool.name for tool in conversation.tools)
    )
    for call in conversation.calls() if conversation is not None and offered else ():
        if call.name is not None and call.name not in offered:
            message = "A call of the history names a tool that is not offered now."
            member = "messages" if "messages" in object_of(reading.request) else "prompt"
            pointer = f"request/{member}"
            yield Violation(pointer, message, _some(offered), cut(call.name))


def _plain(call: HistoryPart) -> bool:
    """Return whether a call's name alone says which tool it is of."""
    return not (call.value.get("namespace") or call.value.get("toolset_name"))


def _some(offered: frozenset[str]) -> Json:
    return [*sorted(offered)[:_SHOWN]]


def _responses_named(reading: Reading) -> Iterator[Violation]:
    called: list[HistoryPart] = []
    given: list[HistoryPart] = []
    for step in steps(reading):
        if step.calls and given:
            yield from _named_alike(called, given)
            called, given = [], []
        called += step.calls
        given += step.results
    yield from _named_alike(called, given)


def _named_alike(called: list[HistoryPart], given: list[HistoryPart]) -> Iterator[Violation]:
    """Compare the names of a turn's results with those of its calls, in whatever order."""
    left = list(called)
    other: list[HistoryPart] = []
    for result in given:
        pointer = f"{result.pointer}/name"
        if not result.name:
            message = "The functionResponse has no name."
            yield Violation(pointer, message, "the name of its call", result.name or "absent")
            continue
        match = next((call for call in left if call.name == result.name), None)
        if match is None:
            other.append(result)
        else:
            left.remove(match)
    unanswered = [call for call in left if call.name]
    for result, call in zip(other, unanswered, strict=False):
        message = "The functionResponse has another name than its functionCall."
        pointer = f"{result.pointer}/name"
        yield Violation(pointer, message, cut(call.name), cut(result.name), Severity.WARNING)


def _choosing(path: tuple[str | int, ...], choice: Json) -> Change:
    return lambda value: put(value, path, choice)


def _at_bedrock(value: JsonObject) -> None:
    object_of(value["toolConfig"])["toolChoice"] = {"tool": {"name": "get_wether"}}


def _in_prompt(value: JsonObject) -> None:
    # Definitions have a space behind the colon, calls have none.
    value["prompt"] = str(value["prompt"]).replace('"name":"get_weather"', '"name":"get_wether"')


def _in_message(value: JsonObject) -> None:
    message = object_of(items_of(value["messages"])[2])
    message["content"] = str(message["content"]).replace("get_weather", "get_wether")


_RESPONSE_NAME: Final[tuple[str | int, ...]] = (
    "contents",
    2,
    "parts",
    0,
    "functionResponse",
    "name",
)

RULE = Rule(
    id="TC730",
    name="same-name-everywhere",
    severity={
        **dict.fromkeys(
            ("anthropic-messages", "bedrock-converse", "openai-chat", "gemini-generate"),
            Severity.ERROR,
        ),
        "openai-responses": Severity.WARNING,
        **dict.fromkeys(
            ("chatml", "cohere-v1", "cohere-v2", "ollama-chat", "prompted"), Severity.INFO
        ),
    },
    statement=(
        "A tool choice names tools that are offered; a functionResponse has the name of its "
        "functionCall (another name is a warning); calls of the history name tools that are "
        "still offered, where any are (info: agents hand over, and tools change)."
    ),
    why=(
        "A choice of nothing is refused; names that were made safe in one place only let "
        "the model confuse its tools."
    ),
    breaks=(
        "The API answers 400: Tool 'none' not found in provided tools (Anthropic, met by "
        "langchainjs#8928), Name cannot be empty of a function_response (Gemini), a choice of "
        "no tool (Bedrock, met by litellm; OpenAI's format on vLLM, on SGLang 500: sglang#28862)"
    ),
    workaround="Rename in one table, and apply it to definitions, choice and history alike.",
    source=Source(
        "api-error",
        "hindsight#187 (Gemini), the case (Bedrock). What was seen: no choice in any "
        "recording names a tool that is not offered; OpenAI answered 7 of 7 calls of tools "
        "no longer offered, Google 41 of 41 responses of another name",
        "https://github.com/vectorize-io/hindsight/pull/187",
        "2026-11-21",
    ),
    check=_same_name,
    mutations=(
        *asks(
            "refused",
            {
                "anthropic-messages": _choosing(
                    ("tool_choice",), {"type": "tool", "name": "get_wether"}
                ),
                "bedrock-converse": _at_bedrock,
                "openai-chat": _choosing(
                    ("tool_choice",), {"type": "function", "function": {"name": "get_wether"}}
                ),
                "gemini-generate": _choosing(
                    ("toolConfig",),
                    {
                        "functionCallingConfig": {
                            "mode": "ANY",
                            "allowedFunctionNames": ["get_wether"],
                        }
                    },
                ),
                "openai-responses": _choosing(
                    ("tool_choice",), {"type": "function", "name": "get_wether"}
                ),
            },
            "choice",
        ),
        *asks(
            "round_trip",
            {
                "openai-chat": renamed(("messages", 1, "tool_calls", 0, "function", "name")),
                "chatml": _in_prompt,
                "prompted": _in_message,
                "cohere-v1": renamed(("chat_history", 1, "tool_calls", 0, "name")),
                "cohere-v2": renamed(("messages", 1, "tool_calls", 0, "function", "name")),
                "ollama-chat": renamed(("messages", 1, "tool_calls", 0, "function", "name")),
                "openai-responses": renamed(("input", 1, "name")),
            },
            "history",
        ),
        *asks("round_trip", {"gemini-generate": renamed(_RESPONSE_NAME, "")}, "no name"),
        *asks("round_trip", {"gemini-generate": renamed(_RESPONSE_NAME)}, "another name"),
    ),
    subject=Subject.REQUEST,
    cases="""
Bedrock | toolSpec.name and replayed toolUse.name sanitised differently | https://github.com/BerriAI/litellm/issues/28874 | PR merged 2026-05
""",
)
