"""TC504: content-string."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.chat import telling_parts
from toolwire.rules.views.tool_schemas import type_name


def _content_is_string(reading: Reading) -> Iterator[Violation]:
    for part in telling_parts(reading):
        content = part.message.get("content") if isinstance(part.message, dict) else None
        if content is not None and not isinstance(content, str):
            pointer = part.at(f"/{part.key}/content")
            message = "The content is not a string."
            yield Violation(pointer, message, "string or null", type_name(content))
            return


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
    "of parts.",
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
    mutations=mutations_for("plain_text", _content_parts),
    shim=Shim("join_text_parts"),
    cases="""
Mistral (reasoning models) | message.content and delta.content arrive as array of thinking/text parts | https://github.com/vercel/ai/issues/17779 | closed 2026-07 (issue #13703; live fixtures)
""",
)
