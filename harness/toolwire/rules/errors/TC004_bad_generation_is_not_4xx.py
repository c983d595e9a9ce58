"""TC004: bad-generation-is-not-4xx."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import body
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Source, Violation

_CODE: Final = "tool_use_failed"

_TEXT: Final = "failed_generation"


def _blamed_on_the_client(reading: Reading) -> Iterator[Violation]:
    status = reading.exchange.response.status
    if not 400 <= status < 500 or not isinstance(reading.body, dict):
        return
    error = object_of(reading.body.get("error"))
    if error.get("code") == _CODE or _TEXT in error:
        message = "What the model generated is reported as the client's mistake."
        yield Violation("status", message, "an answer, or a status of 500 or above", status)


def _failed(value: JsonObject) -> None:
    object_of(value["error"])["code"] = _CODE


RULE = Rule(
    id="TC004",
    name="bad-generation-is-not-4xx",
    severity={"openai-chat": Severity.WARNING},
    statement=(
        "A generation that the server cannot read as a call is answered as text, or with an "
        "error that may be tried again, and not with a client error. No request can provoke "
        "it, so it is judged wherever it shows: by Groq's words for it, the code "
        "tool_use_failed or the member failed_generation, under a status of 400 to 499."
    ),
    why="Clients take 400 for their own fault, do not try again, and lose the text.",
    breaks="agno, smolagents, the Vercel AI SDK with MCP tools",
    workaround="Try again on this code, or read the call from failed_generation.",
    source=Source(
        "api-error",
        "Groq's error body, in public threads and in recorded traffic",
        "https://github.com/groq/groq-typescript/issues/28",
        "2026-11-21",
    ),
    check=_blamed_on_the_client,
    on_error=True,
    mutations=(Mutation("openai-chat", Mode.BLOCKING, "refused", body(_failed)),),
    shim=Shim("treat_as_failed"),
    cases="""
Groq | unparseable generation -> 400 tool_use_failed + failed_generation | https://github.com/groq/groq-typescript/issues/28 | issue open 2024-05
Groq | failed_generation holds "web_search{...}</function>" | https://github.com/huggingface/smolagents/issues/1119 | issue open 2025-04
Groq | with MCP tools | https://github.com/vercel/ai/issues/6916 | issue open 2025-06
Groq | plain prose answer reported as tool_use_failed | https://github.com/agno-agi/agno/issues/4090 | issue closed 2025-08
""",
)
