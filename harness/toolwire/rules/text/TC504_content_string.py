"""TC504: content-string."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.chat import telling_parts
from toolwire.rules.views.tool_schemas import type_name

#: Members that servers and gateways have the reasoning in, as text.
_THOUGHTS: Final = ("reasoning_content", "reasoning")
#: What languages write for nothing, where it was made a text.
_NOTHING: Final = frozenset({"null", "None", "nil", "undefined", "NaN", "[object Object]"})


def _content_is_string(reading: Reading) -> Iterator[Violation]:
    for part in telling_parts(reading):
        message = object_of(part.message)
        content = message.get("content")
        if content is not None and not isinstance(content, str):
            told = "The content is not a string."
            pointer = part.at(f"/{part.key}/content")
            yield Violation(pointer, told, "string or null", type_name(content))
            return
        if content in _NOTHING and message.get("tool_calls"):
            told = "The content is the word for nothing, beside calls."
            pointer = part.at(f"/{part.key}/content")
            yield Violation(pointer, told, None, content, Severity.WARNING)
            return
        for member in _THOUGHTS:
            thought = message.get(member)
            if thought is not None and not isinstance(thought, str):
                told = "The reasoning is not a string."
                pointer = part.at(f"/{part.key}/{member}")
                kind = type_name(thought)
                yield Violation(pointer, told, "string or null", kind, Severity.WARNING)
                return


def _as_nothing(body: JsonObject) -> None:
    edit.put(body, ("choices", 0, "message", "content"), "null")


def _thought_in_parts(body: JsonObject) -> None:
    edit.put(body, ("choices", 0, "message", "reasoning_content"), ["Hm."])


def _content_parts(_dialect: str, mode: Mode) -> Change:
    def parted(message: JsonObject) -> None:
        content = message.get("content")
        if isinstance(content, str):
            piece: JsonObject = {"type": "text", "text": content}
            message["content"] = [piece]

    def blocking(body: JsonObject) -> None:
        parted(object_of(edit.at(body, ("choices", 0, "message"))))

    def streamed(stream: list[Frame]) -> None:
        for _, payload in stream:
            if isinstance(payload, dict) and payload.get("choices"):
                parted(object_of(edit.at(payload, ("choices", 0, "delta"))))

    return edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)


RULE = Rule(
    id="TC504",
    name="content-string",
    severity={"openai-chat": Severity.ERROR},
    statement="`message.content` and `delta.content` are a string or null, never an array "
    "of parts, and not the word null beside calls (a warning). Reasoning beside it is a string too "
    "(likewise).",
    why="Clients that type it as a string fail validation or print a list.",
    breaks=(
        "openai-python's and openai-node's stream helpers (RuntimeError, the text `[object "
        "Object]`), openai-agents and llama_index (ValidationError), the Vercel AI SDK's "
        "OpenAI provider (refuses the reply)."
    ),
    workaround="Join the text parts; keep thinking parts apart.",
    source=Source(
        "spec",
        "openai 3.52.0 types: ChatCompletionMessage.content and ChoiceDelta.content",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-21",
    ),
    check=_content_is_string,
    claims=(
        "choices/*/delta/content",
        "choices/*/message/content",
    ),
    mutations=(
        *mutations_for("plain_text", _content_parts),
        Mutation(
            "openai-chat", Mode.BLOCKING, "single_call", edit.body(_as_nothing), "the word null"
        ),
        Mutation(
            "openai-chat", Mode.BLOCKING, "plain_text", edit.body(_thought_in_parts), "reasoning"
        ),
    ),
    shim=Shim("join_text_parts"),
    cases="""
Mistral (reasoning models) | message.content and delta.content arrive as array of thinking/text parts | https://github.com/vercel/ai/issues/17779 | closed 2026-07 (issue #13703; live fixtures)
""",
)
