"""Rules about the names of tools in a request: what they are made of, and that they agree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.edit import put
from toolwire.rules.request_choices import chosen_names
from toolwire.rules.request_definitions import definitions, names
from toolwire.rules.request_edit import asks
from toolwire.rules.request_steps import Part, steps
from toolwire.rules.rule import Flaw, Rule, Source, Subject
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    CHATML,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    NAME_AT,
    OLLAMA,
    PROMPTED,
    RESPONSES,
)

__all__ = ["RULES"]

_READ = "2026-11-21"
_SHOWN: Final = 50


def _same_name(reading: Reading) -> Iterator[Flaw]:
    if reading.dialect in _IN_WORDS:
        yield from _same_in_words(reading)
        return
    offered = names(reading)
    for pointer, name in chosen_names(reading):
        if not isinstance(name, str) or name not in offered:
            message = "The tool choice names a tool that is not offered."
            yield Flaw(pointer, message, _some(offered), _cut(name))
    history = steps(reading)
    if offered:
        for step in history:
            for call in step.calls:
                if call.name is not None and call.name not in offered and _plain(call):
                    message = "A call of the history names a tool that is not offered now."
                    pointer = call.pointer + NAME_AT[reading.dialect]
                    yield Flaw(pointer, message, _some(offered), _cut(call.name), Severity.INFO)
    if reading.dialect == GEMINI:
        yield from _responses_named(reading)


#: Dialects whose tools and calls stand in text -> the member that holds it.
_IN_WORDS: Final[Mapping[str, str]] = {CHATML: "prompt", PROMPTED: "messages"}


def _same_in_words(reading: Reading) -> Iterator[Flaw]:
    asked = reading.asked
    offered = frozenset() if asked is None else frozenset(tool.name for tool in asked.tools)
    for call in asked.calls() if asked is not None and offered else ():
        if call.name is not None and call.name not in offered:
            message = "A call of the history names a tool that is not offered now."
            pointer = f"request/{_IN_WORDS[reading.dialect]}"
            yield Flaw(pointer, message, _some(offered), _cut(call.name))


def _plain(call: Part) -> bool:
    """Return whether a call's name alone says which tool it is of."""
    return not (call.value.get("namespace") or call.value.get("toolset_name"))


def _some(offered: frozenset[str]) -> Json:
    return [*sorted(offered)[:_SHOWN]]


def _cut(name: Json) -> Json:
    return name[:200] if isinstance(name, str) else None


def _responses_named(reading: Reading) -> Iterator[Flaw]:
    called: list[Part] = []
    for step in steps(reading):
        if step.calls:
            called += step.calls
        for result in step.results:
            # In the place of its call, as the API reads them.
            call = called.pop(0) if called else None
            pointer = f"{result.pointer}/name"
            if not result.name:
                message = "The functionResponse has no name."
                yield Flaw(pointer, message, "the name of its call", result.name or "absent")
            elif call is not None and call.name and result.name != call.name:
                message = "The functionResponse has another name than its functionCall."
                yield Flaw(pointer, message, _cut(call.name), _cut(result.name), Severity.WARNING)


_OPENAI: Final = re.compile(r"[a-zA-Z0-9_-]+", re.ASCII)
_GOOGLE: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]*", re.ASCII)
_COHERE: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*", re.ASCII)

#: Dialect -> what a name is made of, and how long it may be; None where nobody says.
_FORMS: Final[Mapping[str, tuple[re.Pattern[str], int | None]]] = {
    ANTHROPIC: (_OPENAI, 128),
    BEDROCK: (_OPENAI, 64),
    CHAT: (_OPENAI, 64),
    COHERE_V1: (_COHERE, None),
    COHERE_V2: (_COHERE, None),
    GEMINI: (_GOOGLE, 128),
    RESPONSES: (_OPENAI, 128),
}
#: Dialect -> what its older servers take; a name between the two lengths is a warning.
_OLDER: Final[Mapping[str, int]] = {ANTHROPIC: 64, GEMINI: 64}


def _charset(reading: Reading) -> Iterator[Flaw]:
    for definition in definitions(reading):
        # Without a name it is not a tool of the client's, or TC811 tells of it.
        if definition.name and isinstance(definition.name, str):
            yield from _formed(reading.dialect, definition.name, f"{definition.at}/name")
    at = NAME_AT[reading.dialect]
    for step in steps(reading):
        for call in step.calls:
            if call.name is not None:
                yield from _formed(reading.dialect, call.name, call.pointer + at)


def _formed(dialect: str, name: str, pointer: str) -> Iterable[Flaw]:
    pattern, limit = _FORMS[dialect]
    usual = _OLDER.get(dialect, limit)
    if pattern.fullmatch(name) is not None and (usual is None or len(name) <= usual):
        return ()
    return _misformed(dialect, name, pointer)


def _misformed(dialect: str, name: str, pointer: str) -> Iterator[Flaw]:
    pattern, limit = _FORMS[dialect]
    if pattern.fullmatch(name) is None:
        message = "The name has a character that the API does not take, or none at all."
        yield Flaw(pointer, message, pattern.pattern, _cut(name))
    elif limit is not None and len(name) > limit:
        yield _too_long(pointer, name, limit, None)
    elif len(name) > _OLDER.get(dialect, len(name)):
        yield _too_long(pointer, name, _OLDER[dialect], Severity.WARNING)


def _too_long(pointer: str, name: str, limit: int, milder: Severity | None) -> Flaw:
    message = "The name is longer than the API takes."
    return Flaw(pointer, message, f"at most {limit} characters", name[:200], milder)


_Change = Callable[[JsonObject], None]


def _choosing(path: tuple[str | int, ...], choice: Json) -> _Change:
    return lambda value: put(value, path, choice)


def _at_bedrock(value: JsonObject) -> None:
    object_of(value["toolConfig"])["toolChoice"] = {"tool": {"name": "get_wether"}}


def _renamed(path: tuple[str | int, ...], name: str = "get_wether") -> _Change:
    return lambda value: put(value, path, name)


def _in_prompt(value: JsonObject) -> None:
    # Definitions have a space behind the colon, calls have none.
    value["prompt"] = str(value["prompt"]).replace('"name":"get_weather"', '"name":"get_wether"')


def _in_message(value: JsonObject) -> None:
    said = object_of(items_of(value["messages"])[2])
    said["content"] = str(said["content"]).replace("get_weather", "get_wether")


_LONG: Final = "get_weather_" + "x" * 160
_BAD: Final = "get weather!"
_RESPONSE_NAME: Final[tuple[str | int, ...]] = (
    "contents",
    2,
    "parts",
    0,
    "functionResponse",
    "name",
)
_TOOL_NAMES: Final[Mapping[str, tuple[str | int, ...]]] = {
    ANTHROPIC: ("tools", 1, "name"),
    BEDROCK: ("toolConfig", "tools", 1, "toolSpec", "name"),
    CHAT: ("tools", 1, "function", "name"),
    COHERE_V1: ("tools", 1, "name"),
    COHERE_V2: ("tools", 1, "function", "name"),
    GEMINI: ("tools", 0, "functionDeclarations", 1, "name"),
    RESPONSES: ("tools", 1, "name"),
}


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC730",
        name="same-name-everywhere",
        severity={
            **dict.fromkeys((ANTHROPIC, BEDROCK, CHAT, GEMINI), Severity.ERROR),
            RESPONSES: Severity.WARNING,
            **dict.fromkeys((CHATML, COHERE_V1, COHERE_V2, OLLAMA, PROMPTED), Severity.INFO),
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
            _READ,
        ),
        check=_same_name,
        mutations=(
            *asks(
                "refused",
                {
                    ANTHROPIC: _choosing(("tool_choice",), {"type": "tool", "name": "get_wether"}),
                    BEDROCK: _at_bedrock,
                    CHAT: _choosing(
                        ("tool_choice",), {"type": "function", "function": {"name": "get_wether"}}
                    ),
                    GEMINI: _choosing(
                        ("toolConfig",),
                        {
                            "functionCallingConfig": {
                                "mode": "ANY",
                                "allowedFunctionNames": ["get_wether"],
                            }
                        },
                    ),
                    RESPONSES: _choosing(
                        ("tool_choice",), {"type": "function", "name": "get_wether"}
                    ),
                },
                "choice",
            ),
            *asks(
                "round_trip",
                {
                    CHAT: _renamed(("messages", 1, "tool_calls", 0, "function", "name")),
                    CHATML: _in_prompt,
                    PROMPTED: _in_message,
                    COHERE_V1: _renamed(("chat_history", 1, "tool_calls", 0, "name")),
                    COHERE_V2: _renamed(("messages", 1, "tool_calls", 0, "function", "name")),
                    OLLAMA: _renamed(("messages", 1, "tool_calls", 0, "function", "name")),
                    RESPONSES: _renamed(("input", 1, "name")),
                },
                "history",
            ),
            *asks("round_trip", {GEMINI: _renamed(_RESPONSE_NAME, "")}, "no name"),
            *asks("round_trip", {GEMINI: _renamed(_RESPONSE_NAME)}, "another name"),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
    Rule(
        id="TC808",
        name="tool-name-charset",
        severity={
            **dict.fromkeys(
                (ANTHROPIC, BEDROCK, CHAT, COHERE_V2, GEMINI, RESPONSES), Severity.ERROR
            ),
            COHERE_V1: Severity.WARNING,
        },
        statement=(
            "Names of tools, offered or in the history, are letters, digits, underscore and "
            "hyphen: at most 64 on Chat Completions and Bedrock, 128 on Responses and with "
            "Anthropic (64 before 2025: a warning). Gemini has dot and colon too, begins with a "
            "letter or underscore and takes 128 (64 before 2026: a warning). Cohere has no "
            "hyphen and no leading digit. MCP allows dots, no API but Gemini's does."
        ),
        why="One bad name refuses the whole request, and on Bedrock the history stays bad.",
        breaks=(
            "The API answers 400: string does not match pattern (OpenAI, Anthropic), "
            "ValidationException (Bedrock), Invalid function name (Gemini); tool names have to "
            "be of letters, digits and underscores (Cohere's list of errors)"
        ),
        workaround="Use ^[a-zA-Z_][a-zA-Z0-9_]{0,63}$, which all of them take.",
        source=Source(
            "api-error",
            "error texts in the cases, ccs#25 (Gemini, 64); openai-openapi 2.3.0, botocore "
            "1.44.5, google-genai 3.4.0, Cohere's list of errors. What was seen: none of over "
            "3,000 offered tools breaks its dialect's form",
            "https://github.com/kaitranntt/ccs/issues/25",
            _READ,
        ),
        check=_charset,
        mutations=(
            *asks(
                "refused",
                {dialect: _renamed(path, _BAD) for dialect, path in _TOOL_NAMES.items()},
                "character",
            ),
            *asks(
                "refused",
                {
                    dialect: _renamed(path, _LONG)
                    for dialect, path in _TOOL_NAMES.items()
                    if _FORMS[dialect][1] is not None
                },
                "length",
            ),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
)
