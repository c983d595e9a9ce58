"""TC744: history-roles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.dialects.sent import HistoryStep, role_of
from toolwire.io.json_text import items_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import put
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_steps import request_form, steps


def _roles(reading: Reading) -> Iterator[Violation]:
    history, roles = steps(reading), request_form(reading.dialect).roles
    if roles is None:
        return
    for step in history:
        if step.role in roles.known:
            continue
        # An item with a type of its own may have a role besides, which is none of a message's.
        own = "role" in step.value and role_of(step.value) == step.role
        if roles.everywhere or own:
            message = "The format has no such role."
            expected: list[Json] = [*sorted(roles.known - {""})]
            yield Violation(f"{step.pointer}/role", message, expected, step.role[:50] or "absent")
    if roles.sides:
        yield from _sides(history)
    if roles.order:
        yield from _ORDERS[roles.order](history)


def _sides(history: tuple[HistoryStep, ...]) -> Iterator[Violation]:
    for step in history:
        if step.calls and step.role == "user":
            message = "A call stands in a message of the user."
            yield Violation(step.calls[0].pointer, message, "assistant", step.role)
        if step.results and step.role == "assistant":
            message = "A result stands in a message of the assistant."
            yield Violation(step.results[0].pointer, message, "user", step.role)


def _alternates(history: tuple[HistoryStep, ...]) -> Iterator[Violation]:
    dialect = [step for step in history if step.role in ("assistant", "user")]
    before = "assistant"
    for step in dialect:
        if step.role == before:
            message = (
                "The conversation does not start with the user."
                if step is dialect[0]
                else "Two messages in a row have one role."
            )
            other = "user" if before == "assistant" else "assistant"
            # Bedrock has answered to thoughts and their calls in a message each.
            taken = step is not dialect[0] and before == "assistant"
            milder = Severity.INFO if taken else None
            yield Violation(f"{step.pointer}/role", message, other, step.role, milder)
            return
        before = step.role


def _opens(history: tuple[HistoryStep, ...]) -> Iterator[Violation]:
    if history and history[0].calls and history[0].role == "model":
        message = "The conversation starts with calls of the model."
        yield Violation(
            history[0].calls[0].pointer, message, "a content of the user", "functionCall"
        )


_ORDERS: Final[Mapping[str, Callable[[tuple[HistoryStep, ...]], Iterator[Violation]]]] = {
    "alternate": _alternates,
    "user_first": _opens,
}


def _first(role: str) -> Callable[[JsonObject], None]:
    return lambda value: put(value, ("messages", 0, "role"), role)


def _first_item(value: JsonObject) -> None:
    put(value, ("input", 0, "role"), "tool")


def _first_content(value: JsonObject) -> None:
    put(value, ("contents", 0, "role"), "system")


def _first_entry(value: JsonObject) -> None:
    put(value, ("chat_history", 0, "role"), "user")


def _call_of_user(value: JsonObject) -> None:
    put(value, ("messages", 1, "role"), "user")


def _two_of_user(value: JsonObject) -> None:
    message: Json = {"role": "user", "content": [{"text": "Hello."}]}
    items_of(value["messages"]).insert(0, message)


def _without_first(member: str) -> Callable[[JsonObject], None]:
    return lambda value: items_of(value[member]).__delitem__(0)


RULE = Rule(
    id="TC744",
    name="history-roles",
    severity={
        **dict.fromkeys(
            (
                "anthropic-messages",
                "bedrock-converse",
                "openai-chat",
                "cohere-v1",
                "cohere-v2",
                "gemini-generate",
                "openai-responses",
            ),
            Severity.ERROR,
        ),
        **dict.fromkeys(("cohere-v1", "cohere-v2"), Severity.WARNING),
    },
    statement=(
        "Every message has a role of the dialect. Anthropic's and Bedrock's calls stand in messages "
        "of the assistant and results in those of the user; on Bedrock the two alternate and the "
        "user begins (two of the assistant in a row are an info); on Gemini a history does not "
        "begin with calls. What single servers demand beyond that (Mistral: no user after tool) is "
        "theirs."
    ),
    why="The request is refused before a model sees it.",
    breaks=(
        "The API answers 400: Invalid value, supported values are 'system', 'assistant', "
        "'user', ... (OpenAI); tool_use blocks can only be in assistant messages "
        "(Anthropic); a conversation must alternate between user and assistant roles, must "
        "start with a user message (Bedrock); function call turn comes immediately after a "
        "user turn (Gemini). What Cohere says is not known: a warning there"
    ),
    workaround="Merge messages of one role before a history goes to Bedrock.",
    source=Source(
        "api-error",
        "error texts of Bedrock (langchain-aws#130, dify#12340) and Gemini "
        "(gemini-cli#26486, OmniRoute#13573); role types of openai 3.52.0, anthropic 2.11.0, "
        "botocore 1.44.5, google-genai 3.4.0, cohere 7.3.1. What was seen: of 114 "
        "Converse histories answered with 200, one has two messages of the assistant in a row "
        "(tmc/langchaingo, 2026-03) and none two of the user",
        "https://github.com/langchain-ai/langchain-aws/issues/130",
        "2026-11-21",
    ),
    check=_roles,
    mutations=(
        *asks(
            "round_trip",
            {
                "anthropic-messages": _first("human"),
                "bedrock-converse": _first("tool"),
                "openai-chat": _first("human"),
                "cohere-v1": _first_entry,
                "cohere-v2": _first("human"),
                "gemini-generate": _first_content,
                "openai-responses": _first_item,
            },
            "unknown role",
        ),
        *asks("round_trip", {"anthropic-messages": _call_of_user}, "call of the user"),
        *asks("round_trip", {"bedrock-converse": _two_of_user}, "two of the user"),
        *asks("round_trip", {"bedrock-converse": _without_first("messages")}, "no user first"),
        *asks("round_trip", {"gemini-generate": _without_first("contents")}, "calls first"),
    ),
    subject=Subject.REQUEST,
)
