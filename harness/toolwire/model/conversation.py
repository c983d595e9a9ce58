"""The neutral terms of a tool-calling conversation; no dialect's own words.

A `Conversation` is what a suite asks for and what a dialect can read back out of a
request. Values are frozen; the `Json` inside them is never changed after creation.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from toolwire.model.value import Value

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = "dict[str, Json]"


class Tool(Value, frozen=True):
    """A tool offered to the model.

    Attributes:
        name: the name as sent.
        description: prose for the model; None when none is sent.
        parameters: JSON Schema of the arguments; None when the tool declares none.
        strict: the dialect's promise switch; None when not sent.
        builtin: whether the service runs it, or the format knows it by its type: no call of a
            client's function names it.
    """

    name: str
    description: str | None = None
    parameters: JsonObject | None = None
    strict: bool | None = None
    builtin: bool = False


class ChoiceMode(StrEnum):
    """How free the model is to call a tool."""

    AUTO = "auto"
    NONE = "none"
    REQUIRED = "required"
    NAMED = "named"


class ToolChoice(Value, frozen=True):
    """The tool choice of a request; `name` is set exactly when `mode` is `named`."""

    mode: ChoiceMode
    name: str | None = None


def texts_given(arguments: Json) -> tuple[str, ...]:
    """Return the texts among arguments, those of an object's members and no deeper."""
    given = arguments.values() if isinstance(arguments, dict) else ()
    return tuple(one for one in given if isinstance(one, str))


class ToolCall(Value, frozen=True):
    """One call of a tool, as decoded from a response or read from a history.

    Attributes:
        name: tool name as on the wire; None when absent or not a string.
        id: call id as on the wire; None when absent or not a string.
        arguments: the parsed value; None when `parse_error` is set (or for JSON null).
        raw: the arguments text where the wire carries text (JSON string or assembled
            stream fragments); None where it carries an object or nothing.
        parse_error: why `raw` is not one JSON value; None when it is, or there is no `raw`.
        pointer: where the call was found (JSON pointer, or `event[N]/...` of its first event).
        kind: `function`, `legacy` (OpenAI function_call) or `custom` (free text tools).
    """

    name: str | None
    id: str | None = None
    arguments: Json = None
    raw: str | None = None
    parse_error: str | None = None
    pointer: str = ""
    kind: str = "function"


class ToolResult(Value, frozen=True):
    """What the application answers to one call; `error` marks a failed tool."""

    call_id: str | None
    name: str | None
    content: str
    error: bool = False


class UserTurn(Value, frozen=True):
    """Text of the user."""

    text: str


class AssistantTurn(Value, frozen=True):
    """What the model said before.

    Attributes:
        text: its text; None when it had none.
        calls: its tool calls in wire order.
        echo: the assistant message as received (bytes of its JSON), sent back unchanged
            by `encode`; None when the turn is composed and not received.
        answer: id of the answer that it came in, by which a server that keeps its answers is
            asked to go on; None when there is none.
    """

    text: str | None
    calls: tuple[ToolCall, ...] = ()
    echo: bytes | None = None
    answer: str | None = None


class ResultsTurn(Value, frozen=True):
    """The results of the assistant turn before it, one per call."""

    results: tuple[ToolResult, ...]


Turn: TypeAlias = UserTurn | AssistantTurn | ResultsTurn


class Conversation(Value, frozen=True):
    """A request in neutral terms.

    Attributes:
        turns: oldest first.
        tools: tools offered with this request.
        choice: tool choice; None when the request says nothing.
        parallel: whether several calls in one reply are allowed; None when not said.
        system: system prompt; None when there is none.
        legacy: the request uses OpenAI's `functions` / `function_call` (openai-chat only).
        stream: whether the request asks for a streamed response.
        thinks: whether it asks for reasoning that is shown.
        continued: whether the server keeps a part of the history, which the request only names:
            results may answer calls that stand there.
    """

    turns: tuple[Turn, ...]
    tools: tuple[Tool, ...] = ()
    choice: ToolChoice | None = None
    parallel: bool | None = None
    system: str | None = None
    legacy: bool = False
    stream: bool = False
    thinks: bool = False
    continued: bool = False

    def calls(self) -> tuple[ToolCall, ...]:
        """Return every tool call of the history, oldest first."""
        return tuple([c for t in self.turns if isinstance(t, AssistantTurn) for c in t.calls])

    def first_tool(self) -> Tool | None:
        """Return the first offered tool that a call can name, or None."""
        return next((t for t in self.tools if not t.builtin), None)

    def tool(self, name: str | None) -> Tool | None:
        """Return the offered tool of that exact name, or None."""
        for tool in self.tools:
            if tool.name == name:
                return tool
        return None
