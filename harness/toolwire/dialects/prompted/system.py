"""The system prompt that describes the tools: written, and read back.

The manner is that of the guide "Prompt-Based Tool Calling for Non-OpenAI Models" (read
2026-11-21): a heading, each tool with its description and its parameters, and the JSON that a call
is. Ours gives a tool's parameters as JSON Schema in one line; the guide's list of
`- name (type): description` is read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from toolwire.dialects.choice_text import choice_text, read_choice_text
from toolwire.io.json_text import JsonError, dump, object_of, parse
from toolwire.model.conversation import Conversation, Json, JsonObject, Tool, ToolChoice

HEADING: Final = "Available Tools:"
#: Roles of the messages that are a system prompt.
_SPEAKERS: Final = ("system", "developer")
_FORM: Final = (
    "To use a tool, answer with nothing but one JSON object of this form:\n"
    '{"tool_name": "<name of the tool>", "arguments": {"<parameter>": "<value>"}}'
)
_SEVERAL: Final = (
    "To use several tools at once, answer with nothing but a JSON array of such objects."
)
_THEN: Final = (
    "The results then come in the next message, for you to answer with. If no tool is needed, "
    "answer as usual."
)
_DESCRIPTION: Final = "  Description: "
_PARAMETERS: Final = "  Parameters:"
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,256}", re.ASCII)
_PARAMETER: Final = re.compile(
    r"    - ([A-Za-z0-9_.-]{1,256}) \(([a-z]{1,16})(, required)?\):? ?(.*)", re.ASCII | re.DOTALL
)


class Described(NamedTuple):
    """What a system prompt says: the part before the tools, and the tools with the choice between them."""

    system: str | None
    tools: tuple[Tool, ...]
    choice: ToolChoice | None
    parallel: bool | None


def describes(text: str) -> bool:
    """Return whether a system prompt is of this form: tools, and the JSON that a call is."""
    return HEADING in text and '"tool_name"' in text and '"arguments"' in text


def system_text(conversation: Conversation) -> str | None:
    """Return the system prompt of a conversation, its tools described; None for neither."""
    if not conversation.tools:
        return conversation.system
    before = "" if conversation.system is None else f"{conversation.system}\n\n"
    form = _FORM if conversation.parallel is False else f"{_FORM}\n{_SEVERAL}"
    tools = "\n\n".join("\n".join(_lines(tool)) for tool in conversation.tools)
    lines = choice_text(conversation.choice, parallel=conversation.parallel)
    return "\n".join((f"{before}{HEADING}\n\n{tools}\n\n{form}", _THEN, *lines))


def _lines(tool: Tool) -> Iterator[str]:
    yield f"{tool.name if _NAME.fullmatch(tool.name) else _json(tool.name)}:"
    if tool.description is not None:
        plain = tool.description.strip() == tool.description and tool.description[:1] not in (
            "",
            '"',
        )
        one_line = plain and "\n" not in tool.description
        yield _DESCRIPTION + (tool.description if one_line else _json(tool.description))
    if tool.parameters is not None:
        yield f"{_PARAMETERS} {_json(tool.parameters)}"


def _json(value: Json) -> str:
    return dump(value).decode()


def read_system(text: str) -> Described | None:
    """Read a system prompt; None when it does not describe tools in this form."""
    if not describes(text):
        return None
    start = 0 if text.startswith(f"{HEADING}\n") else -1
    start = max(start, text.rfind(f"\n{HEADING}\n") + 1 or -1)
    if start < 0:
        return None
    system = text[:start].removesuffix("\n\n") if start else None
    lines = text[start:].split("\n")[1:]
    tools = tuple(draft.tool() for draft in _drafts(lines))
    choice, parallel, _ = read_choice_text(lines)
    return Described(system, tools, choice, parallel)


@dataclass(slots=True)
class _ToolDraft:
    """A tool that is being read; `listed` holds parameters of the guide's list."""

    name: str
    description: str | None = None
    parameters: JsonObject | None = None
    listed: JsonObject = field(default_factory=dict)
    required: list[Json] = field(default_factory=list)

    def tool(self) -> Tool:
        """Return the tool as far as it was described."""
        parameters = self.parameters
        if parameters is None and self.listed:
            parameters = {"type": "object", "properties": self.listed}
            if self.required:
                parameters["required"] = self.required
        return Tool(self.name, self.description, parameters)


def _drafts(lines: list[str]) -> list[_ToolDraft]:
    drafts: list[_ToolDraft] = []
    for line in lines:
        if not line.strip():
            continue
        name = _name(line)
        if name is not None:
            drafts.append(_ToolDraft(name))
        elif drafts and line.startswith("  "):
            _detail(drafts[-1], line)
        else:
            break
    return drafts


def _name(line: str) -> str | None:
    word = line.removesuffix(":")
    if word == line:
        return None
    if _NAME.fullmatch(word):
        return word
    value = _parsed(word) if word.startswith('"') else None
    return value if isinstance(value, str) else None


def _detail(draft: _ToolDraft, line: str) -> None:
    if line.startswith(_DESCRIPTION):
        text = line.removeprefix(_DESCRIPTION)
        value = _parsed(text) if text.startswith('"') else None
        draft.description = value if isinstance(value, str) else text
    elif line.startswith(_PARAMETERS):
        schema = _parsed(line.removeprefix(_PARAMETERS).strip())
        draft.parameters = schema if isinstance(schema, dict) else None
    elif found := _PARAMETER.fullmatch(line):
        name, kind, required, description = found.groups()
        listed: JsonObject = {} if kind == "any" else {"type": kind}
        draft.listed[name] = {**listed, "description": description} if description else listed
        if required:
            draft.required.append(name)


def _parsed(text: str) -> Json:
    try:
        return parse(text)
    except JsonError:
        return None


def described_in(request: Json) -> bool:
    """Return whether a request body carries its tools in its system prompt alone.

    They have to stand there in our form: agents speak of available tools and of a `tool_name`
    in prompts of many others.
    """
    body = object_of(request)
    messages = body.get("messages")
    if body.get("tools") or body.get("functions") or not isinstance(messages, list):
        return False
    first = (object_of(message) for message in messages[:4])
    texts = (message.get("content") for message in first if message.get("role") in _SPEAKERS)
    return any(isinstance(text, str) and _lists_tools(text) for text in texts)


def _lists_tools(text: str) -> bool:
    described = read_system(text)
    if described is None or not described.tools:
        return False
    # A line such as `Rules:` reads like the name of a tool of which nothing is said.
    told = (tool.description is not None or tool.parameters is not None for tool in described.tools)
    return _FORM in text or any(told)
