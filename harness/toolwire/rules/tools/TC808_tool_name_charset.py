"""TC808: tool-name-charset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolwire.dialects.request_form import NameForm
from toolwire.io.json_text import object_of
from toolwire.rules.history.history import cut, renamed
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.dialect_paths import call_paths
from toolwire.rules.views.request_definitions import definitions
from toolwire.rules.views.request_steps import request_form, steps


def _charset(reading: Reading) -> Iterator[Violation]:
    form = request_form(reading.dialect).names
    if form is None:
        return
    for name, pointer in _named(reading):
        if not _is_formed(form, name) and not _is_vendors(reading, name):
            yield from _misformed(form, name, pointer)


def _named(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield the names that a request says, and where each stands."""
    for definition in definitions(reading):
        name = definition.name
        # Without a name it is not a tool of the client's, or TC811 tells of it.
        if name and isinstance(name, str):
            yield name, f"{definition.at}/name"
    at = call_paths(reading.dialect).name
    for step in steps(reading):
        for call in step.calls:
            if call.name is not None:
                yield call.name, call.pointer + at


def _is_vendors(reading: Reading, name: str) -> bool:
    """Return whether a name is that of a tool whose type is its vendor's own: `$web_search` of Moonshot."""
    return any(
        one.name == name and object_of(one.entry).get("type") not in _CLIENTS
        for one in definitions(reading)
    )


def _is_formed(form: NameForm, name: str) -> bool:
    short = form.older is None or len(name) <= form.older
    return short and form.pattern.fullmatch(name) is not None


def _misformed(form: NameForm, name: str, pointer: str) -> Iterator[Violation]:
    if form.pattern.fullmatch(name) is None:
        message = "The name has a character that the API does not take, or none at all."
        yield Violation(pointer, message, form.pattern.pattern, cut(name))
    elif form.limit is not None and len(name) > form.limit:
        yield _too_long(pointer, name, form.limit, None)
    elif form.older is not None:
        yield _too_long(pointer, name, form.older, Severity.INFO)


def _too_long(pointer: str, name: str, limit: int, milder: Severity | None) -> Violation:
    message = "The name is longer than the API takes."
    return Violation(pointer, message, f"at most {limit} characters", name[:200], milder)


#: The types of tools that a client names.
_CLIENTS: Final = (None, "function", "custom", "namespace")

_LONG: Final = "get_weather_" + "x" * 160

_BAD: Final = "get weather!"

_TOOL_NAMES: Final[Mapping[str, tuple[str | int, ...]]] = {
    "anthropic-messages": ("tools", 1, "name"),
    "bedrock-converse": ("toolConfig", "tools", 1, "toolSpec", "name"),
    "openai-chat": ("tools", 1, "function", "name"),
    "cohere-v1": ("tools", 1, "name"),
    "cohere-v2": ("tools", 1, "function", "name"),
    "gemini-generate": ("tools", 0, "functionDeclarations", 1, "name"),
    "openai-responses": ("tools", 1, "name"),
}

RULE = Rule(
    id="TC808",
    name="tool-name-charset",
    severity={
        **dict.fromkeys(
            (
                "anthropic-messages",
                "bedrock-converse",
                "openai-chat",
                "cohere-v2",
                "gemini-generate",
                "openai-responses",
            ),
            Severity.ERROR,
        ),
        "cohere-v1": Severity.WARNING,
    },
    statement=(
        "Names of tools, offered or in the history, are letters, digits, underscore and "
        "hyphen: at most 64 on Chat Completions and Bedrock, 128 on Responses and with "
        "Anthropic (64 before 2025: information). Gemini has dot and colon too, begins with a "
        "letter or underscore and takes 128 (64 before 2026: information). Cohere has no "
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
        "2026-11-21",
    ),
    check=_charset,
    mutations=(
        *asks(
            "refused",
            {dialect: renamed(path, _BAD) for dialect, path in _TOOL_NAMES.items()},
            "character",
        ),
        *asks(
            "refused",
            {
                dialect: renamed(path, _LONG)
                for dialect, path in _TOOL_NAMES.items()
                if dialect not in ("cohere-v1", "cohere-v2")
            },
            "length",
        ),
    ),
    subject=Subject.REQUEST,
    cases="""
Gemini | name must start with letter/underscore, [a-zA-Z0-9_.-] (later also colon), max 64 | https://github.com/google-gemini/gemini-cli/issues/2966 | issue closed 2025-06 (p0)
Gemini | invalid names and array schema without items | https://github.com/cline/cline/issues/7339 | issue open 2025
Kimi | dot in tool name rejects whole registration | https://github.com/hostinger/api-mcp-server/issues/40 | issue closed 2026-06
OpenAI-compatible | name pattern ^[a-zA-Z0-9_-]+$ | https://github.com/hackers365/xiaozhi-esp32-server-golang/issues/268 | issue closed 2026-05
Copilot / MCP | MCP allows dots, models APIs do not | https://github.com/github/copilot-sdk/issues/743 | issue open/closed 2026-03..06
Anthropic | name pattern ^[a-zA-Z0-9_-]{1,128}$ (earlier {1,64}) | https://github.com/home-assistant/core/issues/147760 | issue 2025-06
Bedrock | name ^[a-zA-Z0-9_-]{1,64}$ enforced on toolSpec and on replayed toolUse | https://github.com/NousResearch/hermes-agent/issues/90016 | PR open 2026-08 (#90008)
Bedrock | 65-char name fails every request | https://github.com/headroomlabs-ai/headroom/issues/2129 | PR merged 2026-07
""",
)
